import { afterAll, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});
// Contracts that expire after 25 April 2024 have half the lot.
const PRICES = desk.write('nifty.csv', indexCsv(['2024-04-25', '2024-04-30'].flatMap(barLines)));

it('a backtest over a change of the lot says so in its result, and one of a day does not', async () => {
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  const prices = { files: [PRICES] };
  const { lots, trades } = valueOf(await backtest({ strategies, prices }));
  expect(lots).toEqual([
    {
      underlying: 'NIFTY',
      sizes: [
        { units: 50, fromExpiry: '2024-04-25', toExpiry: '2024-04-25' },
        { units: 25, fromExpiry: '2024-05-02', toExpiry: '2024-05-02' },
      ],
    },
  ]);
  expect(new Set(trades.map(({ units }) => units))).toEqual(new Set([50, 25]));
  const one = valueOf(await backtest({ strategies, prices, to: '2024-04-25' }));
  expect(one).not.toHaveProperty('lots');
});

it('an entry that is sized takes the lots of its contract, within its risk on both sides of the change', async () => {
  const file = desk.write(
    'sized.yaml',
    `name: sized
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
risk: 20000 rupees
maxLots: 40
stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
`,
  );
  const strategies = await loadAll([file]);
  const { trades } = valueOf(await backtest({ strategies, prices: { files: [PRICES] } }));
  const lotOf: Readonly<Record<string, number>> = { '2024-04-25': 50, '2024-04-30': 25 };
  const days = Object.entries(lotOf).map(([date, lotUnits]) => {
    const legs = trades.filter(({ runId }) => runId.includes(date));
    // What 30 % of each premium is on its units; a tick and the spread of the fill come on top.
    const riskPaise = legs.reduce((sum, leg) => sum + 0.3 * leg.entryPaise * leg.units, 0);
    const lots = legs.map(({ units }) => units / lotUnits);
    return { riskPaise, lots };
  });
  for (const { riskPaise, lots } of days) {
    expect(new Set(lots).size).toBe(1);
    const [sets = 0] = lots;
    expect(Number.isInteger(sets)).toBe(true);
    expect(riskPaise).toBeLessThan(2_000_000 * 1.01);
    expect((riskPaise / sets) * (sets + 1)).toBeGreaterThan(2_000_000);
  }
  expect(days).toHaveLength(2);
});
