import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { thinned } from './thinned.ts';

const lines = fc
  .array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 400 })
  .map((values) => values.map((y, x) => ({ x, y })));

describe('thinned', () => {
  it('keeps the ends and the extremes, in order, and few', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 4, max: 100 }), (points, countMax) => {
        const kept = thinned(points, countMax);
        const values = (of: readonly { readonly y: number }[]): number[] => of.map(({ y }) => y);
        expect(kept[0]).toBe(points[0]);
        expect(kept.at(-1)).toBe(points.at(-1));
        expect(Math.max(...values(kept))).toBe(Math.max(...values(points)));
        expect(Math.min(...values(kept))).toBe(Math.min(...values(points)));
        expect(kept.length).toBeLessThanOrEqual(countMax + 2);
        for (const [index, { x }] of kept.entries()) {
          expect(x).toBeGreaterThan(kept[index - 1]?.x ?? -1);
        }
      }),
    );
  });

  it('leaves few points alone', () => {
    const points = [{ x: 0, y: 1 }];
    expect(thinned(points, 4)).toBe(points);
  });
});
