import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { wait } from '../../adapters/system/machine-time.ts';
import { TurnBeat } from '../../adapters/system/turn-beat.ts';
import { watchTurnsOf } from '../../adapters/system/turn-length.ts';
import { problem } from '../../base/problem.ts';
import { type TrialAnswer, type TrialTask, type TrialWorkerStart } from './run-trial.ts';

/** How long a trial may take. */
export interface TrialDeadlines {
  /** One turn, or the loading of a module that does not wait. @default 5000 */
  readonly turnMs?: number;
  /** All of a trial, waiting included. @default 60000 */
  readonly wholeMs?: number;
}

const TURN_MS = 5_000;
const WHOLE_MS = 60_000;

/**
 * Tries strategies on a thread of its own, one after the other: what their modules keep or leave running is not of this
 * process's runs, and code that never returns is ended.
 */
export class TrialThread {
  readonly #turnMs: number;
  readonly #wholeMs: number;
  #thread: Thread | null = null;

  constructor({ turnMs = TURN_MS, wholeMs = WHOLE_MS }: TrialDeadlines = {}) {
    this.#turnMs = turnMs;
    this.#wholeMs = wholeMs;
  }

  /** Tries a strategy; never two at a time. */
  async try(task: TrialTask): Promise<TrialAnswer> {
    const answer = await this.#answerOf((this.#thread ??= startThread()), task);
    if (answer.kind === 'endless' || answer.kind === 'lost') await this.close();
    return answer;
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }

  #answerOf(thread: Thread, task: TrialTask): Promise<TrialAnswer> {
    const { worker } = thread;
    const { promise, resolve } = Promise.withResolvers<TrialAnswer>();
    const { path } = task;
    const giveUp = (kind: 'endless' | 'lost', message: string, next: string | null): void => {
      resolve({ kind, problems: [problem(message, { file: path, next })] });
    };
    const endWatch = watchTurnsOf(thread, this.#turnMs, (message) => {
      giveUp('endless', message, 'Look for a loop that never ends');
    });
    const answered = new AbortController();
    void wait(this.#wholeMs, answered.signal).then(() => {
      const seconds = String(this.#wholeMs / 1_000);
      const message = `The trial of "${basename(path)}" has not ended after ${seconds} s`;
      giveUp('lost', message, 'Look for an await at its top level that never ends');
    });
    const onError = (error: unknown): void => {
      const why = error instanceof Error ? error.message : String(error);
      giveUp('lost', `The trial of "${basename(path)}" ended: ${why}`, null);
    };
    const onExit = (code: number): void => {
      onError(`its thread was ended with code ${String(code)}`);
    };
    worker.on('message', resolve).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
    return promise.finally(() => {
      endWatch();
      answered.abort();
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    });
  }
}

interface Thread {
  readonly worker: Worker;
  readonly beat: TurnBeat;
}

function startThread(): Thread {
  const beat = new TurnBeat();
  const file = `./trial-worker${extname(fileURLToPath(import.meta.url))}`;
  const workerData: TrialWorkerStart = { turns: beat.memory };
  // What strategies print goes where it does in this thread.
  const worker = new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] });
  // The next trial reports what goes wrong between two.
  worker.on('error', () => undefined);
  return { worker, beat };
}
