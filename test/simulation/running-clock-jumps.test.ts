import { describe, expect, it } from 'vitest';

import { createCommandLog } from '../../src/day/command-log.ts';
import { createStrategyStores } from '../../src/day/strategy-stores.ts';
import { TradingDay } from '../../src/day/trading-day.ts';
import { SteadyClock } from '../../src/kernel/clocks.ts';
import { StallWatch } from '../../src/kernel/stall-watch.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt, istClock, MINUTE_MS } from '../../src/model/time/ist.ts';
import { type NoticeCode } from '../../src/notices/notice.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const knowledge = loadMarketKnowledge();
const at = (time: string): number => instantAt(DATE, time);

/** How far the wall clock is off, from a time of the world on, whose time passes evenly. */
interface Jump {
  readonly at: string;
  readonly byMs: number;
}

interface Jumped {
  /** World times at which orders of each role were placed. */
  readonly placed: Readonly<Record<string, readonly string[]>>;
  /** From the first jump on. */
  readonly told: readonly NoticeCode[];
  readonly netUnits: readonly number[];
}

/** A live day of a straddle, on a machine whose wall clock is set while it runs. */
async function dayOf(
  { entry, exit }: { readonly entry: string; readonly exit: string },
  ...jumps: readonly Jump[]
): Promise<Jumped> {
  const params = { entry, exit, stop: '300%' };
  const strategy = valueOf(await loadStrategy(shipped('short-straddle.yaml'), params));
  const world = virtualWorld({ seed: 'jumps', stepMs: 1_000 });
  world.clock.advanceTo(at(entry) - 2 * MINUTE_MS);
  let offsetMs = 0;
  const worldMs = world.clock.nowMs;
  const clock = new SteadyClock({ wallMs: () => worldMs() + offsetMs, monotonicMs: worldMs });
  const elements: (PlaceElement & { readonly time: string })[] = [];
  const told: NoticeCode[] = [];
  const day = new TradingDay({
    ...{ day: knowledge.calendar.day(DATE), knowledge, clock, strategies: [strategy] },
    ...{ mode: 'live', account: 'default', brokerId: world.brokerId, seed: 'jumps' },
    ...{ requests: 'at-once', limits: {}, stores: createStrategyStores() },
    venue: {
      ...world.venue,
      attempt: (attempt, atMs) => {
        const time = istClock(worldMs()).slice(0, 5);
        const placed = attempt.kind === 'place' ? attempt.request.elements : [];
        elements.push(...placed.map((element) => ({ ...element, time })));
        return world.venue.attempt(attempt, atMs);
      },
    },
    stalls: new StallWatch(clock, 1, () => 0),
    log: createCommandLog({ write: () => undefined }),
    onNotice: ({ code }) => told.push(code),
  });
  valueOf(day.start({ sources: 'left-closed' }));
  for (let nowMs = worldMs(); nowMs < at(exit) + 3 * MINUTE_MS; nowMs += 1_000) {
    world.clock.advanceTo(nowMs);
    const jump = jumps.find((of) => at(of.at) === nowMs);
    if (jump === jumps[0] && jump !== undefined) told.length = 0;
    offsetMs = jump?.byMs ?? offsetMs;
    day.kernel.tick();
  }
  const netUnits = day.view().positions.map((of) => of.netUnits);
  day.stop();
  expect(new Set(elements.map(({ tag }) => tag)).size).toBe(elements.length);
  const byRole = Object.groupBy(elements, ({ extraTags }) => extraTags['role'] ?? '');
  const placed = Object.entries(byRole).map(([role, of = []]) => [
    role,
    of.map(({ time }) => time),
  ]);
  return { placed: Object.fromEntries(placed) as Jumped['placed'], told, netUnits };
}

const MORNING = { entry: '09:20', exit: '09:30' };

describe('a running day whose wall clock is set', () => {
  it('forward over an exit: the exit leaves at once, each leg once, and people hear of the gap', async () => {
    const { placed, told, netUnits } = await dayOf(MORNING, { at: '09:24', byMs: 10 * MINUTE_MS });
    expect(placed).toMatchObject({ entry: ['09:20', '09:20'], exit: ['09:24', '09:24'] });
    expect(told).toEqual(['stalled', 'square-off-started', 'squared-off']);
    expect(netUnits).toEqual([0, 0]);
  });

  it('forward over an exit and back again: nothing leaves a second time', async () => {
    const jumps = [
      { at: '09:24', byMs: 10 * MINUTE_MS },
      { at: '09:27', byMs: 0 },
    ];
    const { placed, told, netUnits } = await dayOf(MORNING, ...jumps);
    expect(placed).toMatchObject({ entry: ['09:20', '09:20'], exit: ['09:24', '09:24'] });
    expect(told).toContain('halted');
    expect(netUnits).toEqual([0, 0]);
  });

  it('back before an exit: it leaves when its time has passed, each leg once, and the account is halted', async () => {
    const { placed, told, netUnits } = await dayOf(MORNING, { at: '09:24', byMs: -10 * MINUTE_MS });
    expect(placed).toMatchObject({ entry: ['09:20', '09:20'], exit: ['09:30', '09:30'] });
    expect(told).toEqual(['halted', 'square-off-started', 'squared-off']);
    expect(netUnits).toEqual([0, 0]);
  });

  it('back over the entry: it does not enter again', async () => {
    const { placed } = await dayOf(MORNING, { at: '09:21', byMs: -10 * MINUTE_MS });
    expect(placed).toMatchObject({ entry: ['09:20', '09:20'], exit: ['09:30', '09:30'] });
  });

  it('forward over the close: nothing is sent any more, and all that is open is reported', async () => {
    const afternoon = { entry: '15:00', exit: '15:10' };
    const { placed, told, netUnits } = await dayOf(afternoon, {
      at: '15:05',
      byMs: 45 * MINUTE_MS,
    });
    expect(Object.keys(placed)).toEqual(['entry', 'stop']);
    expect(told).toEqual(
      expect.arrayContaining(['stalled', 'held-at-close', 'not-squared-off-at-close', 'not-flat']),
    );
    expect(netUnits).toEqual([-65, -65]);
  });
});
