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
