import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

import { TurnBeat } from './turn-beat.ts';
import { type TurnLimits } from './turn-watch.ts';

const { memory, limits } = workerData as {
  readonly memory: SharedArrayBuffer;
  readonly limits: TurnLimits;
};
const beat = new TurnBeat(memory);
const lookEveryMs = Math.min(500, limits.tellAfterMs / 4);
let count = beat.count;
let lookedAtMs = performance.now();
let lastsMs = 0;
let isTold = false;

// Written past the main thread, which a turn without end keeps from writing anything.
function tell(what: string): void {
  const seconds = String(Math.round(lastsMs / 100) / 10);
  writeSync(
    2,
    `\nThe strategy's code of "${beat.name}" has not returned for ${seconds} s: ${what}\n`,
  );
}

setInterval(() => {
  const nowMs = performance.now();
  // A machine that slept, or a process that was held, is no turn that lasts.
  lastsMs += Math.min(nowMs - lookedAtMs, 2 * lookEveryMs);
  lookedAtMs = nowMs;
  if (beat.count !== count || count % 2 === 0) {
    count = beat.count;
    lastsMs = 0;
    isTold = false;
  } else if (lastsMs >= limits.endAfterMs) {
    tell('ending the process; orders and positions stay as they are');
    // A thread cannot exit for the process, and the main thread hears no gentler signal.
    process.kill(process.pid, 'SIGKILL');
  } else if (lastsMs >= limits.tellAfterMs && !isTold) {
    isTold = true;
    tell('nothing else is done meanwhile, exits included');
  }
}, lookEveryMs);
