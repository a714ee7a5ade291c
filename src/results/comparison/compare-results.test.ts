import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type BacktestDay, type BacktestResult } from '../backtest-result.ts';
import { aResult } from '../../../test/support/results/a-result.ts';
import { plainResult } from '../../../test/support/results/plain-result.ts';
import { compareResults } from './compare-results.ts';

const SAMPLE = aResult({ dates: 12 });

/** The sample with one day changed. */
function withDay(
  index: number,
  change: (day: BacktestDay) => Partial<BacktestDay>,
): BacktestResult {
  const days = SAMPLE.days.map((day, at) => (at === index ? { ...day, ...change(day) } : day));
  return { ...SAMPLE, days };
}

describe('two results', () => {
  it('that are copies are the same', () => {
    expect(compareResults(SAMPLE, structuredClone(SAMPLE))).toMatchObject({
      isSame: true,
      conditions: [],
      days: [],
      firstDifference: null,
    });
  });

  it('are the same where an older program did not tell how far trades went', () => {
    const trades = SAMPLE.trades.map(({ mae, mfe, ...trade }) => {
      expect([mae, mfe]).not.toContain(undefined);
      return trade;
    });
    const { years, benchmarks, ...older } = { ...SAMPLE, trades };
    expect([years, benchmarks]).not.toContain(undefined);
    expect(compareResults(older, SAMPLE).isSame).toBe(true);
    const [first, ...rest] = SAMPLE.trades;
    const moved = first === undefined ? rest : [{ ...first, exitPaise: 1 }, ...rest];
    expect(compareResults({ ...SAMPLE, trades: moved }, SAMPLE).isSame).toBe(false);
  });

  it('are the same or not whichever is named first, with differences of the other sign', () => {
    const nets = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(nets, nets, (left, right) => {
        const forth = compareResults(plainResult(left), plainResult(right));
        const back = compareResults(plainResult(right), plainResult(left));
        expect(back.isSame).toBe(forth.isSame);
        const turned = back.days.map(({ date, differencePaise }) => [date, -differencePaise || 0]);
        expect(turned).toEqual(forth.days.map((day) => [day.date, day.differencePaise]));
      }),
    );
  });

  it('differ on the days whose nets do, and on those that only one has', () => {
    const nets = fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 8 });
    fc.assert(
      fc.property(nets, nets, (left, right) => {
        const longer = left.length > right.length ? left : right;
        const places = longer.map((_, at) => at).filter((at) => left[at] !== right[at]);
        const { days } = compareResults(plainResult(left), plainResult(right));
        const dates = plainResult(longer).days.map(({ date }) => date);
        expect(days.map(({ date }) => date)).toEqual(places.map((at) => dates[at]));
        const sum = days.reduce((total, day) => total + day.differencePaise, 0);
        const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
        expect(sum).toBe(total(right) - total(left));
      }),
    );
  });

  it('name the first fill that differs, and in what', () => {
    const other = withDay(4, ({ fills }) => ({
      fills: fills.map((fill, at) => (at === 2 ? { ...fill, pricePaise: fill.bestPaise } : fill)),
    }));
    const { firstDifference, isSame } = compareResults(SAMPLE, other);
    expect(isSame).toBe(false);
    expect(firstDifference).toMatchObject({
      date: SAMPLE.days[4]?.date,
      areCommandsSame: true,
      parts: ['fills'],
      fill: { number: 3, parts: ['pricePaise'], one: SAMPLE.days[4]?.fills[2] },
    });
  });

  it('name a fill that only one has', () => {
    const other = withDay(0, ({ fills }) => ({ fills: fills.slice(0, -1) }));
    const count = SAMPLE.days[0]?.fills.length ?? NaN;
    expect(compareResults(SAMPLE, other).firstDifference?.fill).toMatchObject({
      number: count,
      other: null,
      parts: [],
    });
    expect(compareResults(other, SAMPLE).firstDifference?.fill).toMatchObject({ one: null });
  });

  it('tell commands that differ from fills that do', () => {
    const other = withDay(3, () => ({ commandLogSha256: 'f'.repeat(64) }));
    expect(compareResults(SAMPLE, other).firstDifference).toMatchObject({
      areCommandsSame: false,
      fill: null,
      parts: ['commandLogSha256'],
    });
  });

  it('tell that a day that ran is missing', () => {
    const other: BacktestResult = { ...SAMPLE, days: SAMPLE.days.slice(1) };
    const [first] = compareResults(SAMPLE, other).days;
    expect(first).toMatchObject({ date: SAMPLE.days[0]?.date, other: null });
  });

  it.each<[string, Partial<BacktestResult>]>([
    ['trades', { trades: [] }],
    ['totals', { totals: { ...SAMPLE.totals, orders: 7 } }],
    ['scenarios', { scenarios: { ...SAMPLE.scenarios, optimistic: SAMPLE.scenarios.default } }],
  ])('are not the same when only %s are not', (_, change) => {
    const { isSame, days } = compareResults(SAMPLE, { ...SAMPLE, ...change });
    expect({ isSame, days }).toEqual({ isSame: false, days: [] });
  });

  it.each<[string, Partial<BacktestResult>, object]>([
    ['seed', { seed: 'more' }, { kind: 'seed', name: '', one: 'sample', other: 'more' }],
    ['capital', { capitalPaise: 100 }, { kind: 'capital', one: '₹2,50,000.00', other: '₹1.00' }],
    ['underlyings', { underlyings: ['BANKNIFTY'] }, { kind: 'underlyings', one: 'NIFTY' }],
    ['the end', { daysNotReached: 3 }, { kind: 'stopped', other: '3 days not reached' }],
    ['prices', { prices: [] }, { kind: 'prices', other: '' }],
    ['dates', { days: [] }, { kind: 'dates', other: null }],
    [
      'assumptions',
      { assumptions: [...SAMPLE.assumptions, 'Fills are best'] },
      { kind: 'assumption', one: null, other: 'Fills are best' },
    ],
    [
      'a source',
      { strategies: SAMPLE.strategies.map((of) => ({ ...of, sourceHash: 'e'.repeat(64) })) },
      { kind: 'source', name: 'short-straddle', other: 'e'.repeat(64) },
    ],
    [
      'a parameter',
      { strategies: SAMPLE.strategies.map((of) => ({ ...of, params: { legs: [{ lots: 2 }] } })) },
      { kind: 'parameter', name: 'short-straddle: legs', one: null, other: '[{"lots":2}]' },
    ],
    [
      'strategies',
      { strategies: [{ name: 'condor', sourceHash: '', params: null }] },
      { kind: 'strategies', one: 'short-straddle', other: 'condor' },
    ],
  ])('tell that they did not share %s', (_, change, expected) => {
    const { conditions } = compareResults(SAMPLE, { ...SAMPLE, ...change });
    expect(conditions).toContainEqual(expect.objectContaining(expected));
    const kinds = new Set(conditions.map(({ kind }) => kind));
    expect(kinds.size).toBe(1);
  });

  it('tell a parameter deep in a list by its path', () => {
    const strategy = (strike: string) => ({
      name: 's',
      sourceHash: '',
      params: { legs: [{ strike: 'ATM' }, { strike, lots: 1 }] },
    });
    const one = { ...SAMPLE, strategies: [strategy('ATM'), strategy('x')] };
    const other = { ...SAMPLE, strategies: [strategy('ATM'), strategy('y')] };
    expect(compareResults(one, other).conditions).toEqual([
      { kind: 'parameter', name: 's: legs[1].strike', one: '"x"', other: '"y"' },
    ]);
  });

  it('do not differ by where their prices lie', () => {
    const prices = SAMPLE.prices.map((of) => ({ ...of, source: 'elsewhere.csv' }));
    expect(compareResults(SAMPLE, { ...SAMPLE, prices }).conditions).toEqual([]);
  });

  it('stand side by side in total', () => {
    const other = { ...SAMPLE, totals: { ...SAMPLE.totals, trades: SAMPLE.totals.trades + 2 } };
    const { totals, figures } = compareResults(SAMPLE, other);
    expect(totals.find(({ name }) => name === 'trades')).toMatchObject({
      one: SAMPLE.totals.trades,
      other: SAMPLE.totals.trades + 2,
      difference: 2,
    });
    expect(figures.every(({ difference }) => difference === 0 || difference === null)).toBe(true);
  });
});
