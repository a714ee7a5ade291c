import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';

import { parseDate } from './option-parsers.ts';

test.each([
  ['2024-02-30', 'Allowed: a date, YYYY-MM-DD; 2024-02 has 29 days'],
  ['01-03-2024', 'Allowed: a date, YYYY-MM-DD, such as 2024-03-01'],
  ['2024/3/1', 'Allowed: a date, YYYY-MM-DD, such as 2024-03-01'],
  ['2024-13-01', 'Allowed: a date, YYYY-MM-DD'],
  ['soon', 'Allowed: a date, YYYY-MM-DD'],
])('a date is refused with the one that is likely meant: %s', (text, message) => {
  expect(() => parseDate(text)).toThrow(new InvalidArgumentError(message));
});
