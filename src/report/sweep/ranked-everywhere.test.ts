import { describe, expect, it } from 'vitest';

import { sweepCsv } from '../../results/csv/sweep-csv.ts';
import { wholeAndBestFirst } from '../../results/sweep/ranking.ts';
import { summedSweep } from '../../results/sweep/sweep-summary.ts';
import { aTriedSweep } from '../../../test/support/results/a-sweep.ts';
import { sweepPage } from './sweep-page.ts';

// By hand: 30 rupees a day but for one loss of 3; 200 on average with a third of it lost between.
const STEADY = [3_000, 2_700, -300, 3_000];
const BOLD = [60_000, -20_000, 60_000, -20_000];
const FLAT = [0, 0, 0, 0];

it.each([
  ['sharpe', 0],
  ['net', 1],
  ['sortino', 0],
  ['calmar', 0],
  ['profit-factor', 0],
  ['drawdown', 2],
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
  expect(Number(cells['sortino'])).toBeCloseTo(
    (20_000 / Math.sqrt(20_000 ** 2 / 2)) * Math.sqrt(250),
    6,
  );
});

it('by drawdown a variant that never traded is last', () => {
  const tried = aTriedSweep([FLAT, BOLD], { rank: 'drawdown' });
  const variants = tried.variants.map((variant) => {
    const { run, index } = variant;
    if (run === null || index > 0) return variant;
    return { ...variant, run: { ...run, days: run.days.map((day) => ({ ...day, trades: 0 })) } };
  });
  expect(summedSweep({ ...tried, variants }).best?.index).toBe(1);
});

describe('a variant that lost on no day', () => {
  const LOSSLESS = [100, 0, 0, 200];

  it.each(['sortino', 'calmar', 'profit-factor'] as const)(
    'is above all that lost by %s, with a warning; one that did nothing is last',
    (rank) => {
      const result = summedSweep(aTriedSweep([FLAT, STEADY, LOSSLESS], { rank }));
      expect(result.best?.index).toBe(2);
      expect(result.variants.toSorted(wholeAndBestFirst(rank)).map(({ index }) => index)).toEqual([
        2, 1, 0,
      ]);
      expect(result.warnings.join('\n')).toContain('1 variant lost on no in-sample day');
    },
  );

  it.each(['sharpe', 'net', 'drawdown'] as const)('is like any other by %s', (rank) => {
    const { warnings } = summedSweep(aTriedSweep([STEADY, LOSSLESS], { rank }));
    expect(warnings.join('\n')).not.toContain('lost on no day');
  });
});

describe('the page of a sweep ranked by', () => {
  const TWO = {
    params: [
      { name: 'stop', values: [10, 20] },
      { name: 'lots', values: [1, 2] },
    ],
  };

  it.each([
    // Won 1,200, lost 400 rupees.
    ['profit-factor', 'Profit factor of days in-sample:', '>3.00</td>'],
    ['sortino', 'Sortino ratio in-sample:', '>22.36</td>'],
    ['net', 'Net in-sample:', '>₹800</td>'],
    ['drawdown', 'Drawdown in-sample:', '>₹200</td>'],
  ] as const)('%s maps and lists it', (rank, caption, cell) => {
    // Five times four days: of fewer than twenty there is no Sortino ratio.
    const length = rank === 'sortino' ? 5 : 1;
    const month = [STEADY, BOLD].map((days) => Array.from({ length }, () => days).flat());
    const tried = aTriedSweep(month, { rank, ...TWO });
    const variants = tried.variants.map((variant, index) => {
      return { ...variant, params: { stop: 10 * (index + 1), lots: index + 1 } };
    });
    const page = sweepPage(summedSweep({ ...tried, variants }));
    expect(page).toContain(caption);
    expect(page).toMatch(new RegExp(`class="[gl]\\d( best)?"${cell}`));
    expect(page).toContain('All variants, best first by ');
  });
});
