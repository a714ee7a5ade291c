import { map } from 'rxjs';
import { expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { defineStrategy, place, selectNow, sell, z } from '../../src/index.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { tellTwinsApart } from '../../src/results/reading/read-result.ts';
import { breakdownOf } from '../../src/results/statistics/outcomes.ts';
import { processOf } from '../support/recorded-day.ts';
import { valueOf } from '../support/simulated-day.ts';

/** Names its leg by the lots that its store has seen, those of today included. */
const counter = defineStrategy({
  name: 'counter',
  params: z.object({ lots: z.int() }),
  run: ({ params: { lots }, at, chain, store }) => {
    const sum = Number(store.get('lots') ?? 0) + lots;
    store.set('lots', sum);
    return at('09:20').pipe(
      selectNow(chain('NIFTY')),
      map(({ atm }) => place(sell(atm.ce, { leg: `sum${String(sum)}`, lots }))),
    );
  },
});

/** One strategy twice, under other parameters, as a configuration may list it. */
const TWINS = [1, 10].map((lots): LoadedStrategy => ({
  path: 'counter.ts',
  strategy: counter,
  params: { lots },
  sourceHash: 'a'.repeat(64),
}));
const [FIRST, SECOND] = ['2026-10-29', '2026-10-30'];
const DAYS = { underlyings: ['NIFTY'], from: FIRST, to: SECOND };
const LEGS = ['counter / sum1', 'counter / sum2', 'counter#2 / sum10', 'counter#2 / sum20'];

it('a strategy that runs twice has two names in a result, and two stores', async () => {
  const prices = { generate: '7', ...DAYS };
  const result = valueOf(await backtest({ strategies: TWINS, prices, from: FIRST }));
  const { days, trades } = result;
  expect(result.strategies.map(({ name, params }) => [name, params])).toEqual([
    ['counter', { lots: 1 }],
    ['counter#2', { lots: 10 }],
  ]);
  const legsOf = (items: readonly { readonly strategy: string; readonly leg: string }[]) =>
    [...new Set(items.map(({ strategy, leg }) => `${strategy} / ${leg}`))].sort();
  expect(legsOf(days.flatMap(({ fills }) => fills))).toEqual(LEGS);
  expect(legsOf(days.flatMap(({ legs }) => legs))).toEqual(LEGS);
  expect(legsOf(trades)).toEqual(LEGS);
  const { byStrategy, byLeg } = breakdownOf(days, trades);
  expect(byStrategy.map(({ key }) => key)).toEqual(['counter', 'counter#2']);
  expect(byLeg.map(({ key }) => key)).toEqual(LEGS);
});

it('results of programs that gave both one name are read with two', async () => {
  const prices = { generate: '7', ...DAYS, to: FIRST };
  const result = valueOf(await backtest({ strategies: TWINS, prices, from: FIRST }));
  const oneName = <Of extends object>(of: Of): Of => ({ ...of, strategy: 'counter' });
  const older = {
    ...result,
    strategies: result.strategies.map((of) => ({ ...of, name: 'counter' })),
    days: result.days.map((day) => ({
      ...day,
      fills: day.fills.map(oneName),
      legs: day.legs.map(oneName),
    })),
    trades: result.trades.map(oneName),
  };
  expect(older).not.toEqual(result);
  expect(tellTwinsApart(older)).toEqual(result);
  expect(tellTwinsApart(result)).toBe(result);
});

it('each finds its own store on the next day of a journal', async () => {
  const journal = createMemoryJournal();
  const legs: string[] = [];
  for (const date of [FIRST, SECOND]) {
    const process = await processOf({
      journal,
      strategies: TWINS,
      fromMs: instantAt(date, '09:14'),
      untilMs: instantAt(date, '09:25'),
      date,
    });
    process.day.stop();
    legs.push(...process.day.view().intents.map(({ runId, leg }) => `${runId} ${leg}`));
  }
  expect(legs.filter((leg, at) => legs.indexOf(leg) === at)).toEqual([
    `counter@${FIRST}/paper sum1`,
    `counter#2@${FIRST}/paper sum10`,
    `counter@${SECOND}/paper sum2`,
    `counter#2@${SECOND}/paper sum20`,
  ]);
});
