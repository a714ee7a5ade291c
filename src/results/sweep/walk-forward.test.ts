import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { someNets } from '../../../test/support/some-nets.ts';
import { aTriedSweep, atWorst, aVariantRun } from '../../../test/support/results/a-sweep.ts';
import { summedSweep, withBands } from './sweep-summary.ts';

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** By definition: mean over the root of the mean squared distance, of a sample. */
function naiveSharpe(nets: readonly number[]): number {
  const mean = sum(nets) / nets.length;
  const variance = sum(nets.map((net) => (net - mean) ** 2)) / (nets.length - 1);
  return variance > 0 ? mean / Math.sqrt(variance) : -Infinity;
}

describe('walking forward', () => {
  const split = { kind: 'walk-forward', chooseDays: 4, judgeDays: 3 } as const;

  it('trades each next few days with what was best on those before, as a plain count does', () => {
    fc.assert(
      fc.property(someNets, (nets) => {
        const { walkForward } = summedSweep(aTriedSweep(nets, { split }));
        const windows = walkForward?.windows ?? [];
        const starts = Array.from({ length: nets[0]?.length ?? 0 }, (_, day) => day).filter(
          (day) => day % 3 === 0 && day + 4 < (nets[0]?.length ?? 0),
        );
        expect(windows).toHaveLength(starts.length);
        const traded = windows.flatMap(({ index }, place) => {
          const start = starts[place] ?? 0;
          const ratios = nets.map((days) => naiveSharpe(days.slice(start, start + 4)));
          // Ratios that only rounding tells apart are as good as equal.
          expect(ratios[index]).toBeCloseTo(Math.max(...ratios), 9);
          return nets[index]?.slice(start + 4, start + 7) ?? [];
        });
        const judged = walkForward?.outOfSample ?? { netPaise: 0, days: 0 };
        expect(judged).toMatchObject({ netPaise: sum(traded), days: traded.length });
      }),
    );
  });

  it('judges no day twice and none that it chose on first', () => {
    const nets = [Array.from({ length: 12 }, (_, day) => day)];
    const windows = summedSweep(aTriedSweep(nets, { split })).walkForward?.windows;
    expect(
      windows?.map(({ choose, judge }) => [choose.from, choose.to, judge.from, judge.to]),
    ).toEqual([
      ['2024-01-01', '2024-01-04', '2024-01-05', '2024-01-07'],
      ['2024-01-04', '2024-01-07', '2024-01-08', '2024-01-10'],
      ['2024-01-07', '2024-01-10', '2024-01-11', '2024-01-12'],
    ]);
  });

  it('warns of windows that choose on few days, judge too few for ratios, and of a best by all days', () => {
    const nets = [Array.from({ length: 12 }, (_, day) => day)];
    expect(summedSweep(aTriedSweep(nets, { split })).warnings).toEqual(
      expect.arrayContaining([
        'Each window chooses on 4 days: too few for a Sharpe ratio to mean much. Ratios and chances need 20 days, and are left out',
        'Windows are judged on 3 days at most, 8 in all: ratios need 20, and are left out',
        'The best is selected on all days, out-of-sample ones included: only the out-of-sample sum is unbiased',
      ]),
    );
    const long = [Array.from({ length: 90 }, (_, day) => day)];
    const roomy = { kind: 'walk-forward', chooseDays: 30, judgeDays: 20 } as const;
    expect(summedSweep(aTriedSweep(long, { split: roomy })).warnings.join()).not.toMatch(
      /Each window|Windows are/,
    );
    const between = { ...roomy, judgeDays: 10 };
    expect(summedSweep(aTriedSweep(long, { split: between })).warnings).toContain(
      'Windows are judged on 10 days at most: ratios need 20, and are left out of each',
    );
  });

  it('says when there are too few days for one window', () => {
    const { walkForward, warnings } = summedSweep(aTriedSweep([[1, 2, 3]], { split }));
    expect(walkForward).toBeNull();
    expect(warnings).toContain('Too few days for one window of the walk forward');
  });
});

describe('walking forward, beside its out-of-sample net', () => {
  const split = { kind: 'walk-forward', chooseDays: 2, judgeDays: 2 } as const;
  const tried = aTriedSweep([[10, 20, 30, 5, 4, 3]], { split });
  const variants = tried.variants.map((variant) => {
    return { ...variant, run: atWorst(variant.run ?? aVariantRun([]), -11) };
  });
  const summed = summedSweep({ ...tried, variants });

  it('has worst fills, of the days that judged alone, and doubts a profit that they turn', () => {
    expect(summed.walkForward).toMatchObject({
      outOfSample: { netPaise: 42, days: 4 },
      worstFillsNetPaise: -44,
    });
    expect(summed.best?.worstFillsNetPaise).toBe(-66);
    expect(summed.warnings).toEqual(
      expect.arrayContaining([
        'Worst fills turn the out-of-sample profit into a loss: +₹0.42 becomes -₹0.44',
        "Worst fills turn the best variant's profit into a loss: +₹0.72 becomes -₹0.66",
      ]),
    );
  });

  it('doubts a profit that another volatility turns, once it was run again', () => {
    const run = (netPaise: number) => {
      return { grossPaise: 0, costsPaise: 0, netPaise, trades: 1, worstFillsNetPaise: netPaise };
    };
    const walked = { share: 0.2, lower: run(-7), higher: run(90) };
    const { walkForward, volatilityBand, warnings } = withBands(summed, { walked });
    expect(walkForward?.volatilityBand).toEqual(walked);
    expect(volatilityBand).toBeUndefined();
    expect(warnings).toContain(
      'The out-of-sample net changes sign with the volatility: +₹0.42 as modelled, -₹0.07 at 20 % lower, +₹0.90 at 20 % higher',
    );
  });
});
