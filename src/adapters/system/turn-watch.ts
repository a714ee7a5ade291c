import { url as debuggerAddress } from 'node:inspector';
import { totalmem } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';

import { asCodeOf } from './code-owner.ts';
import { type CodeSource } from './culprit-file.ts';
import { type MemoryLimits, TurnBeat } from './turn-beat.ts';

/** How long the code of a strategy may go on without returning. */
export interface TurnLimits {
  /** Then it is reported. */
  readonly tellAfterMs: number;
  /** Then the process ends: it hears nothing, not even a signal, before the code returns. */
  readonly endAfterMs: number;
}

/** What the watching thread is started with. */
export interface TurnWatch {
  readonly memory: SharedArrayBuffer;
  readonly limits: TurnLimits;
  /** Where it leaves who ended the process; null: nowhere. */
  readonly directory: string | null;
  readonly sources: ReadonlyMap<string, CodeSource>;
  readonly memoryLimits: MemoryLimits;
}

/** How often what is loaded shows that it only waits, and a process that it hears events. */
const ALIVE_EVERY_MS = 100;

let beat = new TurnBeat();
let armed: TurnLimits | null = null;
let directory: string | null = null;
let isWatchedBetween = false;
let thread: Worker | null = null;
const sources = new Map<string, CodeSource>();

/** From the next turn on, a thread watches that turns end. Not under a debugger. */
export function armTurnWatch(limits: TurnLimits): void {
  if (debuggerAddress() === undefined) armed = limits;
}

/** Also watches that the process hears events between turns. Not where the program itself may work for long. Only before the first turn. */
export function watchBetweenTurns(): void {
  isWatchedBetween = true;
}

/** Has the thread leave in a directory whose code ended the process. Only before the first turn. */
export function recordCulprits(inDirectory: string): void {
  directory = inDirectory;
}

/** Says what code a name stands for, so that it is recorded with it. */
export function nameSource(name: string, { path, sourceHash }: CodeSource): void {
  const source: CodeSource = { path, sourceHash };
  sources.set(name, source);
  thread?.postMessage([name, source]);
}

/** From now on turns are marked where the thread looks that started this one, and ends it when one does not end. */
export function markTurnsIn(memory: SharedArrayBuffer): void {
  beat = new TurnBeat(memory);
}

/** Lets a strategy's code run, marked as a turn of the run of that name, whose code it is. */
export function asTurn<Value>(name: string, work: () => Value): Value {
  if (armed !== null) start(armed);
  beat.begin(name);
  try {
    return asCodeOf(name, work);
  } finally {
    beat.end();
  }
}

/** Loads code, watched like a turn: the process ends if it does not return. At an `await` it may take any time. */
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
  const memoryLimits: MemoryLimits = {
    heapBytes: getHeapStatistics().heap_size_limit,
    processBytes: Math.min(process.constrainedMemory() || Infinity, totalmem()),
  };
  const { memory } = beat;
  const workerData: TurnWatch = { memory, limits, directory, sources, memoryLimits };
  thread = new Worker(new URL(file, import.meta.url), { workerData });
  thread.unref();
  if (isWatchedBetween) showAlive();
}

/** Code that a strategy left to run after its turn, as in a promise's callback, holds up the process as well. */
function showAlive(): void {
  beat.live();
  setInterval(() => {
    beat.live();
  }, ALIVE_EVERY_MS).unref();
}
