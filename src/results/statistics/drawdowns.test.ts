import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { plainResult } from '../../../test/support/results/plain-result.ts';
import { drawdownsOf } from './drawdowns.ts';

const CAPITAL_PAISE = 1_000;

function drawdowns(netPaise: readonly number[]) {
  return drawdownsOf(plainResult(netPaise).days, CAPITAL_PAISE);
}

describe('drawdowns', () => {
  it('are as deep as the deepest fall between any two closes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 40 }), (netPaise) => {
        const equity = [0];
        for (const net of netPaise) equity.push((equity.at(-1) ?? 0) + net);
        let deepest = 0;
        for (const [early, high] of equity.entries()) {
          for (const low of equity.slice(early)) deepest = Math.max(deepest, high - low);
        }
        const depths = drawdowns(netPaise).map(({ depthPaise }) => depthPaise);
        expect(Math.max(0, ...depths)).toBe(deepest);
      }),
    );
  });

  it('cover each day that closed below an earlier close, and no other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 40 }), (netPaise) => {
        const { days } = plainResult(netPaise);
        const closes = netPaise.map((_, index) =>
          netPaise.slice(0, index + 1).reduce((sum, net) => sum + net, 0),
        );
        const below = days
          .filter((_, index) => Math.max(0, ...closes.slice(0, index)) > (closes[index] ?? 0))
          .map(({ date }) => date);
        const covered = days
          .map(({ date }) => date)
          .filter((date) =>
            drawdowns(netPaise).some(
              ({ peakDate, recoveredDate }) =>
                date > (peakDate ?? '') && date < (recoveredDate ?? '9999'),
            ),
          );
        expect(covered).toEqual(below);
      }),
    );
  });

  it('tell when they began, were deepest and ended', () => {
    // 100, 70, 60, 90, 110, 105 on Monday 1 January 2024 and the days after it.
    expect(drawdowns([100, -30, -10, 30, 20, -5])).toEqual([
      {
        depthPaise: 40,
        depthOfPeak: 40 / 1_100,
        peakDate: '2024-01-01',
        lowDate: '2024-01-03',
        recoveredDate: '2024-01-05',
        daysToLow: 2,
        days: 4,
      },
      {
        depthPaise: 5,
        depthOfPeak: 5 / 1_110,
        peakDate: '2024-01-05',
        lowDate: '2024-01-08',
        recoveredDate: null,
        daysToLow: 1,
        days: 1,
      },
    ]);
  });

  it('are lowest on the first of several days as low', () => {
    expect(drawdowns([10, -5, 0, 2, -2])).toMatchObject([{ lowDate: '2024-01-02', daysToLow: 1 }]);
  });

  it('begin before the first day when that lost', () => {
    expect(drawdowns([-5, 5])).toMatchObject([
      { depthPaise: 5, peakDate: null, recoveredDate: '2024-01-02', daysToLow: 1, days: 2 },
    ]);
  });

  it('are no share of a peak that is not above 0', () => {
    const [first] = drawdownsOf(plainResult([-5]).days, 0);
    expect(first).toMatchObject({ depthPaise: 5, depthOfPeak: null });
  });
});
