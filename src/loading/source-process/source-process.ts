import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  AnswerWatch,
  type ConfinedEnd,
  ConfinedProcess,
} from '../../adapters/system/confined-process.ts';
import { monotonicMs, wait } from '../../adapters/system/machine-time.ts';
import { type RefusedDoor } from '../../adapters/system/refused-doors.ts';
import { NetworkRelay } from '../../adapters/system/relay/network-relay.ts';
import { type AddressReach } from '../../adapters/shared/checked-reach.ts';
import { type Json } from '../../base/json.ts';
import { fittingValue } from '../../host/fitting-value.ts';
import { type SourceFault } from '../../host/open-sources.ts';
import { type Source } from '../../strategy/context.ts';
import { changedFiles, type KeptFiles } from '../files-as-they-were.ts';
import { mayRead } from '../reads/may-read.ts';
import { type SaidSource, sourceSays, type ToldSource } from './source-lines.ts';

/** Why a process for sources is gone. */
export interface SourcesEnded {
  /** `unusable`: its file cannot be used as it is, so another process would end the same way. */
  readonly why: 'endless' | 'exited' | 'garbled' | 'flooded' | 'unusable';
  /** What is known of it, for people. */
  readonly detail: string;
}

/** Who hears of the sources of a run. Nothing comes after `onEnded`. */
export interface SourceListener {
  readonly onValue: (source: string, value: Json) => void;
  readonly onProblem: (fault: SourceFault) => void;
  /** Its code asked for what it may not have. */
  readonly onRefused: (refused: Pick<RefusedDoor, 'permission' | 'resource'>) => void;
  /** All sources have completed or failed: none brings anything more, and the process has ended. */
  readonly onOver: () => void;
  readonly onEnded: (ended: SourcesEnded) => void;
}

/** What a strategy says of a source. */
export type DeclaredSource = Pick<Source<Json>, 'name' | 'hosts' | 'schema'>;

/** Whose sources a process opens. */
export interface SourceProcessOptions {
  /** Absolute path of the strategy's file. */
  readonly path: string;
  readonly sourceHash: string;
  readonly sources: readonly DeclaredSource[];
  /** Where the hosts may lead. */
  readonly reach: AddressReach;
  /** What it must not read though it lies in the strategy's project, absolute paths. @default nothing */
  readonly hidden?: readonly string[];
  /** Finds what was kept of the source: it is opened, should files have been changed since. @default null: nothing was kept */
  readonly keptFiles?: KeptFiles | null;
  /** Of its heap. @default 256 */
  readonly memoryMib?: number;
  /** Longest to start and load its modules, real milliseconds. @default 60000 */
  readonly openWithinMs?: number;
  /** How often it is asked whether its code returns, and how long that may take, real milliseconds. @default 5000 */
  readonly answerWithinMs?: number;
}

const MEMORY_MIB = 256;
const OPEN_WITHIN_MS = 60_000;
const ANSWER_WITHIN_MS = 5_000;
/** Values a second, of all its sources: each is journaled, and works an engine that has exits to send. */
const VALUES_PER_SECOND_MAX = 1_000;
/** Characters of a value. */
const VALUE_MAX = 256 * 1024;
/** A process that does not answer and has worked less than this share of its time waits for the machine. */
const WORKED_SHARE_MIN = 0.2;
/** How often it is given its time again for that. */
const GIVEN_AGAIN_MAX = 11;

/**
 * The sources of a run, in a confined process of their own (`ConfinedProcess`) that is connected with the hosts that they declare and
 * with no others (`NetworkRelay`).
 *
 * - opening: its modules are loaded.
 * - open: says values as they come, and answers when it is asked whether its code returns.
 * - ended: by itself, for what its code did, because all sources are over, or closed.
 */
export class SourceProcess {
  readonly #options: SourceProcessOptions;
  readonly #listener: SourceListener;
  readonly #process: ConfinedProcess;
  readonly #watch: AnswerWatch;
  readonly #ended = new AbortController();
  readonly #open: Set<string>;
  #relay: NetworkRelay | null = null;
  #hasOpened = false;
  #askedCpuMs: number | null = null;
  #givenAgain = 0;
  #secondSinceMs = -Infinity;
  #values = 0;

