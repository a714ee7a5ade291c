import { expect, it } from 'vitest';

import { isServed } from './queue.ts';

it('serves what arrives, and what rests with nobody before it, once the limit is met', () => {
  expect(isServed(0, false, 'all-before-us')).toBe(true);
  expect(isServed(0, true, 'nobody')).toBe(true);
  expect(isServed(-5, false, 'nobody')).toBe(false);
});

it('serves what rests behind everybody only once the price has gone beyond its limit', () => {
  expect(isServed(0, true, 'all-before-us')).toBe(false);
  expect(isServed(5, true, 'all-before-us')).toBe(true);
});
