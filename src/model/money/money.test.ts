import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatPaise, paiseFromRupees, roundToTick, rupeesFromPaise } from './money.ts';

test.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [-1, '-₹0.01'],
  [-5, '-₹0.05'],
  [99_999, '₹999.99'],
  [1_000_00, '₹1,000.00'],
  [1_23_456_05, '₹1,23,456.05'],
  [-12_34_56_789_00, '-₹12,34,56,789.00'],
])('%d paise is %s', (paise, text) => {
  expect(formatPaise(paise)).toBe(text);
});

test('rupees of two decimals and paise are the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (paise) => {
      expect(paiseFromRupees(rupeesFromPaise(paise))).toBe(paise);
    }),
  );
});

test('rounding to a tick gives a multiple of it, on the asked side, less than a tick away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.constantFrom(1, 5, 10, 20),
      (price, tick) => {
        const down = roundToTick(price, tick, 'down');
        const up = roundToTick(price, tick, 'up');
        expect([down % tick, up % tick]).toEqual([0, 0]);
        expect(down <= price && price <= up).toBe(true);
        expect(up - down).toBe(price % tick === 0 ? 0 : tick);
        expect(Math.abs(roundToTick(price, tick, 'nearest') - price)).toBeLessThanOrEqual(tick / 2);
      },
    ),
  );
});
