import { performance } from 'node:perf_hooks';

import { KeyedSubject } from '../../src/streams/keyed-subject.ts';
import { type BenchRatio } from './bench-ratio.ts';

const STRATEGIES = 100;
const EVENTS = 200_000;
const ROUNDS = 7;

/**
 * One event to one of 100 strategies by its key, against a plain Map of functions: the Map's time over ours, so more is
 * better.
 *
 * @throws {RangeError} when an event did not arrive
 */
export function keyedDispatchBench(): readonly BenchRatio[] {
  const keys = Array.from({ length: STRATEGIES }, (_, index) => `strategy-${String(index)}`);
  let received = 0;
  const plain = new Map(keys.map((key) => [key, (value: number): number => (received += value)]));
  const keyed = new KeyedSubject<string, number>();
  for (const key of keys) {
    keyed.of(key).subscribe({
      next: (value) => {
        received += value;
      },
      error: () => undefined,
    });
  }
  const ratios = Array.from({ length: ROUNDS }, () => {
    const plainMs = elapsedMs(keys, (key) => plain.get(key)?.(1));
    const keyedMs = elapsedMs(keys, (key) => {
      keyed.publish(key, 1);
    });
    return plainMs / keyedMs;
  }).sort((left, right) => left - right);
  if (received !== 2 * ROUNDS * EVENTS) throw new RangeError('Events were lost');
  const ratio = ratios[ROUNDS >> 1] ?? 0;
  return [{ name: 'Map dispatch / keyed dispatch to 100 strategies', ratio, must: 0.2, aim: 0.4 }];
}

function elapsedMs(keys: readonly string[], send: (key: string) => void): number {
  const startMs = performance.now();
  for (let event = 0; event < EVENTS; event += 1) send(keys[event % STRATEGIES] ?? '');
  return performance.now() - startMs;
}
