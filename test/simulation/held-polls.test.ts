import { map, merge, switchMap, take, withLatestFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Effect } from '../../src/engine/effect.ts';
import {
  alert,
  buy,
  defineStrategy,
  marketable,
  place,
  sell,
  squareOff,
  z,
} from '../../src/index.ts';
import { type Venue } from '../../src/kernel/venue.ts';
import { loadAll, shipped } from '../support/simulated-day.ts';
import { virtualDay, type VirtualDayOptions } from '../support/virtual-day.ts';

/** Says all that it sees, with its age. */
const watcher = defineStrategy({
  name: 'watcher',
  params: z.object({}),
  run: ({ chain, prices, bars, every, orders, session }) => {
    const options = chain('NIFTY', { quotedStrikes: 2 });
    return merge(
      session.pipe(map(({ edge }) => [edge])),
      options.pipe(map(({ spotPaise, atm, seen }) => ['chain', spotPaise, atm.strikePaise, seen])),
      prices('NIFTY').pipe(map((price) => ['price', price])),
      bars('NIFTY', 1).pipe(map((bar) => ['bar', bar])),
      orders.pipe(map((order) => ['order', order])),
      every(7_300).pipe(
        withLatestFrom(options),
        map(([{ atMs }, { seen, byPremium }]) => [
          'age',
          atMs - seen.observedAtMs,
          byPremium('CE', 8_000).symbol,
        ]),
      ),
    ).pipe(map((sight) => alert('info', JSON.stringify(sight))));
  },
});

/** Looks at bars all day, and at prices and chains now and then. */
const barWatcher = defineStrategy({
  name: 'bar-watcher',
  params: z.object({}),
  run: ({ at, bars, chain, every, prices }) =>
    merge(
      bars('NIFTY', 1),
      bars('NIFTY', 5),
      every(61_000),
      at('11:00:07').pipe(switchMap(() => bars('NIFTY', 3))),
      at('12:00:00').pipe(switchMap(() => prices('NIFTY').pipe(take(9)))),
      at('13:00:20').pipe(switchMap(() => chain('NIFTY', { quotedStrikes: 1 }).pipe(take(9)))),
      at('14:00:00').pipe(
        switchMap(() => chain('NIFTY').pipe(take(1))),
        switchMap(({ atm }) => merge(bars(atm.ce, 1), prices(atm.pe).pipe(take(5)))),
      ),
    ).pipe(map((sight) => alert('info', JSON.stringify(sight)))),
});

/** Buys and sells through the market at ten, and squares off at eleven: the limits of the engine say at which price. */
const leaver = defineStrategy({
  name: 'leaver',
  params: z.object({}),
  run: ({ at, chain }) =>
    chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) => {
        const order = { lots: 1, terms: marketable(10) };
        const enter = () =>
          place(buy(atm.ce, { leg: 'ce', ...order }), sell(atm.pe, { leg: 'pe', ...order }));
        const leave = () => squareOff('an hour later');
        return merge(at('10:00').pipe(map(enter)), at('11:00').pipe(map(leave)));
      }),
    ),
});

/** The venue as one that does not know until when its answers stand. */
function withoutHolds(venue: Venue): Venue {
  return {
    ...venue,
    poll: (poll, atMs) => {
      const answer = venue.poll(poll, atMs);
      if (answer instanceof Promise || answer.subject !== poll.subject) return answer;
      return { ...answer, holdsUntilMs: -Infinity };
    },
  };
}

interface Played {
  readonly commands: readonly string[];
  /** What left, and what runs were shown besides prices, in order. */
  readonly trace: readonly string[];
  /** Of the orders and, where they are polled, of prices. */
  readonly polls: number;
  /** Steps of the engine. */
  readonly steps: number;
}

function play(options: Omit<VirtualDayOptions, 'onStep'>): Played {
  const trace: string[] = [];
  let polls = 0;
  let steps = 0;
  const take = (effect: Effect): void => {
    if (effect.kind === 'poll') polls += 1;
    if (effect.kind === 'attempt' || effect.kind === 'record' || effect.kind === 'notice') {
      trace.push(JSON.stringify(effect));
    }
    if (effect.kind === 'deliver' && effect.input.kind !== 'quotes-observed') {
      trace.push(JSON.stringify(effect));
    }
  };
  const commands = virtualDay({
    ...options,
    onStep: (_event, effects) => {
      steps += 1;
      effects.forEach(take);
    },
  });
  return { commands, trace, polls, steps };
}

