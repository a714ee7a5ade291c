import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

import { TurnBeat } from './turn-beat.ts';
import { lookEvery, notReturned, TurnLength } from './turn-length.ts';
import { type TurnLimits } from './turn-watch.ts';

const { memory, limits } = workerData as {
  readonly memory: SharedArrayBuffer;
  readonly limits: TurnLimits;
};
const beat = new TurnBeat(memory);
const lookEveryMs = lookEvery(limits.tellAfterMs);
const length = new TurnLength(beat, { lookEveryMs, nowMs: performance.now() });
let isTold = false;

// Written past the main thread, which a turn without end keeps from writing anything.
function tell(lastsMs: number, what: string): void {
  writeSync(2, `\n${notReturned(beat.name, lastsMs)}: ${what}\n`);
}

setInterval(() => {
  const lastsMs = length.look(performance.now());
  if (lastsMs === 0) {
    isTold = false;
  } else if (lastsMs >= limits.endAfterMs) {
    tell(lastsMs, 'ending the process; orders and positions stay as they are');
    // A thread cannot exit for the process, and the main thread hears no gentler signal.
    process.kill(process.pid, 'SIGKILL');
  } else if (lastsMs >= limits.tellAfterMs && !isTold) {
    isTold = true;
    tell(lastsMs, 'nothing else is done meanwhile, exits included');
  }
}, lookEveryMs);
