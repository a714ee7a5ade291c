import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { someNets } from '../../../test/support/some-nets.ts';
import { aTriedSweep, atWorst, aVariantRun } from '../../../test/support/results/a-sweep.ts';
import { summedSweep, withBands } from './sweep-summary.ts';

const HALVES = { kind: 'holdout', inSamplePercent: 50 } as const;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe('a split', () => {
  it('takes the days apart and loses none', () => {
    fc.assert(
      fc.property(someNets, (nets) => {
        const { variants } = summedSweep(aTriedSweep(nets, { split: HALVES }));
        const found = variants.map(({ whole, inSample, outOfSample }) =>
          [inSample, outOfSample, whole].map((figures) => [figures?.days, figures?.netPaise]),
        );
        const plain = nets.map((days) => {
          const first = Math.floor(days.length / 2);
          return [days.slice(0, first), days.slice(first), days].map((some) => [
            some.length,
            sum(some),
          ]);
        });
        expect(found).toEqual(plain);
      }),
    );
  });

  it('lets the days that judge have no say in the choice', () => {
    fc.assert(
      fc.property(someNets, fc.array(fc.integer(), { maxLength: 24 }), (nets, others) => {
        const changed = nets.map((days) =>
          days.map((net, day) =>
            day < Math.floor(days.length / 2) ? net : (others[day % others.length] ?? 7) % 1_000,
          ),
        );
        const before = summedSweep(aTriedSweep(nets, { split: HALVES })).best;
        const after = summedSweep(aTriedSweep(changed, { split: HALVES })).best;
        expect(after?.index).toBe(before?.index);
        expect(after?.deflatedSharpe).toBe(before?.deflatedSharpe);
      }),
    );
  });

  it('warns when the chosen one is not the best on the days that judge', () => {
    const nets = [
      [100, 110, 100, -10, -20, -30],
      [10, -10, 15, 20, 30, 20],
    ];
    const { best, warnings } = summedSweep(aTriedSweep(nets, { split: HALVES }));
    expect(best).toMatchObject({ index: 0, placeOutOfSample: 2, judged: 2 });
    expect(warnings).toContain('The best in-sample is number 2 of 2 out-of-sample');
  });

  it('does not when it is', () => {
    const nets = [
      [100, 110, 100, 20, 30, 20],
      [10, -10, 15, -10, -20, -30],
    ];
    const { best, warnings } = summedSweep(aTriedSweep(nets, { split: HALVES }));
    expect(best).toMatchObject({ index: 0, placeOutOfSample: 1 });
    expect(warnings.join()).not.toContain('number 1 of 2');
  });
});

describe('the best', () => {
  it('has the highest Sharpe ratio, not the highest net', () => {
    const nets = [
      [1_000, -800, 1_000, -700],
      [100, 90, 110, 100],
    ];
    expect(summedSweep(aTriedSweep(nets)).best?.index).toBe(1);
  });

  it('is the first of equals, and there is none without a variant that ran to its end', () => {
    const days = [5, 6, 5, 7];
    expect(summedSweep(aTriedSweep([days, days])).best?.index).toBe(0);
    const { variants } = aTriedSweep([days]);
    const dropped = variants.map((variant) => ({ ...variant, status: 'dropped' as const }));
    expect(summedSweep(aTriedSweep([days], { variants: dropped })).best).toBeNull();
  });

  it('is believed less the more variants were tried', () => {
    const good = [90, 120, 60, 150, 80, 20, 110, -30, 90, 100];
    const noise = [
      [-50, 80, -70, 60, -90, 40, -30, 100, -110, 20],
      [60, -80, 70, -20, 10, -40, 90, -100, 50, -70],
      [30, -30, 20, 40, -60, 10, 80, -20, -50, 15],
    ];
    const beliefs = [1, 2, 3].map(
      (count) => summedSweep(aTriedSweep([good, ...noise.slice(0, count)])).best?.deflatedSharpe,
    );
    const alone = summedSweep(aTriedSweep([good])).best;
    expect(alone?.sharpeOfLuck).toBe(0);
    expect(beliefs.every((belief) => (belief ?? 1) < (alone?.deflatedSharpe ?? 0))).toBe(true);
  });

  it('counts variants that were dropped as tried', () => {
    const tried = aTriedSweep([
      [90, 120, 60, 150],
      [-50, 80, -70, 60],
      [60, -80, 70, -20],
    ]);
    const variants = tried.variants.map((variant, place) =>
      place === 0 ? variant : { ...variant, status: 'dropped' as const },
    );
    const result = summedSweep({ ...tried, variants, method: { kind: 'halving' } });
    expect(result.tried).toBe(3);
    expect(result.best?.sharpeOfLuck).toBe(summedSweep(tried).best?.sharpeOfLuck);
  });
});

