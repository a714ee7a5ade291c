import { expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { brokersKept } from '../../src/daemon/start-notices.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { noticeText } from '../../src/notices/notice.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const SECOND = { name: 'hedge-fund', brokerId: 'second_broker' };
const at = (time: string): number => instantAt(DATE, time);

async function straddle(more: Partial<LoadedStrategy>): Promise<LoadedStrategy> {
  const params = { entry: '09:20', exit: '09:40', stop: '300%' };
  return { ...valueOf(await loadStrategy(shipped('short-straddle.yaml'), params)), ...more };
}

/** Units that a broker holds of each contract, by the orders at the exchange alone. */
function heldAt(
  { exchange }: ReturnType<typeof virtualWorld>,
  brokerId: string,
): Readonly<Record<string, number>> {
  const held: Record<string, number> = {};
  for (const order of exchange.orders()) {
    if (order.brokerId !== brokerId) continue;
    const units = order.side === 'buy' ? order.filledUnits : -order.filledUnits;
    held[order.symbol] = (held[order.symbol] ?? 0) + units;
  }
  return held;
}

/** A day of two runs of one strategy in the same contracts, killed and restarted at 09:30 with what the second process knows. */
async function dayOf(restartedWith: Partial<LoadedStrategy>) {
  const options = { seed: 'two-brokers', stepMs: 1_000, journal: createMemoryJournal() };
  const world = virtualWorld(options);
  const own = await straddle({});
  const first = virtualProcess(world, {
    ...options,
    strategies: [own, await straddle({ broker: SECOND })],
  });
  first.start({ sources: 'left-closed' });
  driveVirtual(first.kernel, world.clock, at('09:30'));
  first.stop();
  const midday = [world.brokerId, SECOND.brokerId].map((id) => heldAt(world, id));
  const second = virtualProcess(world, {
    ...options,
    strategies: [own, await straddle(restartedWith)],
  });
  valueOf(second.start({ sources: 'left-closed' }));
  driveVirtual(second.kernel, world.clock, at('09:45'));
  const view = second.view();
  const kept = brokersKept(second, world.brokerId).map((notice) => noticeText(notice));
  second.stop();
  return { world, midday, view, kept };
}

it.each([
  ['the same configuration', { broker: SECOND }, null],
  ['a configuration without the broker', {}, 'the account’s own broker'],
  [
    'a configuration with another one',
    { broker: { name: 'third', brokerId: 'third' } },
    'broker "third"',
  ],
])('each run closes at its broker after a restart with %s', async (_, restartedWith, asked) => {
  const { world, midday, view, kept } = await dayOf(restartedWith);
  const [atOwn = {}, atSecond = {}] = midday;
  expect(Object.values(atOwn)).toHaveLength(2);
  expect(atSecond).toEqual(atOwn);
  expect(Object.values(atOwn).every((units) => units < 0)).toBe(true);
  for (const id of [world.brokerId, SECOND.brokerId]) {
    expect(Object.values(heldAt(world, id))).toEqual([0, 0]);
  }
  expect(heldAt(world, 'third')).toEqual({});
  expect(view.positions.map(({ netUnits }) => netUnits)).toEqual([0, 0, 0, 0]);
  expect(view.runs.map(({ broker }) => broker)).toEqual([
    { name: '', brokerId: world.brokerId },
    SECOND,
  ]);
  expect(kept).toEqual(
    asked === null
      ? []
      : [
          `It keeps broker "hedge-fund", with which it began the day: ${asked} counts from the first day that it begins with nothing open`,
        ],
  );
});

/** Two days of one journal with a call that is bought on the first and sold at 09:30 of the second. */
async function overnight(second: Partial<LoadedStrategy>, { ownId }: { readonly ownId?: string }) {
  const journal = createMemoryJournal();
  const path = shipped('overnight-call.yaml');
  const brokersOn = async (
    [date, until]: readonly [string, string],
    more: Partial<LoadedStrategy>,
    own: { readonly brokerId?: string },
  ): Promise<readonly string[]> => {
    const params = { entry: '15:00', exit: '09:30' };
    const strategies = [{ ...valueOf(await loadStrategy(path, params)), ...more }];
    const options = { date, journal, strategies, seed: 'overnight', stepMs: 60_000 };
    const world = virtualWorld(options);
    const day = virtualProcess({ ...world, ...own }, options);
    valueOf(day.start({ sources: 'left-closed' }));
    driveVirtual(day.kernel, world.clock, instantAt(date, until));
    day.stop();
    return world.exchange.orders().map(({ side, brokerId }) => `${side} ${brokerId}`);
  };
  const bought = await brokersOn(['2026-10-28', '15:45'], { broker: SECOND }, {});
  expect(bought[0]).toBe(`buy ${SECOND.brokerId}`);
  const own = ownId === undefined ? {} : { brokerId: ownId };
  return brokersOn(['2026-10-29', '10:00'], second, own);
}

it.each([
  ['asks for the same broker', { broker: SECOND }],
  ['asks for the account’s own', {}],
  ['asks for a third', { broker: { name: 'third', brokerId: 'third' } }],
])('a position is closed where it was carried, though its run %s', async (_, second) => {
  const sent = await overnight(second, {});
  expect(sent.length).toBeGreaterThan(0);
  expect(new Set(sent.map((line) => line.split(' ')[1]))).toEqual(new Set([SECOND.brokerId]));
});
