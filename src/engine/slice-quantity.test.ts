import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sliceCount, sliceQuantity } from './slice-quantity.ts';

describe('sliceQuantity', () => {
  it('cuts at the freeze quantity rounded down to lots', () => {
    expect(sliceQuantity(65 * 60, { lotSizeUnits: 65, freezeUnits: 1_800 })).toEqual([
      1_755, 1_755, 390,
    ]);
    expect(sliceQuantity(1_755, { lotSizeUnits: 65, freezeUnits: 1_800 })).toEqual([1_755]);
  });

  it('leaves a quantity whole when there is no freeze to obey', () => {
    expect(sliceQuantity(9_000, { lotSizeUnits: 75, freezeUnits: null })).toEqual([9_000]);
    expect(sliceQuantity(9_000, { lotSizeUnits: 75, freezeUnits: 50 })).toEqual([9_000]);
  });

  it('adds up, in whole lots, none above the freeze', () => {
    const lots = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(
        lots,
        lots,
        fc.integer({ min: 500, max: 5_000 }),
        (count, lotSizeUnits, freezeUnits) => {
          const contract = { lotSizeUnits, freezeUnits };
          const slices = sliceQuantity(count * lotSizeUnits, contract);
          expect(slices.reduce((sum, units) => sum + units, 0)).toBe(count * lotSizeUnits);
          expect(slices.every((units) => units % lotSizeUnits === 0 && units <= freezeUnits)).toBe(
            true,
          );
          expect(slices).toHaveLength(sliceCount(count * lotSizeUnits, contract));
        },
      ),
    );
  });
});

it('counts slices without making them', () => {
  const contract = { lotSizeUnits: 65, freezeUnits: 1_800 };
  expect([65, 1_755, 1_820].map((units) => sliceCount(units, contract))).toEqual([1, 1, 2]);
  expect(sliceCount(9_000, { lotSizeUnits: 75, freezeUnits: null })).toBe(1);
});

it('leaves no unit out where a lot is one', () => {
  expect(sliceQuantity(5, { lotSizeUnits: 1, freezeUnits: 2 })).toEqual([2, 2, 1]);
});
