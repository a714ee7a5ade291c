import { performance } from 'node:perf_hooks';

import { World } from '../../src/host/world.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { HeapClock } from './heap-clock.ts';

const TIMERS = 100;
const MINUTE_MS = 60_000;
const MINUTES = 3_000;
const ROUNDS = 15;

/**
 * A run's virtual clock with 100 timers that repeat, against the same on a bare heap: the heap's time over ours, so
 * more is better.
 *
 * @throws {RangeError} when the two did not fire equally often
 */
export function virtualTimersBench(): readonly BenchRatio[] {
  let fired = 0;
  const fire = (): void => {
    fired += 1;
  };
  const world = new World('bench');
  const clock = new HeapClock(0);
  for (let timer = 0; timer < TIMERS; timer += 1) {
    const everyMs = MINUTE_MS + 100 * timer;
    clock.every(everyMs, fire);
    world.setTimer(fire, { delayMs: everyMs, isRepeated: true });
  }
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bareMs = elapsedMs(round, (atMs) => {
      clock.advanceTo(atMs);
    });
    const bareFired = fired;
    fired = 0;
    const ownMs = elapsedMs(round, (atMs) => {
      world.fireDue(atMs, () => false);
      world.moveTo(atMs);
    });
    if (fired !== bareFired) throw new RangeError('The clocks fired unequally often');
    fired = 0;
    ratios.push(bareMs / ownMs);
  }
  const name = 'bare heap / virtual clock, 100 timers, moved on minute by minute';
  // The first rounds warm the compiler up.
  return [{ name, ratio: median(ratios.slice(ROUNDS / 3)), must: 0.6, aim: 0.75 }];
}

function elapsedMs(round: number, advance: (atMs: number) => void): number {
  const startMs = performance.now();
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    advance((round * MINUTES + minute) * MINUTE_MS);
  }
  return performance.now() - startMs;
}
