import { map, merge } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { backtest, prepareBacktest } from '../../src/backtest/backtest.ts';
import { buy, defineStrategy, place, selectNow, sell, squareOff, z } from '../../src/index.ts';
import { runVariant } from '../../src/research/sweep/run-variant.ts';
import { type BacktestDay, type BacktestResult } from '../../src/results/backtest-result.ts';
import { failedDaysText } from '../../src/results/sweep/ranking.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const DAYS = ['2024-03-05', '2024-03-06'];
const PRICES = desk.write('nifty.csv', indexCsv(DAYS.flatMap(barLines)));

async function ran(...strategies: readonly Strategy[]): Promise<BacktestResult> {
  const loaded = await loadAll(strategies);
  return valueOf(await backtest({ strategies: loaded, prices: { files: [PRICES] } }));
}

function firstDay({ days }: BacktestResult): BacktestDay | undefined {
  return days[0];
}

const crashing = defineStrategy({
  name: 'crashing',
  params: z.object({}),
  run: ({ at }) =>
    at('09:30').pipe(
      map(() => {
        throw new RangeError('no such strike');
      }),
    ),
});

/** Sells two lots and buys one against them, deliberately. */
const halfHedged = defineStrategy({
  name: 'half-hedged',
  params: z.object({}),
  run: ({ at, chain }) =>
    merge(
      at('09:30').pipe(
        selectNow(chain('NIFTY')),
        map(({ atm }) =>
          place(sell(atm.ce, { leg: 'short', lots: 2 }), buy(atm.pe, { leg: 'hedge', lots: 1 })),
        ),
      ),
      at('10:00').pipe(map(() => squareOff('done'))),
    ),
});

describe('a backtest', () => {
  it('tells of a strategy that failed apart from prices with problems', async () => {
    const result = await ran(crashing);
    expect(result.days).toHaveLength(2);
    expect(firstDay(result)).toMatchObject({
      status: 'ran-with-problems',
      reason: expect.stringMatching(/^The strategy failed: RangeError: no such strike/) as string,
      notes: [{ kind: 'strategy-failed', strategy: 'crashing', times: 1 }],
    });
    expect(firstDay(result)?.notes?.[0]?.atMs).toBe(Date.parse('2024-03-05T09:30:00+05:30'));
  });

  it('warns of deliberately few hedges, and lets the day be a clean one', async () => {
    const result = await ran(halfHedged);
    expect(firstDay(result)).toMatchObject({
      status: 'ok',
      trades: 2,
      notes: [{ kind: 'warning', strategy: 'half-hedged', times: 1 }],
    });
    expect(firstDay(result)?.notes?.[0]?.message).toMatch(/^1 lot short without a hedge/);
    expect(firstDay(result)?.reason).toBeUndefined();
    expect(result.totals.daysWithProblems).toBe(0);
  });
});

describe('a variant of a sweep', () => {
  it('counts the days on which its strategy failed', async () => {
    const [strategy] = await loadAll([crashing]);
    if (strategy === undefined) throw new TypeError('no strategy');
    const asked = { strategies: [strategy], prices: { files: [PRICES] } };
    const prepared = valueOf(await prepareBacktest(asked));
    const run = valueOf(await runVariant(prepared, { strategy, backtest: asked }, { first: null }));
    expect(failedDaysText(run.days)).toMatch(
      /^failed on 2 of 2 days, first on 2024-03-05: The strategy failed: RangeError: no such strike/,
    );
  });
});
