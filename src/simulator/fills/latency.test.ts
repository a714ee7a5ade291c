import { expect, it } from 'vitest';

import { delayMs, placedLater, USUAL_LATENCY } from './latency.ts';

it('draws a delay from its range, both ends included', () => {
  const range = { minMs: 20, maxMs: 120 };
  expect(delayMs(range, () => 0)).toBe(20);
  expect(delayMs(range, (below) => below - 1)).toBe(120);
});

it('makes only placing later', () => {
  expect(placedLater(USUAL_LATENCY, 60_000)).toEqual({
    ...USUAL_LATENCY,
    placing: { minMs: 60_020, maxMs: 60_120 },
  });
});
