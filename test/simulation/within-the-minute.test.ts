import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { backtest, type BacktestOptions } from '../../src/backtest/backtest.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { Desk } from '../e2e/in-process.ts';
import { ACTING_WITHIN_MINUTES, ASKING_THE_MINUTE } from '../support/acts-within-minutes.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { KNOWING_THE_MINUTE } from '../support/knows-the-minute.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const DATES = [4, 5, 6, 7, 11, 12, 13, 14, 15, 18, 19, 20].map(
  (day) => `2024-03-${String(day).padStart(2, '0')}`,
);
const desk = new Desk();
afterAll(() => {
  desk.close();
});
/** Each date is a random walk of its own. */
const PRICES = desk.write('nifty.csv', indexCsv(DATES.flatMap(barLines)));

async function run(
  of: string | Strategy,
  options: Partial<BacktestOptions> = {},
): Promise<BacktestResult> {
  const strategy = typeof of === 'string' ? (ACTING_WITHIN_MINUTES[of]?.() ?? '') : of;
  const strategies = await loadAll([strategy]);
  return valueOf(await backtest({ strategies, prices: { files: [PRICES] }, ...options }));
}

describe.each(Object.keys(ACTING_WITHIN_MINUTES))('a strategy that %s', (name) => {
  it('gains on no day, by default and with pessimistic fills', async () => {
    const { days, totals, scenarios } = await run(name);
    expect(days).toHaveLength(DATES.length);
    for (const { netPaise } of days) expect(netPaise).toBeLessThanOrEqual(0);
    expect(scenarios.pessimistic.netPaise).toBeLessThanOrEqual(totals.netPaise ?? NaN);
    expect(scenarios.optimistic.netPaise).toBeGreaterThanOrEqual(totals.netPaise ?? NaN);
  });

  let alongThePath: BacktestResult;

  beforeAll(async () => {
    alongThePath = await run(name, { fills: { at: 'touch-in-bar' } });
  });

  it('gains along the assumed path, which pessimistic fills take away', () => {
    const { totals, scenarios } = alongThePath;
    expect(totals.grossPaise).toBeGreaterThan(0);
    expect(scenarios.pessimistic.grossPaise).toBeLessThan(0);
  });

  it('loses by a tick even where it names each price', async () => {
    const worse = await run(name, { fills: { at: 'touch-in-bar', ticksWorse: 1 } });
    expect(worse.totals.netPaise).toBeLessThan(alongThePath.totals.netPaise ?? NaN);
  });
});

describe.each(Object.entries(ASKING_THE_MINUTE))(
  'a strategy that %s',
  (_name, { asking, plain }) => {
    it('trades no better than one that does not ask', async () => {
      expect(await grossOfTrade(asking())).toBeLessThan(await grossOfTrade(plain()));
    });
  },
);

const FEW = { from: '2024-03-04', to: '2024-03-07' } as const;

it.each(Object.entries(KNOWING_THE_MINUTE))(
  'a strategy that %s loses before costs, by default too',
  async (_name, strategy) => {
    const { days, totals } = await run(strategy(), FEW);
    expect(days).toHaveLength(4);
    expect(totals.trades).toBeGreaterThan(15);
    expect(totals.grossPaise).toBeLessThan(0);
  },
);

/** Mean of its trades, paise, before costs. */
async function grossOfTrade(strategy: Strategy): Promise<number> {
  const { totals } = await run(strategy);
  return (totals.grossPaise ?? NaN) / totals.trades;
}
