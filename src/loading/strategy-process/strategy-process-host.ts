import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  AnswerWatch,
  type ConfinedEnd,
  ConfinedProcess,
} from '../../adapters/system/confined-process.ts';
import { type RefusedDoor } from '../../adapters/system/refused-doors.ts';
import { type RunCall, type RunHost, type RunListener } from '../../ports/run-host.ts';
import { mayRead } from './may-read.ts';
import { saidIn, type ToldLine } from './said-lines.ts';

/** What ended a strategy process, and in whose code it was. */
export interface ProcessEnded {
  /** The run whose call was under way; null when none was. */
  readonly runId: string | null;
  readonly why: 'endless' | 'exited' | 'garbled';
  /** What is known of it, for people. */
  readonly detail: string;
}

/** A process for strategies. */
export interface StrategyProcessOptions {
  /** Files of the strategies that it may be told to run. */
  readonly strategies: readonly string[];
  /** Of its heap. @default 512 */
  readonly memoryMib?: number;
  /** Longest that one call may stay unanswered, real milliseconds. @default 1000 */
  readonly answerWithinMs?: number;
  /** Longest for the first call of a run, whose modules are loaded first, real milliseconds. @default 60000 */
  readonly startWithinMs?: number;
  /** Code in it asked for what it may not have. @default no one hears */
  readonly onRefused?: (refused: RefusedDoor) => void;
  /** It is gone: nothing of its runs is heard any more. Not called for `close`. */
  readonly onEnded: (ended: ProcessEnded) => void;
}

const MEMORY_MIB = 512;
const ANSWER_WITHIN_MS = 1_000;
const START_WITHIN_MS = 60_000;

interface Awaited {
  readonly runId: string;
  readonly isStart: boolean;
}

/**
 * Runs strategies in a process of their own, which takes calls in their order and has no way out (`ConfinedProcess`).
 *
 * - running: calls are answered later, one after the other; a call that is not answered in time ends it.
 * - ended: by itself, for what its code did, or closed. Calls are no longer answered.
 */
export class StrategyProcessHost implements RunHost {
  readonly #process: ConfinedProcess;
  readonly #options: StrategyProcessOptions;
  readonly #late: Record<'answer' | 'start', AnswerWatch>;
  #listener: RunListener | null = null;
  /** Calls without an answer, oldest first. */
  #awaited: Awaited[] = [];
  #head = 0;

  constructor(options: StrategyProcessOptions) {
    this.#options = options;
    const { strategies, memoryMib = MEMORY_MIB } = options;
    const late = (withinMs: number): AnswerWatch =>
      new AnswerWatch(withinMs, () => {
        this.#endedBy('endless', `its code has not returned for ${String(withinMs)} ms`);
      });
    this.#late = {
      answer: late(options.answerWithinMs ?? ANSWER_WITHIN_MS),
      start: late(options.startWithinMs ?? START_WITHIN_MS),
    };
    const file = `./strategy-process-main${extname(fileURLToPath(import.meta.url))}`;
    this.#process = new ConfinedProcess(
      {
        entry: fileURLToPath(new URL(file, import.meta.url)),
        reads: mayRead(strategies),
        memoryMib,
      },
      {
        onLine: (line) => {
          this.#take(line);
        },
        onEnded: (why) => {
          this.#endedBy(why.kind, detailOf(why));
        },
      },
    );
  }

  /** What the machine calls the process. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  listen(listener: RunListener): void {
    this.#listener = listener;
  }

  tell(runId: string, call: RunCall): void {
    this.#awaited.push({ runId, isStart: call.kind === 'start' });
    if (this.#awaited.length - this.#head === 1) this.#await();
    this.#send({ runId, call });
  }

  stop(runId: string): void {
    this.#send({ runId });
  }

  /** Ends the process, and hears nothing of it any more. */
  close(): void {
    this.#rest();
    this.#process.kill();
  }

  #send(told: ToldLine): void {
    this.#process.send(JSON.stringify(told));
  }

  #take(line: string): void {
    const said = saidIn(line);
    if (said === null) this.#endedBy('garbled', 'something that is no answer came from it');
    else if ('refused' in said) this.#options.onRefused?.(said.refused);
    else if ('outside' in said) this.#listener?.onOutside(said.runId, said.outside);
    else if (this.#awaited[this.#head]?.runId !== said.runId) {
      this.#endedBy('garbled', 'it answers what it was not asked');
    } else {
      this.#head += 1;
      this.#await();
      this.#listener?.onTurn(said.runId, said.answer);
    }
  }

  /** Watches over the oldest call that has no answer. */
  #await(): void {
    this.#rest();
    const first = this.#awaited[this.#head];
    if (first === undefined) {
      this.#awaited = [];
      this.#head = 0;
    } else this.#late[first.isStart ? 'start' : 'answer'].arm();
  }

  #rest(): void {
    this.#late.answer.rest();
    this.#late.start.rest();
  }

  #endedBy(why: ProcessEnded['why'], detail: string): void {
    const runId = this.#awaited[this.#head]?.runId ?? null;
    this.close();
    this.#options.onEnded({ runId, why, detail });
  }
}

function detailOf(why: ConfinedEnd): string {
  if (why.kind === 'garbled') return why.detail;
  if (why.signal === 'SIGABRT') return 'its process ran out of memory';
  return `its process ended (${why.signal ?? `exit code ${String(why.code)}`})`;
}
