import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { environmentWithout } from '../../adapters/system/this-process.ts';
import { TurnBeat } from '../../adapters/system/turn-beat.ts';
import { watchTurnsOf } from '../../adapters/system/turn-length.ts';
import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { isStrategyModule } from '../../loading/load-strategy.ts';
import {
  type VariantOutcome,
  type VariantTask,
  type WorkerSetup,
  type WorkerStart,
} from './variant-task.ts';

interface PoolOptions {
  readonly setup: WorkerSetup;
  /** Threads at most, at least 1. */
  readonly workers: number;
  /** Ends what is under way, at once. */
  readonly signal: AbortSignal;
  /** How long the strategy's code may go on without returning. */
  readonly turnMsMax: number;
}

interface Thread {
  readonly worker: Worker;
  readonly beat: TurnBeat;
}

/** What a thread answers to a task. */
export type WorkerAnswer =
  | VariantOutcome
  /** No variant can be run: the strategy or the prices cannot be used. */
  | { readonly kind: 'unusable'; readonly problems: readonly Problem[] };

type Answered =
  | WorkerAnswer
  | { readonly kind: 'lost' | 'endless'; readonly problem: string }
  | { readonly kind: 'stopped' };

/**
 * Threads that run whole variants. A thread starts with the first task that it is given, is kept for the next ones, and
 * is replaced when it ends with a task: then that variant has failed, and no other. Who runs what depends on the
 * machine; what comes of it does not.
 */
export class VariantPool {
  readonly #options: PoolOptions;
  readonly #threads: (Thread | null)[];

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#threads = Array.from({ length: options.workers }, () => null);
  }

  /** Runs tasks, and tells each outcome by the task's place as soon as it is there; none for those that were stopped. */
  async run(
    tasks: readonly VariantTask[],
    onOutcome: (place: number, outcome: VariantOutcome) => void,
  ): Promise<Result<null, readonly Problem[]>> {
    const waiting = tasks.entries();
    const unusable: Problem[][] = [];
    const lane = async (thread: number): Promise<void> => {
      for (const [place, task] of waiting) {
        const answer = await this.#ask(thread, task);
        if (answer.kind === 'stopped') return;
        if (answer.kind === 'unusable') unusable.push([...answer.problems]);
        else if (answer.kind === 'done') onOutcome(place, answer);
        else onOutcome(place, { kind: 'failed', problem: answer.problem });
        if (unusable.length > 0) return;
      }
    };
    await Promise.all(this.#threads.slice(0, tasks.length).map((_, thread) => lane(thread)));
    const [problems] = unusable;
    return problems === undefined ? ok(null) : fail(problems);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    const threads = this.#threads.filter((thread) => thread !== null);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
    this.#threads.fill(null);
  }

  /** Asks a thread; a second one when the first ended, which may have had nothing to do with this task. */
  async #ask(thread: number, task: VariantTask): Promise<Answered> {
    const answer = await this.#askOnce(thread, task);
    return answer.kind === 'lost' ? this.#askOnce(thread, task) : answer;
  }

  async #askOnce(thread: number, task: VariantTask): Promise<Answered> {
    const { signal, setup } = this.#options;
    if (signal.aborted) return { kind: 'stopped' };
    const asked = (this.#threads[thread] ??= startThread(setup));
    const answer = await answerOf(asked, task, this.#options);
    if (answer.kind === 'lost' || answer.kind === 'endless') this.#threads[thread] = null;
    if (answer.kind === 'endless') await asked.worker.terminate();
    return answer;
  }
}

/** Gives a thread a task and waits for its answer, its end, a turn that does not end, or the end of all. */
function answerOf(
  asked: Thread,
  task: VariantTask,
  { signal, turnMsMax }: Pick<PoolOptions, 'signal' | 'turnMsMax'>,
): Promise<Answered> {
  const { worker } = asked;
  return new Promise((resolve) => {
    const endWatch = watchTurnsOf(asked, turnMsMax, (told) => {
      settle({ kind: 'endless', problem: told });
    });
    const settle = (answer: Answered): void => {
      endWatch();
      worker.off('message', settle).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onStop);
      resolve(answer);
    };
    const onError = (error: unknown): void => {
      const why = error instanceof Error ? error.message : String(error);
      settle({ kind: 'lost', problem: `Its thread ended: ${why}` });
    };
    const onExit = (code: number): void => {
      settle({ kind: 'lost', problem: `Its thread ended with code ${String(code)}` });
    };
    const onStop = (): void => {
      settle({ kind: 'stopped' });
    };
    worker.on('message', settle).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onStop);
    worker.postMessage(task);
  });
}

function startThread(setup: WorkerSetup): Thread {
  const file = `./sweep-worker${extname(fileURLToPath(import.meta.url))}`;
  // Each variant of a module is code of another name, and Node would keep all of them compiled on the disk.
  const isKept = !isStrategyModule({ path: setup.strategyPath });
  const beat = new TurnBeat();
  const workerData: WorkerStart = { ...setup, turns: beat.memory };
  // What strategies print would mix with the result, so it is taken off stdout and dropped.
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData,
    stdout: true,
    execArgv: [],
    ...(isKept ? {} : { env: environmentWithout('NODE_COMPILE_CACHE') }),
  });
  worker.stdout.resume();
  // An error between two tasks is told by the thread's end, when it is asked the next time.
  worker.on('error', () => undefined);
  return { worker, beat };
}
