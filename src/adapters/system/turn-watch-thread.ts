import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import { type CodeSource, type Culprit, leaveCulprit, leaveSuspect } from './culprit-file.ts';
import { stuckLineOfMain } from './stuck-line.ts';
import { memorySuspect, TurnBeat } from './turn-beat.ts';
import { lookEvery, notReturned, TurnLength, whoseCode } from './turn-length.ts';
import { type TurnWatch } from './turn-watch.ts';

/** A process fills its memory within seconds. */
const MEMORY_LOOK_EVERY_MS = 50;

const { memory, limits, directory, memoryLimits, ...watch } = workerData as TurnWatch;
const beat = new TurnBeat(memory);
const sources = new Map(watch.sources);
const lookEveryMs = lookEvery(limits.tellAfterMs);
const length = new TurnLength(beat, { lookEveryMs, nowMs: performance.now() });
let isTold = false;
/** The author's line at which the turn was found that lasts. */
let line: string | null = null;
/** Who fills the memory, by the last look. */
let hoarder: string | null = null;
/** Whom the next process finds as suspect. */
let left: string | null = null;

parentPort?.on('message', ([name, source]: [string, CodeSource]) => {
  sources.set(name, source);
});
parentPort?.unref();

// Written past the main thread, which a turn without end keeps from writing anything.
function tell(lastsMs: number, what: string): void {
  writeSync(2, `\n${notReturned(whoseCode(beat), lastsMs, line)}: ${what}\n`);
}

function culprit(why: Culprit['why'], lastedMs: number): Culprit {
  const { name } = beat;
  return { name, why, atMs: Date.now(), lastedMs, source: sources.get(name) ?? null };
}

function record(lastsMs: number): void {
  // Outside of every turn, as in a timer of a module, nothing says whose code it is.
  if (directory === null || beat.count % 2 === 0) return;
  try {
    leaveCulprit(directory, culprit('endless', lastsMs));
    leaveSuspect(directory, null);
  } catch (error) {
    tell(lastsMs, `it cannot be recorded, so the next start runs it again: ${String(error)}`);
  }
}

/** Leaves whom to blame should the process be killed now, as by somebody who does not wait for the limit. */
function keepSuspect(lastsMs: number): void {
  if (directory === null) return;
  const isEndless = isTold && beat.count % 2 === 1;
  const why = hoarder !== null ? 'memory' : isEndless ? 'endless' : null;
  const suspect = why === null ? null : `${why} ${beat.name}`;
  if (suspect === left) return;
  left = suspect;
  try {
    leaveSuspect(directory, why === null ? null : culprit(why, lastsMs));
  } catch {
    // A full disk: who is to blame is not known then, and is run again.
  }
}

/** No signal but one is heard before the code returns. */
function howToEnd(): string {
  const isLeft = directory !== null && beat.count % 2 === 1;
  const after = isLeft ? ', and the next start quarantines the code' : '';
  return `kill -9 ${String(process.pid)} ends the process sooner: the journal loses nothing${after}`;
}

/** Looks where the code is, and says so. */
async function findLine(withinMs: number): Promise<void> {
  const { count } = beat;
  const found = await stuckLineOfMain(withinMs);
  if (found === null || beat.count !== count) return;
  line = found;
  writeSync(2, `It is at ${found}\n`);
}

setInterval(() => {
  const lastsMs = length.look(performance.now());
  if (lastsMs === 0) {
    isTold = false;
    line = null;
    keepSuspect(0);
  } else if (lastsMs >= limits.endAfterMs) {
    record(lastsMs);
    tell(lastsMs, 'ending the process; orders and positions stay as they are');
    // A thread cannot exit for the process, and the main thread hears no gentler signal.
    process.kill(process.pid, 'SIGKILL');
  } else if (lastsMs >= limits.tellAfterMs && !isTold) {
    isTold = true;
    keepSuspect(lastsMs);
    tell(lastsMs, `nothing else is done meanwhile, exits included; ${howToEnd()}`);
    void findLine(limits.endAfterMs - lastsMs);
  }
}, lookEveryMs);

if (directory !== null) {
  setInterval(() => {
    hoarder = memorySuspect(beat, process.memoryUsage.rss(), memoryLimits);
    keepSuspect(0);
  }, MEMORY_LOOK_EVERY_MS);
}
