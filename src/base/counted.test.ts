import { expect, it } from 'vitest';

import { counted } from './counted.ts';

it.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
])('%i is said with its word', (count, text) => {
  expect(counted(count, 'day')).toBe(text);
});
