import { parentPort, Worker, workerData } from 'node:worker_threads';

import {
  type RunAnswer,
  type RunCall,
  type RunHost,
  type RunListener,
} from '../../src/ports/run-host.ts';
import { loadingHost } from './loading-host.ts';

type Said =
  | { readonly runId: string; readonly answer: RunAnswer }
  | { readonly runId: string; readonly reason: string };

/** A host in a thread of its own. It answers later, in text. */
export class ThreadedHost implements RunHost {
  readonly #thread = new Worker(new URL(import.meta.url), { workerData: 'host' });

  constructor() {
    this.#thread.unref();
  }

  listen({ onTurn, onOutside }: RunListener): void {
    this.#thread.removeAllListeners('message');
    this.#thread.on('message', (text: string) => {
      const said = JSON.parse(text) as Said;
      if ('answer' in said) onTurn(said.runId, said.answer);
      else onOutside(said.runId, said.reason);
    });
  }

  tell(runId: string, call: RunCall): void {
    this.#thread.postMessage(JSON.stringify({ runId, call }));
  }

  stop(runId: string): void {
    this.#thread.postMessage(JSON.stringify({ runId }));
  }
}

function serve(): void {
  const host = loadingHost();
  const say = (said: Said): void => {
    parentPort?.postMessage(JSON.stringify(said));
  };
  host.listen({
    onTurn: (runId, answer) => {
      say({ runId, answer });
    },
    onOutside: (runId, reason) => {
      say({ runId, reason });
    },
  });
  parentPort?.on('message', (text: string) => {
    const { runId, call } = JSON.parse(text) as { runId: string; call?: RunCall };
    if (call === undefined) host.stop(runId);
    else host.tell(runId, call);
  });
}

if (workerData === 'host') serve();
