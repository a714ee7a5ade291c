import { expect, it } from 'vitest';

import { summedSweep } from './sweep-summary.ts';
import { sweepCsv } from './sweep-csv.ts';
import { aTriedSweep } from './testing/a-tried-sweep.ts';

// Net and figures by hand: 30 and 27 rupees a day without a loss; 200 on average with a third of it lost between.
const STEADY = [3_000, 2_700, 3_300, 3_000];
const BOLD = [60_000, -20_000, 60_000, -20_000];
const FLAT = [0, 0, 0, 0];

it.each([
  ['sharpe', 0],
  ['net', 1],
  ['sortino', 1],
  ['calmar', 1],
  ['profit-factor', 1],
  ['drawdown', 0],
] as const)('the best by %s is #%i', (rank, index) => {
  const result = summedSweep(aTriedSweep([STEADY, BOLD, FLAT], { rank }));
  expect(result.rank).toBe(rank);
  expect(result.best?.index).toBe(index);
});

it('the table has Sortino, Calmar and the profit factor of days', () => {
  const [head = '', , bold = ''] = sweepCsv(summedSweep(aTriedSweep([STEADY, BOLD]))).split('\n');
  const cells = Object.fromEntries(
    head.split(',').map((name, place) => [name, bold.split(',')[place]]),
  );
  // Won 1,200, lost 400 rupees; a mean of 200 rupees a day over a capital of 1,00,000 is 50 % a year, 250 days of it, and
  // the deepest fall 200 rupees; days fall short by 200 rupees twice in four.
  expect(Number(cells['profit_factor'])).toBeCloseTo(3, 10);
  expect(Number(cells['calmar'])).toBeCloseTo(0.5 / 0.002, 6);
  expect(Number(cells['sortino'])).toBeCloseTo((20_000 / Math.sqrt(20_000 ** 2 / 2)) * Math.sqrt(250), 6);
});
