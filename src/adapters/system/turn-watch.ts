import { url as debuggerAddress } from 'node:inspector';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { TurnBeat } from './turn-beat.ts';

/** How long the code of a strategy may go on without returning. */
export interface TurnLimits {
  /** Then people are told. */
  readonly tellAfterMs: number;
  /** Then the process is ended: nothing in it, not even a signal, is heard before the code returns. */
  readonly endAfterMs: number;
}

/** How often what is loaded shows that it only waits. */
const ALIVE_EVERY_MS = 100;

let beat = new TurnBeat();
let armed: TurnLimits | null = null;

/** From the next turn on, a thread of its own watches that turns end. Not under a debugger, where they may stand still. */
export function armTurnWatch(limits: TurnLimits): void {
  if (debuggerAddress() === undefined) armed = limits;
}

/** From now on turns are marked where the thread looks that started this one, and ends it when one does not end. */
export function markTurnsIn(memory: SharedArrayBuffer): void {
  beat = new TurnBeat(memory);
}

/** Lets a strategy's code run, marked as a turn of the run of that name. */
export function asTurn<Value>(name: string, work: () => Value): Value {
  if (armed !== null) start(armed);
  beat.begin(name);
  try {
    return work();
  } finally {
    beat.end();
  }
}

/**
 * Lets code be loaded, watched as a turn is: it ends the process when it does not return. While it only waits, as at an
 * `await` of its own, the process hears signals, and it may take as long as it likes.
 */
export async function asLoading<Value>(name: string, load: () => Promise<Value>): Promise<Value> {
  if (armed !== null) start(armed);
  beat.begin(name);
  const alive = setInterval(() => {
    beat.end();
    beat.begin(name);
  }, ALIVE_EVERY_MS).unref();
  try {
    return await load();
  } finally {
    clearInterval(alive);
    beat.end();
  }
}

function start(limits: TurnLimits): void {
  armed = null;
  const file = `./turn-watch-thread${extname(fileURLToPath(import.meta.url))}`;
  const workerData = { memory: beat.memory, limits };
  new Worker(new URL(file, import.meta.url), { workerData }).unref();
}
