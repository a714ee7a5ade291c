import fc from 'fast-check';
import { expect, it } from 'vitest';

import { addDays } from '../../model/time/ist.ts';
import { rollingSharpe, yearsOf } from './over-time.ts';

const OPTIONS = { capitalPaise: 10_000_000, tradingDaysAYear: 250, riskFreeRate: 0 };

function rolled(nets: readonly number[]) {
  const days = nets.map((netPaise, day) => ({ date: addDays('2024-01-01', day), netPaise }));
  return rollingSharpe(days, OPTIONS);
}

/** Thirty times one after the other. */
function pairs(one: number, other: number): number[] {
  return Array.from({ length: 30 }, () => [one, other]).flat();
}

it('is of the last sixty days, the day itself among them', () => {
  // Thirty days of +300 and thirty of -100: mean 100, each 200 away; s² = 60 · 200² / 59, so 100 / s · √250 = 7.8395…
  const points = rolled([...pairs(300, -100), 300, 300]);
  expect(points.map(({ date }) => date)).toEqual(['2024-02-29', '2024-03-01', '2024-03-02']);
  expect(points[0]?.sharpe).toBeCloseTo((100 / (200 * Math.sqrt(60 / 59))) * Math.sqrt(250), 10);
  expect(points[0]?.sharpe).toBeCloseTo(7.8395, 3);
  // A +300 went out and one came in; then a -100 went out and a +300 came in: 31 and 29. Mean 320/3 = 106.67,
  // s² = (31 · (300 − x̄)² + 29 · (100 + x̄)²) / 59.
  expect(points[1]?.sharpe).toBeCloseTo(points[0]?.sharpe ?? NaN, 10);
  const mean = (31 * 300 - 29 * 100) / 60;
  const variance = (31 * (300 - mean) ** 2 + 29 * (100 + mean) ** 2) / 59;
  expect(points[2]?.sharpe).toBeCloseTo((mean / Math.sqrt(variance)) * Math.sqrt(250), 10);
});

it('has no point before sixty days ran, and no ratio where they do not differ', () => {
  expect(rolled(pairs(1, 2).slice(0, 59))).toEqual([]);
  expect(rolled(Array.from({ length: 60 }, () => 0))).toEqual([
    { date: '2024-02-29', sharpe: null },
  ]);
});

it('nets stand under their months; a month in which no day ran has none', () => {
  const days = [
    { date: '2024-11-29', netPaise: 100 },
    { date: '2024-12-30', netPaise: -30 },
    { date: '2024-12-31', netPaise: -40 },
    { date: '2025-02-03', netPaise: 5 },
    { date: '2025-02-04', netPaise: -5 },
  ];
  const none = (count: number): null[] => Array.from({ length: count }, () => null);
  expect(yearsOf(days)).toEqual([
    { year: '2024', months: [...none(10), 100, -70], netPaise: 30 },
    { year: '2025', months: [null, 0, ...none(10)], netPaise: 0 },
  ]);
});

it('months add up to their year, and years to all days', () => {
  const nets = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { maxLength: 900 });
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  fc.assert(
    fc.property(nets, (all) => {
      const years = yearsOf(
        all.map((netPaise, day) => ({ date: addDays('2023-10-30', day), netPaise })),
      );
      for (const { months, netPaise } of years) expect(sum(months)).toBe(netPaise);
      expect(sum(years.map(({ netPaise }) => netPaise))).toBe(sum(all));
    }),
  );
});
