import { ignoreElements, map, merge, switchMap, take, tap } from 'rxjs';

import { daysOf } from '../../src/backtest/backtest-days.ts';
import { createBacktestWorld } from '../../src/backtest/backtest-world.ts';
import { runBacktest } from '../../src/backtest/backtest.ts';
import { buy, defineStrategy, place, squareOff, z } from '../../src/index.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { TIMERS } from './bare-loop.ts';
import { crossOfAverages } from './cross-of-averages.ts';
import { crossPrices } from './cross-prices.ts';
import { measurePasses } from './measure-passes.ts';

/** The same decisions as the floor's, by the whole runtime, in a process of its own. */
const MINUTE_MS = 60_000;
let crosses = 0;
let timersFired = 0;

/** Buys a call when the fast average comes to be above the slow one, and sells it when it comes to be below. */
const averages = defineStrategy({
  name: 'moving-average-cross',
  params: z.object({}),
  run: ({ bars, chain, every }) => {
    const timers = Array.from({ length: TIMERS }, (_, index) => every((index + 1) * MINUTE_MS));
    const fired = tap(() => {
      timersFired += 1;
    });
    return merge(
      merge(...timers).pipe(fired, ignoreElements()),
      chain('NIFTY').pipe(
        take(1),
        switchMap(({ atm }) =>
          crossOfAverages(bars('NIFTY', 1)).pipe(
            tap(() => {
              crosses += 1;
            }),
            map((isAbove) =>
              isAbove ? place(buy(atm.ce, { leg: 'call', lots: 1 })) : squareOff('crossed back'),
            ),
          ),
        ),
      ),
    );
  },
});

const prices = crossPrices();
const knowledge = loadMarketKnowledge();
// As it is after loading: what loads strategies is no part of a backtest.
const strategies = [{ path: 'averages', strategy: averages, params: {}, sourceHash: 'averages' }];
const days = daysOf(prices, knowledge);
const world = createBacktestWorld({ knowledge, prices, seed: 'bench' });
await measurePasses(async () => {
  crosses = 0;
  timersFired = 0;
  const result = await runBacktest({ prices, days, world }, { strategies });
  const fills = result.days.reduce((sum, day) => sum + day.fills.length, 0);
  return { crosses, timersFired, fills };
});
