import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  AnswerWatch,
  type ConfinedEnd,
  ConfinedProcess,
} from '../../adapters/system/confined-process.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { type DescribedStrategy } from '../describing/described-strategy.ts';
import { mayRead } from '../reads/may-read.ts';
import {
  type CandidateReplay,
  candidateSays,
  type CandidateTask,
  type SaidCandidate,
  type ToldCandidate,
} from './candidate-lines.ts';

/** Why a candidate cannot take over. */
export interface CandidateFailure {
  /** - unusable: it cannot be loaded. - endless: its code does not return. - ended: it took its process with it. */
  readonly why: 'unusable' | 'endless' | 'ended';
  readonly problems: readonly Problem[];
}

/** How long a candidate may take, real milliseconds. */
export interface CandidateDeadlines {
  /** For some inputs of its day, or its trial. @default 5000 */
  readonly answerWithinMs?: number;
  /** For its process to start and its modules to load. @default 60000 */
  readonly loadWithinMs?: number;
}

type Answered = Result<SaidCandidate, CandidateFailure>;

const ANSWER_WITHIN_MS = 5_000;
const LOAD_WITHIN_MS = 60_000;
const MEMORY_MIB = 512;

/**
 * A confined process (`ConfinedProcess`) for one candidate: asked one thing after the other, never two at once.
 *
 * - idle: nothing is asked.
 * - asked: it has to answer in time, or it is ended.
 * - ended: by itself, for not answering, or closed. What it is asked fails.
 */
export class CandidateProcess {
  readonly #path: string;
  readonly #process: ConfinedProcess;
  readonly #watches: Record<'answer' | 'load', AnswerWatch>;
  #resolve: ((answered: Answered) => void) | null = null;
  #failure: CandidateFailure | null = null;

  /**
   * @param path - absolute path of the strategy's file
   * @param bounds - `hidden`: what it must not read though it lies in the strategy's project, absolute paths
   */
  constructor(
    path: string,
    bounds: CandidateDeadlines & { readonly hidden?: readonly string[] } = {},
  ) {
    const { answerWithinMs = ANSWER_WITHIN_MS, loadWithinMs = LOAD_WITHIN_MS } = bounds;
    const { hidden = [] } = bounds;
    this.#path = path;
    const entry = `./candidate-main${extname(fileURLToPath(import.meta.url))}`;
    this.#process = new ConfinedProcess(
      {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        reads: mayRead([path], hidden),
        memoryMib: MEMORY_MIB,
      },
      {
        onLine: (line) => {
          this.#take(line);
        },
        onEnded: (why) => {
          this.#end('ended', `The check of "${basename(path)}" ended: ${detailOf(why)}`);
        },
      },
    );
    const watch = (withinMs: number): AnswerWatch =>
      new AnswerWatch(withinMs, () => {
        const message = `Code of "${basename(path)}" has not returned for ${String(withinMs)} ms`;
        this.#end('endless', message, 'Look for a loop that never ends');
      });
    this.#watches = { answer: watch(answerWithinMs), load: watch(loadWithinMs) };
  }

  /** Loads the source. Always the first. */
  async load(task: CandidateTask): Promise<Result<DescribedStrategy, CandidateFailure>> {
    const said = await this.#ask({ load: task }, 'load');
    if (!said.ok) return said;
    if ('loaded' in said.value) return ok(said.value.loaded);
    const problems = 'unusable' in said.value ? said.value.unusable : [];
    return fail({ why: 'unusable', problems });
  }

  /** Has it take steps of the run's day. */
  async replay(steps: readonly ReplayStep[]): Promise<Result<null, CandidateFailure>> {
    const said = await this.#ask({ steps }, 'answer');
    return said.ok ? ok(null) : said;
  }

  /** Has it say what it decided, and tries it over a day of made-up prices. */
  async finish(): Promise<Result<CandidateReplay, CandidateFailure>> {
    const said = await this.#ask({ finish: true }, 'answer');
    if (!said.ok) return said;
    return 'replay' in said.value ? ok(said.value.replay) : fail(this.#garbled());
  }

  /** Ends the process. */
  close(): void {
    this.#end('ended', 'The check was given up');
  }

  #ask(told: ToldCandidate, watch: 'answer' | 'load'): Promise<Answered> {
    if (this.#failure !== null) return Promise.resolve(fail(this.#failure));
    const { promise, resolve } = Promise.withResolvers<Answered>();
    this.#resolve = resolve;
    this.#watches[watch].arm();
    this.#process.send(JSON.stringify(told));
    return promise;
  }

  #take(line: string): void {
    const said = candidateSays(line);
    if (said === null) this.#garbled();
    else this.#answer(ok(said));
  }

  #answer(answered: Answered): void {
    this.#watches.answer.rest();
    this.#watches.load.rest();
    const resolve = this.#resolve;
    this.#resolve = null;
    resolve?.(answered);
  }

  #garbled(): CandidateFailure {
    return this.#end('ended', `Something that is no answer came from "${basename(this.#path)}"`);
  }

  #end(
    why: CandidateFailure['why'],
    message: string,
    next: string | null = null,
  ): CandidateFailure {
    this.#process.kill();
    this.#failure ??= { why, problems: [problem(message, { file: this.#path, next })] };
    this.#answer(fail(this.#failure));
    return this.#failure;
  }
}

function detailOf(why: ConfinedEnd): string {
  if (why.kind === 'garbled') return why.detail;
  if (why.signal === 'SIGABRT') return 'it ran out of memory';
  return `its process ended (${why.signal ?? `exit code ${String(why.code)}`})`;
}
