import { basename } from 'node:path';

import {
  AnswerWatch,
  type ConfinedEnd,
  type ConfinedListener,
  type ConfinedProcess,
} from '../../adapters/system/confined-process.ts';
import { type Json } from '../../base/json.ts';
import { type Checked, problem, type Problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { openStrategyProcess } from '../strategy-process/open-strategy-process.ts';
import { saidIn } from '../strategy-process/said-lines.ts';
import { type TrialAnswer, type TrialTask } from '../trial/run-trial.ts';
import { type DescribedStrategy } from './described-strategy.ts';
import { readerSays, type SaidReader, type ToldReader } from './module-reader-lines.ts';

/** How long a module may take, real milliseconds. */
export interface ReaderDeadlines {
  /** Of work for its code to return. A process that gets no time of the machine may take six times as long. @default 10000 */
  readonly answerWithinMs?: number;
}

/** The same, and what its process must not read. */
interface ReaderOptions extends ReaderDeadlines {
  /** Absolute paths, though they lie in the project of a module. @default nothing */
  readonly hidden?: readonly string[];
}

/** An answer, or how the process ended instead. */
type Answered =
  | { readonly kind: 'said'; readonly said: SaidReader }
  | { readonly kind: 'endless' | 'lost'; readonly problems: readonly Problem[] };

/** A process that has read modules, and runs none of them yet. */
export interface HandedOver {
  readonly take: (listener: ConfinedListener) => ConfinedProcess;
  readonly close: () => void;
}

const ANSWER_WITHIN_MS = 10_000;
/** More than these, and it says something else than it should. */
const KEPT_MAX = 100;
/** Before anything of an author runs. */
const START_WITHIN_MS = 60_000;
/** A process that does not answer and has worked less than this share of its time waits for the machine. */
const WORKED_SHARE_MIN = 0.2;
const GIVEN_AGAIN_MAX = 5;

/**
 * Reads strategy modules in a confined process (`ConfinedProcess`), all of them in one as long as none ends it, so that this one
 * loads none. Asked one thing after the other, never two at once.
 *
 * - idle: no process, or one that has answered.
 * - asked: the process has to answer in time. One that does not is ended, and the next question opens another.
 * - closed: nothing is asked any more.
 */
export class ModuleReader {
  readonly #paths: readonly string[];
  readonly #hidden: readonly string[];
  readonly #answerWithinMs: number;
  readonly #starting = new AnswerWatch(START_WITHIN_MS, () => {
    this.#lost('it does not start');
  });
  readonly #answering: AnswerWatch;
  #process: ConfinedProcess | null = null;
  /** Files whose code the process has run. */
  readonly #loaded = new Set<string>();
  /** What its process says that is for whoever runs strategies in it. */
  readonly #kept: string[] = [];
  #asked = '';
  #listener: ConfinedListener | null = null;
  #isReady = false;
  #isClosed = false;
  #askedCpuMs: number | null = null;
  #givenAgain = 0;
  #resolve: ((answered: Answered) => void) | null = null;

  /** @param paths - absolute, of all files that it may be asked about: what it may read follows from them */
  constructor(
    paths: readonly string[],
    { answerWithinMs = ANSWER_WITHIN_MS, hidden = [] }: ReaderOptions = {},
  ) {
    this.#paths = paths;
    this.#hidden = hidden;
    this.#answerWithinMs = answerWithinMs;
    this.#answering = new AnswerWatch(answerWithinMs, () => {
      this.#notReturned();
    });
  }

  /** Starts its process before it is asked anything. */
  open(): void {
    if (!this.#isClosed) this.#process ??= this.#open();
  }

  /** What a strategy is with these parameters, or all that is wrong with it. */
  async describe(
    path: string,
    given: Readonly<Record<string, Json>>,
  ): Promise<Checked<DescribedStrategy>> {
    const answered = await this.#ask(path, { describe: { path, given } });
    if (answered.kind !== 'said') return fail(answered.problems);
    const { said } = answered;
    if ('described' in said) return ok(said.described);
    return fail('unusable' in said ? said.unusable : [garbled(path)]);
  }

  /** Loads a strategy and tries it. */
  async try(task: TrialTask): Promise<TrialAnswer> {
    const answered = await this.#ask(task.path, { try: task });
    if (answered.kind !== 'said') return answered;
    if ('tried' in answered.said) return answered.said.tried;
    return { kind: 'lost', problems: [garbled(task.path)] };
  }

  /**
   * Gives its process away, with the modules that it has loaded, to run their strategies in; null where it has none. `close` ends one
   * that is not taken.
   */
  handOver(): HandedOver | null {
    const process = this.#process;
    if (process === null || this.#resolve !== null) return null;
    const kept = this.#kept.splice(0);
    this.#process = null;
    this.#loaded.clear();
    return {
      take: (listener) => {
        this.#listener = listener;
        queueMicrotask(() => {
          for (const line of kept) listener.onLine(line);
        });
        return process;
      },
      close: () => {
        process.kill();
      },
    };
  }

  /** Ends its process. What it is asked, or was being asked, is lost. */
  close(): void {
    this.#isClosed = true;
    this.#lost('it was given up');
  }

  /** Code that was loaded before may have ended the process: then the file is asked about again, alone. */
  async #ask(path: string, told: ToldReader): Promise<Answered> {
    const others = [...this.#loaded].filter((loaded) => loaded !== path);
    const answered = await this.#askOnce(path, told);
    const isItsOwn = answered.kind === 'said' || others.length === 0;
    return isItsOwn ? answered : this.#askOnce(path, told);
  }

  #askOnce(path: string, told: ToldReader): Promise<Answered> {
    if (this.#isClosed) return Promise.resolve({ kind: 'lost', problems: [givenUp(path)] });
    const process = (this.#process ??= this.#open());
    this.#loaded.add(path);
    this.#asked = path;
    const { promise, resolve } = Promise.withResolvers<Answered>();
    this.#resolve = resolve;
    if (this.#isReady) this.#awaitAnswer();
    else {
      this.#starting.arm();
      process.send(JSON.stringify({ hello: true } satisfies ToldReader));
    }
    process.send(JSON.stringify(told));
    return promise;
  }

  #awaitAnswer(): void {
    this.#givenAgain = 0;
    this.#askedCpuMs = this.#process?.cpuMs() ?? null;
    this.#answering.arm();
  }

  /** What has not even worked meanwhile waits for the machine, and is not to blame. */
  #notReturned(): void {
    const cpuMs = this.#process?.cpuMs() ?? null;
    const workedMs =
      cpuMs === null || this.#askedCpuMs === null ? Infinity : cpuMs - this.#askedCpuMs;
    if (workedMs < this.#answerWithinMs * WORKED_SHARE_MIN && this.#givenAgain < GIVEN_AGAIN_MAX) {
      this.#givenAgain += 1;
      this.#answering.arm();
      return;
    }
    const file = this.#asked;
    this.#end();
    this.#answer({ kind: 'endless', problems: [endless(file, this.#answerWithinMs)] });
  }

  #take(said: SaidReader): void {
    this.#starting.rest();
    this.#answering.rest();
    if (!('ready' in said)) this.#answer({ kind: 'said', said });
    else {
      this.#isReady = true;
      if (this.#resolve !== null) this.#awaitAnswer();
    }
  }

  #open(): ConfinedProcess {
    this.#listener = {
      onLine: (line) => {
        const said = readerSays(line);
        if (said !== null) this.#take(said);
        else if (isForRuns(line) && this.#kept.length < KEPT_MAX) this.#kept.push(line);
        else this.#lost('something that is no answer came from it');
      },
      onEnded: (why) => {
        this.#lost(detailOf(why));
      },
    };
    const listener: ConfinedListener = {
      onLine: (line) => this.#listener?.onLine(line),
      onEnded: (why) => this.#listener?.onEnded(why),
    };
    return openStrategyProcess(this.#paths, listener, { hidden: this.#hidden });
  }

  #answer(answered: Answered): void {
    const resolve = this.#resolve;
    this.#resolve = null;
    resolve?.(answered);
  }

  #lost(detail: string): void {
    const file = this.#asked;
    const message = `Reading "${basename(file)}" ended its process: ${detail}`;
    this.#end();
    this.#answer({ kind: 'lost', problems: [problem(message, { file })] });
  }

  #end(): void {
    this.#starting.rest();
    this.#answering.rest();
    this.#isReady = false;
    this.#kept.length = 0;
    this.#process?.kill();
    this.#process = null;
    this.#loaded.clear();
  }
}

/** Whether a line says what code did by itself. */
function isForRuns(line: string): boolean {
  const said = saidIn(line);
  return said !== null && ('refused' in said || 'outside' in said);
}

function endless(file: string, withinMs: number): Problem {
  const message = `Code of "${basename(file)}" has not returned for ${String(withinMs)} ms`;
  return problem(message, { file, next: 'Look for a loop that never ends' });
}

function givenUp(file: string): Problem {
  return problem(`Reading "${basename(file)}" was given up`, { file });
}

function garbled(file: string): Problem {
  return problem(`Something that is no answer came from "${basename(file)}"`, { file });
}

function detailOf(why: ConfinedEnd): string {
  if (why.kind === 'garbled') return why.detail;
  if (why.signal === 'SIGABRT') return 'it ran out of memory';
  return `it ended (${why.signal ?? `exit code ${String(why.code)}`})`;
}
