import { map, merge } from 'rxjs';
import { expect, it } from 'vitest';

import {
  defineStrategy,
  percent,
  place,
  protect,
  selectNow,
  sell,
  squareOff,
  z,
} from '../../src/index.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { istClock, instantAt } from '../../src/model/time/ist.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { legsAtExchange } from '../support/naked-stretches.ts';
import { loadAll } from '../support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-11-03';
const RUNS = 30;
const EXIT = '14:00:00';
const UNTIL_MS = instantAt(DATE, '14:02');

/** Sells a call and a put with wide stops, at a time of its own, and closes both when all others do. */
function seller(index: number): Strategy {
  const entry = istClock(instantAt(DATE, '10:00:00') + index * 4_000);
  return defineStrategy({
    name: `seller-${String(index)}`,
    params: z.object({}),
    run: ({ at, chain, fills }) =>
      merge(
        at(entry).pipe(
          selectNow(chain('NIFTY')),
          map(({ atm }) => {
            const leg = (type: string): string => `${type}-${String(index)}`;
            return place(
              sell(atm.ce, { leg: leg('ce'), lots: 1 }),
              sell(atm.pe, { leg: leg('pe'), lots: 1 }),
            );
          }),
        ),
        fills.pipe(protect({ stop: percent(300) })),
        at(EXIT).pipe(map(() => squareOff('the same time'))),
      ),
  });
}

it('30 strategies that close at the same time take off no more stops than they can close legs', async () => {
  const strategies = await loadAll(Array.from({ length: RUNS }, (_, index) => seller(index)));
  const day = { seed: 'mass', stepMs: 1_000, date: DATE, strategies };
  const world = virtualWorld(day);
  const process = virtualProcess(world, day);
  process.start({ sources: 'left-closed' });
  driveVirtual(process.kernel, world.clock, UNTIL_MS);
  process.stop();
  const legs = legsAtExchange(world.exchange, UNTIL_MS);
  expect(legs).toHaveLength(2 * RUNS);
  // A stop is seen to be gone within a poll of a second, and its leg is closed at once.
  expect(legs.filter(({ nakedMs, netUnits }) => nakedMs > 1_500 || netUnits !== 0)).toEqual([]);
  const exits = world.exchange.orders().filter(({ extraTags }) => extraTags['role'] === 'exit');
  const afterMs = exits.map(({ updatedAtMs }) => updatedAtMs - instantAt(DATE, EXIT));
  expect(Math.min(...afterMs)).toBeLessThan(1_500);
  // 60 cancels and 60 exits at 8 messages a second take 15 seconds.
  expect(Math.max(...afterMs)).toBeLessThan(16_000);
});
