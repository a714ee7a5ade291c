import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { roundScale } from './chart-frame.ts';
import { seriesPath, type SeriesPoint, thinned } from './series-path.ts';

const xMax = 50;
const series = { name: 'net', unit: 'rupees', xMax, heightPx: 100, className: 'equity' } as const;

function path(points: readonly SeriesPoint[], grainPaise: number): string {
  const y = roundScale(points.map((point) => point.y));
  return seriesPath({ ...series, y, grainPaise, points }).text;
}

/** The value of a drawn line at each x from its first to its last point, read by the rules of SVG. */
function readBack(html: string, grainPaise: number): ReadonlyMap<number, number> {
  const top = Number(/data-top="(-?\d+)"/.exec(html)?.[1]);
  const [, x0, y0, rest] = / d="M(-?\d+) (-?\d+)(?:l([^"]*))?"/.exec(html) ?? [];
  let [x, y] = [Number(x0), Number(y0)];
  const values = new Map([[x, (top - y) * grainPaise]]);
  for (const [, dx, dy] of (rest ?? '').matchAll(/(\d+) ?(-?\d+)/g)) {
    const before = y;
    const to = x + Number(dx);
    y += Number(dy);
    for (x += 1; x < to; x += 1) values.set(x, (top - before) * grainPaise);
    x = to;
    values.set(x, (top - y) * grainPaise);
  }
  return values;
}

const points = fc
  .array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: xMax + 1 })
  .map((values) => values.map((y, x) => ({ x, y })));

describe('seriesPath', () => {
  it('can be read back to the very values', () => {
    fc.assert(
      fc.property(points, (drawn) => {
        const expected = new Map(drawn.map(({ x, y }) => [x, y]));
        expect(readBack(path(drawn, 1), 1)).toEqual(expected);
      }),
    );
  });

  it('rounds to its grain, and no further', () => {
    fc.assert(
      fc.property(points, (drawn) => {
        const read = readBack(path(drawn, 100), 100);
        for (const { x, y } of drawn) {
          expect(Math.abs((read.get(x) ?? NaN) - y)).toBeLessThanOrEqual(50);
        }
      }),
    );
  });

  it('tells a level stretch by its ends', () => {
    const level = Array.from({ length: 40 }, (_, x) => ({ x, y: x < 3 ? x : 7 }));
    expect(path(level, 1)).toContain('M0 8l1-1 1-1 1-5 36 0"');
  });

  it('draws nothing of nothing', () => {
    expect(path([], 1)).toBe('');
  });
});

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