describe('what is to be doubted', () => {
  it('tells of variants that are not there', () => {
    const tried = aTriedSweep([
      [1, 2, 4],
      [1, 3, 4],
      [2, 2, 4],
      [9, 2, 4],
    ]);
    const statuses = ['done', 'failed', 'refused', 'not-reached'] as const;
    const variants = tried.variants.map((variant, place) => ({
      ...variant,
      status: statuses[place] ?? 'done',
      run: place === 0 ? variant.run : null,
    }));
    const { warnings, tried: count } = summedSweep({ ...tried, variants });
    expect(count).toBe(1);
    expect(warnings).toEqual(
      expect.arrayContaining([
        'Stopped early: 1 variant not finished',
        '1 variant failed',
        'The strategy refused the parameters of 1 variant',
      ]),
    );
  });

  it('tells of a best value at the end of its range, and of none in the middle', () => {
    const rising = [
      [1, 2, 1],
      [11, 12, 11],
      [111, 112, 111],
    ];
    const edge =
      'The best value of "stop" is the last that was tried: better ones may lie beyond it';
    expect(summedSweep(aTriedSweep(rising)).warnings).toContain(edge);
    const [low = [], middle = [], high = []] = rising;
    expect(summedSweep(aTriedSweep([low, high, middle])).warnings.join()).not.toContain('"stop"');
  });

  it('tells so of a range with a unit', () => {
    const tried = aTriedSweep([
      [1, 2, 1],
      [11, 12, 11],
      [111, 112, 111],
    ]);
    const variants = tried.variants.map((variant, place) => {
      return { ...variant, params: { stop: `${String(place + 2)}0%` } };
    });
    const params = [{ name: 'stop', values: ['20%', '30%', '40%'] }];
    expect(summedSweep({ ...tried, params, variants }).warnings.join()).toContain(
      'The best value of "stop" is the last that was tried',
    );
  });

  it('tells of lots that changed for any variant, and of days on which a source was silent', () => {
    const tried = aTriedSweep([
      [1, 2, 4],
      [1, 3, 4],
    ]);
    const lot = { fromExpiry: '2024-04-25', toExpiry: '2024-04-25' };
    const sizes = [
      { units: 50, ...lot },
      { units: 25, ...lot },
    ];
    const withoutValue = { dates: ['2024-01-02'], ofDays: 3 };
    const sources = [{ name: 'mood', path: 'mood.jsonl', values: 2, withoutValue }];
    const variants = tried.variants.map(({ run, ...variant }, place) => {
      if (run === null) return { ...variant, run };
      const lots = place === 0 ? {} : { lots: [{ underlying: 'NIFTY', sizes }] };
      return { ...variant, run: { ...run, about: { ...run.about, sources, ...lots } } };
    });
    const { warnings } = summedSweep({ ...tried, variants });
    expect(warnings.join()).toContain('NIFTY 50 a lot until expiry 2024-04-25, 25 from');
    expect(warnings.join()).toContain('Source "mood" (mood.jsonl) has no value on 1 of 3 days');
  });

  it('tells of parameters that change nothing', () => {
    const tried = aTriedSweep([
      [1, 2, 4],
      [1, 2, 4],
    ]);
    const variants = tried.variants.map((variant) => ({
      ...variant,
      run: aVariantRun([1, 2, 4], 'same'),
    }));
    expect(summedSweep({ ...tried, variants }).warnings.join()).toContain(
      '1 variant decided the same as another',
    );
  });

  it('tells that another volatility turns the sign of the best, once it was run again', () => {
    const run = (netPaise: number) => {
      return { grossPaise: 0, costsPaise: 0, netPaise, trades: 1, worstFillsNetPaise: netPaise };
    };
    const summed = summedSweep(aTriedSweep([[10, 20, 30, 5]]));
    const band = { share: 0.2, lower: run(-7), higher: run(90) };
    expect(summed.warnings.join()).not.toContain('sign');
    const { warnings, volatilityBand } = withBands(summed, { best: band });
    expect(volatilityBand).toEqual(band);
    expect(warnings).toContain(
      "The best variant's net changes sign with the volatility: +₹0.65 as modelled, -₹0.07 at 20 % lower, +₹0.90 at 20 % higher",
    );
    expect(warnings).toEqual(expect.arrayContaining([...summed.warnings]));
  });

  it('tells that worst fills turn the profit of the best into a loss', () => {
    const [variant] = aTriedSweep([[10, 20, 30, 5]]).variants;
    const run = atWorst(aVariantRun([10, 20, 30, 5]), -10);
    const sweep = aTriedSweep([[1]], {
      variants: variant === undefined ? [] : [{ ...variant, run }],
    });
    expect(summedSweep(sweep).warnings).toContain(
      "Worst fills turn the best variant's profit into a loss: +₹0.65 becomes -₹0.40",
    );
  });

  it.each([
    [19, [], 'are left out; variants are still ordered by their Sharpe ratio'],
    [20, ['Luck among 2 variants may explain the best one'], 'too few for a Sharpe ratio'],
  ])('gives a probability of skill from 20 days on: %d', (count, luck, short) => {
    const nets = (worst: number) =>
      Array.from({ length: count }, (_, day) => (day % 2 === 0 ? 3 : worst));
    const { warnings } = summedSweep(aTriedSweep([nets(-2), nets(-3)]));
    const told = warnings.filter((warning) => warning.startsWith('Luck among'));
    expect(told).toEqual(luck.map((text) => expect.stringContaining(text) as unknown));
    expect(warnings.join()).toContain(short);
  });

  it('says that nothing judged the choice where there is no split', () => {
    expect(summedSweep(aTriedSweep([[1, 2, 4]])).warnings.join()).toContain(
      'All days are in-sample',
    );
  });
});
