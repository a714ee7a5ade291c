import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { barPath, stepsOfBars } from './bar-path.ts';
import { type MinuteBar } from './minute-bar.ts';

const START_MS = 1_700_000_040_000;

function barOf(...[open, high, low, close]: readonly [number, number, number, number]): MinuteBar {
  return {
    startMs: START_MS,
    openPaise: open,
    highPaise: high,
    lowPaise: low,
    closePaise: close,
  };
}

const anyBar = fc
  .array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 4, maxLength: 4 })
  .map((prices) => {
    const [open = 1, close = 1] = prices;
    return barOf(open, Math.max(...prices), Math.min(...prices), close);
  });

describe('the path within a bar', () => {
  it('begins at the open, ends at the close, touches both extremes and nothing beyond', () => {
    fc.assert(
      fc.property(anyBar, (bar) => {
        const path = barPath(bar);
        expect(path[0]).toBe(bar.openPaise);
        expect(path[3]).toBe(bar.closePaise);
        expect(Math.max(...path)).toBe(bar.highPaise);
        expect(Math.min(...path)).toBe(bar.lowPaise);
      }),
    );
  });

  it.each([
    ['the high when that is nearer', barOf(100, 101, 97, 98), [100, 101, 97, 98]],
    ['the low when that is nearer', barOf(100, 103, 99, 102), [100, 99, 103, 102]],
    [
      'the low of a rising bar when both are as near',
      barOf(100, 102, 98, 101),
      [100, 98, 102, 101],
    ],
    [
      'the high of a falling bar when both are as near',
      barOf(100, 102, 98, 99),
      [100, 102, 98, 99],
    ],
  ])('visits first %s', (_which, bar, path) => {
    expect(barPath(bar)).toEqual(path);
  });

  it('changes at 0, 15, 35 and 59 seconds', () => {
    const { times } = stepsOfBars([barOf(100, 102, 98, 99)], () => false);
    expect(times.fromMs).toBe(START_MS);
    expect([...times.offsetsMs]).toEqual([0, 15_000, 35_000, 59_000]);
  });
});
