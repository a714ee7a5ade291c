import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PaiseReader } from './paise-reader.ts';

const reader = new PaiseReader();

function read(text: string): number {
  const bytes = Buffer.from(`x${text}x`);
  return reader.read(bytes, 1, bytes.length - 1);
}

/** The same in whole numbers of any size: paise, half a paisa up. */
function reference(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const paiseOfScale = BigInt(`${whole}${fraction}`) * 100n;
  return Number((paiseOfScale * 2n + scale) / (scale * 2n));
}

const DECIMAL = fc.stringMatching(/^\d{1,7}(?:\.\d{1,12})?$/);

test('any decimal comes out as whole numbers reckon it', () => {
  fc.assert(
    fc.property(DECIMAL, (text) => {
      expect(read(text)).toBe(reference(text));
      const parts = text.split('.')[1]?.slice(2) ?? '';
      expect(reader.isRounded).toBe(/[1-9]/.test(parts));
    }),
    { numRuns: 1000 },
  );
});

test.each(['', '.5', '5.', '.', '-', '--5', '+5', '1,000', '1e3', '0x10', 'NaN', '1 000', '١'])(
  '"%s" is no price',
  (text) => {
    expect(read(text)).toBeNaN();
  },
);

test('a minus is kept, and what is beyond any index is infinite', () => {
  expect(read('-12.34')).toBe(-1234);
  expect(read('10000000.00')).toBe(1_000_000_000);
  expect(read('10000000.01')).toBe(Infinity);
  expect(read('9'.repeat(400))).toBe(Infinity);
});
