import fc from 'fast-check';
import { expect, it } from 'vitest';

import { LINE_BYTES_MAX } from './limits.ts';
import { LineBuffer } from './line-buffer.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

it('finds the same lines however the bytes are cut', () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom('a', '₹', '🙂', '\n'), maxLength: 40 }));
  const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
  fc.assert(
    fc.property(text, cuts, (texts, sizes) => {
      const whole = texts.join('');
      const bytes = encode(whole);
      const buffer = new LineBuffer({ isInside: false });
      const found: (string | null)[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        found.push(...buffer.take(bytes.subarray(at, at + size)).map((line) => line.text));
        at += size;
      }
      expect(found).toEqual(whole.split('\n').slice(0, -1));
    }),
  );
});

it('gives a line that is too long without its text, whether it comes at once or in pieces', () => {
  const long = encode(`${'x'.repeat(LINE_BYTES_MAX + 1)}\nshort\n`);
  for (const size of [long.length, 1000]) {
    const buffer = new LineBuffer({ isInside: false });
    const found = [];
    for (let at = 0; at < long.length; at += size) {
      found.push(...buffer.take(long.subarray(at, at + size)));
    }
    expect(found).toEqual([
      { number: 1, text: null },
      { number: 2, text: 'short' },
    ]);
  }
});

it('passes over the rest of a line in whose middle it begins', () => {
  const buffer = new LineBuffer({ isInside: true });
  expect(buffer.take(encode('half of '))).toEqual([]);
  expect(buffer.take(encode('a line\nwhole\n'))).toEqual([{ number: 1, text: 'whole' }]);
});
