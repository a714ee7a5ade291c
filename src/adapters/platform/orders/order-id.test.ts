import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ORDER_ID } from './limits.ts';
import { isOrderId } from './order-id.ts';

it('agrees with the pattern of the limits, near and far', () => {
  const near = fc
    .tuple(fc.uuid(), fc.nat(36), fc.constantFrom('', '-', 'g', 'A', '0', 'é', '\u0100', ' '))
    .map(([id, at, put]) => id.slice(0, at) + put + id.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), near, fc.string()), (text) => {
      expect(isOrderId(text)).toBe(ORDER_ID.test(text));
    }),
    { numRuns: 500 },
  );
});
