import { expect, test } from 'vitest';

import { givenStamps } from './given-stamps.ts';

test('refuses two edges for one file, and takes the same one twice', () => {
  expect(givenStamps(['a.csv=end', 'a.csv=start'], ['a.csv'])).toMatchObject({
    ok: false,
    error: { found: '"a.csv=start"', allowed: 'one edge for a file, and end was given before' },
  });
  expect(givenStamps(['a.csv=end', 'a.csv=end'], ['a.csv'])).toMatchObject({
    value: { stampOf: new Map([['a.csv', 'end']]) },
  });
});
