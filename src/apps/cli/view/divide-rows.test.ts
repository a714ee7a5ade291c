import fc from 'fast-check';
import { expect, test } from 'vitest';

import { divideRows } from './divide-rows.ts';

test('short sections get all they want, long ones share the rest', () => {
  expect(divideRows([2, 3, 40, 40], 21)).toEqual([2, 3, 8, 8]);
});

test('never gives more than there is or than is wanted, and wastes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 80 }),
      (wanted, available) => {
        const shares = divideRows(wanted, available);
        const given = shares.reduce((sum, share) => sum + share, 0);
        const total = wanted.reduce((sum, rows) => sum + rows, 0);
        expect(given).toBeLessThanOrEqual(available);
        expect(shares.every((share, index) => share <= (wanted[index] ?? 0))).toBe(true);
        expect(total > available || given === total).toBe(true);
      },
    ),
  );
});

test('what needs more rows gets them before others grow, and none more than it wants', () => {
  expect(divideRows([9, 9, 9], 14, [0, 8, 0])).toEqual([3, 9, 2]);
  expect(divideRows([9, 3, 9], 12, [0, 8, 0])).toEqual([5, 3, 4]);
  expect(divideRows([9, 9], 6, [0, 50])).toEqual([2, 4]);
});