  constructor(options: SourceProcessOptions, listener: SourceListener) {
    const { path, sources, hidden = [], memoryMib = MEMORY_MIB } = options;
    this.#options = options;
    this.#listener = listener;
    this.#open = new Set(sources.map(({ name }) => name));
    const { openWithinMs = OPEN_WITHIN_MS, answerWithinMs = ANSWER_WITHIN_MS } = options;
    const opening = new AnswerWatch(openWithinMs, () => {
      this.#end('endless', `its modules are not loaded after ${String(openWithinMs)} ms`);
    });
    this.#watch = new AnswerWatch(answerWithinMs, () => {
      this.#notReturned(answerWithinMs);
    });
    const entry = `./source-process-main${extname(fileURLToPath(import.meta.url))}`;
    this.#process = new ConfinedProcess(
      {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        reads: mayRead([path], hidden),
        memoryMib,
        takePipe: (pipe) => {
          this.#relay = this.#relayOver(pipe);
        },
      },
      {
        onLine: (line) => {
          opening.rest();
          this.#take(line);
        },
        onEnded: (why) => {
          opening.rest();
          this.#end(why.kind, detailOf(why));
        },
      },
    );
    opening.arm();
    void this.#tellOpening();
  }

  /** What the machine calls it. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Ends it, and hears nothing of it any more. */
  close(): void {
    this.#ended.abort();
    this.#watch.rest();
    this.#relay?.close();
    this.#process.kill();
  }

  #relayOver(pipe: ConstructorParameters<typeof NetworkRelay>[0]): NetworkRelay {
    const { sources, reach } = this.#options;
    return new NetworkRelay(pipe, {
      hosts: sources.flatMap(({ hosts = [] }) => hosts),
      reach,
      onRefused: (resource) => {
        if (!this.#isEnded) this.#listener.onRefused({ permission: 'Net', resource });
      },
      onGarbled: (detail) => {
        this.#end('garbled', detail);
      },
    });
  }

  get #isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  async #tellOpening(): Promise<void> {
    const { path, sourceHash, keptFiles = null } = this.#options;
    const files = keptFiles === null ? [] : await changedFiles(keptFiles, sourceHash);
    if (!this.#isEnded) this.#tell({ open: { path, sourceHash, files } });
  }

  #tell(told: ToldSource): void {
    this.#process.send(JSON.stringify(told));
  }

  #take(line: string): void {
    if (this.#isEnded) return;
    const said = sourceSays(line);
    if (said === null) this.#end('garbled', 'something that is no value came from it');
    else if ('source' in said) this.#takeValue(said, line.length);
    else this.#hear(said);
  }

  #takeValue({ source, value }: Extract<SaidSource, { source: string }>, length: number): void {
    if (!this.#open.has(source)) {
      this.#end('garbled', `it has no open source "${source}"`);
    } else if (length > VALUE_MAX || this.#isFlood()) {
      this.#endFlood();
    } else this.#checkValue(source, value);
  }

  /** Once more than in its own process, where an author's code could go around the check. */
  #checkValue(source: string, value: Json): void {
    const fitting = fittingValue({ ...this.#declared(source) }, value);
    if (fitting.ok) this.#listener.onValue(source, value);
    else this.#listener.onProblem({ source, ...fitting.error });
  }

  #declared(source: string): DeclaredSource | undefined {
    return this.#options.sources.find(({ name }) => name === source);
  }

  #isFlood(): boolean {
    const nowMs = monotonicMs();
    if (nowMs - this.#secondSinceMs >= 1_000) {
      this.#secondSinceMs = nowMs;
      this.#values = 0;
    }
    this.#values += 1;
    return this.#values > VALUES_PER_SECOND_MAX;
  }

  #hear(said: Exclude<SaidSource, { source: string }>): void {
    if ('fault' in said) this.#takeFault(said.fault);
    else if ('over' in said) this.#over(said.over);
    else if ('refused' in said) this.#listener.onRefused(said.refused);
    else if ('unusable' in said) this.#end('unusable', said.unusable);
    else if ('pong' in said) this.#watch.rest();
    else if (!this.#hasOpened) {
      this.#hasOpened = true;
      void this.#askWhetherItReturns();
    }
  }

  #takeFault(fault: SourceFault): void {
    if (this.#declared(fault.source) === undefined) {
      this.#end('garbled', `it has no source "${fault.source}"`);
    } else if (this.#isFlood()) this.#endFlood();
    else this.#listener.onProblem(fault);
  }

  #endFlood(): void {
    const most = `at most ${String(VALUES_PER_SECOND_MAX)} values a second, of ${String(VALUE_MAX)} characters`;
    this.#end('flooded', `it says more than it may: ${most}`);
  }

  #over(source: string): void {
    this.#open.delete(source);
    if (this.#open.size > 0) return;
    this.close();
    this.#listener.onOver();
  }

  async #askWhetherItReturns(): Promise<void> {
    const { answerWithinMs = ANSWER_WITHIN_MS } = this.#options;
    while (!this.#isEnded) {
      if (!this.#watch.isArmed) {
        this.#givenAgain = 0;
        this.#askedCpuMs = this.#process.cpuMs();
        this.#tell({ ping: true });
        this.#watch.arm();
      }
      await wait(answerWithinMs, this.#ended.signal);
    }
  }

  /** What has not even worked meanwhile waits for the machine, and is not to blame. */
  #notReturned(withinMs: number): void {
    const cpuMs = this.#process.cpuMs();
    const sinceMs = withinMs * (this.#givenAgain + 1);
    const workedMs =
      cpuMs === null || this.#askedCpuMs === null ? sinceMs : cpuMs - this.#askedCpuMs;
    if (workedMs >= withinMs * WORKED_SHARE_MIN || this.#givenAgain >= GIVEN_AGAIN_MAX) {
      this.#end('endless', `its code has not returned for ${String(sinceMs)} ms`);
      return;
    }
    this.#givenAgain += 1;
    this.#watch.arm();
  }

  #end(why: SourcesEnded['why'], detail: string): void {
    if (this.#isEnded) return;
    this.close();
    this.#listener.onEnded({ why, detail });
  }
}

function detailOf(why: ConfinedEnd): string {
  if (why.kind === 'garbled') return why.detail;
  if (why.signal === 'SIGABRT') return 'its process ran out of memory';
  return `its process ended (${why.signal ?? `exit code ${String(why.code)}`})`;
}
