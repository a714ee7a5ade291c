import fc from 'fast-check';
import { expect, it } from 'vitest';

import { addDays } from '../../model/ist.ts';
import { yearsOf } from './years-of.ts';

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