describe('prices that are pushed, and polls that are left out', async () => {
  const strategies = await loadAll([
    watcher,
    shipped('short-straddle.ts'),
    shipped('iron-condor.ts'),
    shipped('opening-range-breakout.ts'),
  ]);
  const straddle = await loadAll([shipped('short-straddle.ts')]);

  const bothWays = (options: Omit<VirtualDayOptions, 'onStep' | 'strategies'>) => ({
    held: play({ ...options, strategies }),
    whole: play({ ...options, strategies, arePolled: true, through: withoutHolds }),
  });

  it.each(Array.from({ length: 50 }, (_, seed) => seed))(
    'change nothing that a strategy sees or that is sent, seed %i',
    (seed) => {
      const stepMs = [2_000, 3_700, 5_000, 15_000, 70_000][seed % 5] ?? 1_000;
      const until = seed % 25 === 0 ? '15:32' : '09:31';
      const { held, whole } = bothWays({ seed: String(seed), stepMs, until });
      expect(held.commands).toEqual(whole.commands);
      expect(held.trace).toEqual(whole.trace);
      expect(held.polls).toBeLessThan(whole.polls);
    },
  );

  it.each([
    ['polls once in 5 s', { quotesPollMs: 5_000, ordersWorkingPollMs: 5_000 }],
    ['orders idle as often as busy', { ordersIdlePollMs: 1_000 }],
    ['polls out of step', { quotesPollMs: 1_700, ordersWorkingPollMs: 900 }],
  ])('change nothing either with %s', (_, limits) => {
    const { held, whole } = bothWays({ seed: 'other', stepMs: 4_000, limits, until: '09:40' });
    expect(held.commands).toEqual(whole.commands);
    expect(held.trace).toEqual(whole.trace);
  });

  it.each([
    [[shipped('short-straddle.ts')]],
    [[shipped('delta-strangle.ts')]],
    [[shipped('iron-condor.ts')]],
    [[shipped('opening-range-breakout.ts')]],
    [[barWatcher]],
    [[shipped('short-straddle.ts'), barWatcher]],
    [[shipped('iron-condor.ts'), shipped('opening-range-breakout.ts')]],
    [[watcher, barWatcher]],
  ] as const)('change nothing over a whole day of %o', async (names) => {
    const options = { strategies: await loadAll(names), seed: 'known', stepMs: 15_000 };
    const pushed = play(options);
    const polled = play({ ...options, arePolled: true });
    expect(pushed.commands).toEqual(polled.commands);
    expect(pushed.trace).toEqual(polled.trace);
    expect(pushed.steps).toBeLessThanOrEqual(polled.steps);
  });

  it('change nothing where exits rest at the least price that there is', async () => {
    const strategies = await loadAll([shipped('iron-condor.ts')]);
    for (const seed of ['r2', 'r3']) {
      const options = { strategies, seed, date: '2026-11-03', stepMs: 15_000 };
      const pushed = play(options);
      const polled = play({ ...options, arePolled: true });
      expect(pushed.commands).toEqual(polled.commands);
      expect(pushed.trace).toEqual(polled.trace);
      expect(pushed.steps).toBeLessThan(polled.steps / 8);
    }
  });

  it.each([-0.5, -2, -9])(
    'change nothing where exits rest beside the market and follow it, buffer %d %%',
    async (optionBufferPercent) => {
      const strategies = await loadAll([leaver]);
      for (const stepMs of [7_300, 60_000]) {
        const options = { strategies, seed: 'leave', stepMs, limits: { optionBufferPercent } };
        const pushed = play(options);
        const polled = play({ ...options, arePolled: true });
        expect(pushed.commands).toEqual(polled.commands);
        expect(pushed.trace).toEqual(polled.trace);
        expect(pushed.trace.some((line) => line.includes('"kind":"modify"'))).toBe(true);
      }
    },
  );

  it('are most of them on a day of minute prices', () => {
    const options = { strategies: straddle, seed: 'quiet', stepMs: 15_000 };
    const held = play(options);
    const whole = play({ ...options, arePolled: true, through: withoutHolds });
    expect(held.commands.length).toBeGreaterThan(2);
    expect(held.polls).toBeLessThan(whole.polls / 8);
  });
});
