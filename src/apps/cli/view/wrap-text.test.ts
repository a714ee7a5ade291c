import fc from 'fast-check';
import { expect, test } from 'vitest';

import { textWidth, wrapText } from './span.ts';

test('breaks at blanks', () => {
  expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four']);
});

test('keeps every word in order, and no line with two words is too long', () => {
  const words = fc.array(fc.stringMatching(/^[a-z₹]{1,12}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), (all, columns) => {
      const lines = wrapText(all.join(' '), columns);
      expect(lines.join(' ')).toBe(all.join(' '));
      const tooLong = lines.filter((line) => textWidth(line) > columns && line.includes(' '));
      expect(tooLong).toEqual([]);
    }),
  );
});
