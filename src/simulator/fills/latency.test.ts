import { expect, it } from 'vitest';

import { delayMs } from './latency.ts';

it('draws a delay from its range, both ends included', () => {
  const range = { minMs: 20, maxMs: 120 };
  expect(delayMs(range, () => 0)).toBe(20);
  expect(delayMs(range, (below) => below - 1)).toBe(120);
});
