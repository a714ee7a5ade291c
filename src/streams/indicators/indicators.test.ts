import fc from 'fast-check';
import { from, toArray } from 'rxjs';
import { assert, describe, expect, it } from 'vitest';

import {
  adxByHand,
  atrByHand,
  bollingerByHand,
  cciByHand,
  emaByHand,
  highestByHand,
  lowestByHand,
  macdByHand,
  rsiByHand,
  smaByHand,
  stochasticByHand,
  supertrendByHand,
  vwapByHand,
  wmaByHand,
} from '../../../test/support/indicators-by-hand.ts';
import { type Bar } from '../../model/market/bar.ts';
import { instantAt } from '../../model/time/ist.ts';
import { ema, sma, wma } from './averages.ts';
import { adx } from './directional.ts';
import { highest, lowest } from './extremes.ts';
import { type Indicator } from './indicator.ts';
import { macd, rsi } from './momentum.ts';
import { cci, stochastic } from './oscillators.ts';
import { readings } from './readings.ts';
import { atr, bollinger, supertrend } from './volatility.ts';
import { vwap } from './vwap.ts';

const OPEN_MS = instantAt('2026-11-20', '09:15');

function barAt(index: number, [open, high, low, close]: readonly number[]): Bar {
  const startMs = OPEN_MS + index * 60_000;
  return {
    symbol: 'NIFTY',
    startMs,
    endMs: startMs + 60_000,
    openPaise: open ?? 0,
    highPaise: high ?? open ?? 0,
    lowPaise: low ?? open ?? 0,
    closePaise: close ?? open ?? 0,
    isOpening: index === 0,
  };
}

const ofCloses = (closes: readonly number[]): readonly Bar[] =>
  closes.map((close, index) => barAt(index, [close]));

/** What an indicator says at each bar. */
function read<Value>(indicator: Indicator<Value>, bars: readonly Bar[]): readonly (Value | null)[] {
  let all: readonly (Value | null)[] = [];
  const error = (problem: unknown): void => {
    assert.fail(String(problem));
  };
  from(bars)
    .pipe(indicator, toArray())
    .subscribe({
      next: (said) => {
        all = said.map(({ value }) => value);
      },
      error,
    });
  return all;
}

/** Bars that rise, fall, gap, stand still and reach as far up as down. */
const anyBars: fc.Arbitrary<readonly Bar[]> = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(0), fc.integer({ min: -9_000, max: 9_000 })),
      move: fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 })),
      above: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
      below: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
      isFlat: fc.boolean(),
    }),
    { minLength: 1, maxLength: 90 },
  )
  .map((steps) => {
    let level = 2_400_000;
    return steps.map(({ gap, move, above, below, isFlat }, index) => {
      const open = level + (isFlat ? 0 : gap);
      level = open + (isFlat ? 0 : move);
      const [top, bottom] = [Math.max(open, level), Math.min(open, level)];
      return barAt(index, [open, top + (isFlat ? 0 : above), bottom - (isFlat ? 0 : below), level]);
    });
  });

const anyLength = fc.integer({ min: 2, max: 15 });

/** Whether two series are the same but for how binary fractions were rounded on the way to whole paise. */
function expectSame(
  found: readonly (number | null)[],
  wanted: readonly (number | null)[],
  within = 0.5001,
): void {
  expect(found).toHaveLength(wanted.length);
  for (const [index, value] of found.entries()) {
    const other = wanted[index] ?? null;
    const isSame =
      value === null || other === null ? value === other : Math.abs(value - other) <= within;
    expect(isSame, `bar ${String(index)}: ${String(value)} and ${String(other)}`).toBe(true);
  }
}

describe('an indicator says what its definition says of all bars, at each of them', () => {
  type Case = readonly [
    name: string,
    (bars: readonly Bar[], length: number) => readonly (number | null)[],
    (bars: readonly Bar[], length: number) => readonly (number | null)[],
  ];
  const CASES: readonly Case[] = [
    ['sma', (bars, length) => read(sma(length), bars), smaByHand],
    ['ema', (bars, length) => read(ema(length), bars), emaByHand],
    ['wma', (bars, length) => read(wma(length), bars), wmaByHand],
    ['rsi', (bars, length) => read(rsi(length), bars), rsiByHand],
    ['atr', (bars, length) => read(atr(length), bars), atrByHand],
    ['vwap', (bars) => read(vwap(), bars), vwapByHand],
    ['highest', (bars, length) => read(highest(length), bars), highestByHand],
    ['lowest', (bars, length) => read(lowest(length), bars), lowestByHand],
    [
      'bollinger',
      (bars, length) => read(bollinger(length, 2), bars).map((bands) => bands?.upperPaise ?? null),
      (bars, length) => bollingerByHand(bars, length, 2),
    ],
    [
      'macd',
      (bars, length) =>
        read(macd(length, length + 4, 5), bars).map((value) => value?.signalPaise ?? null),
      (bars, length) => macdByHand(bars, [length, length + 4, 5]),
    ],
    [
      'supertrend',
      (bars, length) =>
        read(supertrend(length, 1.5), bars).map((value) =>
          value === null ? null : value.isUp ? value.linePaise : -value.linePaise,
        ),
      (bars, length) => supertrendByHand(bars, length, 1.5),
    ],
    [
      'adx',
      (bars, length) => read(adx(length), bars).map((value) => value?.adx ?? null),
      (bars, length) => adxByHand(bars, length)[0],
    ],
  ];

  it.each(CASES)('%s', (_, found, wanted) => {
    fc.assert(
      fc.property(anyBars, anyLength, (bars, length) => {
        expectSame(found(bars, length), wanted(bars, length));
      }),
    );
  });

  it('gives the stochastic and the CCI, which are no whole paise', () => {
    fc.assert(
      fc.property(anyBars, anyLength, (bars, length) => {
        const found = read(stochastic(length, 3, 4), bars);
        const [k, d] = stochasticByHand(bars, [length, 3, 4]);
        const ks = k.map((value, index) => (d[index] === null ? null : value));
        expectSame(
          found.map((value) => value?.k ?? null),
          ks,
          1e-6,
        );
        expectSame(
          found.map((value) => value?.d ?? null),
          d,
          1e-6,
        );
        expectSame(read(cci(length), bars), cciByHand(bars, length), 1e-6);
      }),
    );
  });

  it('names the lower band, the middle, the histogram and the plus indicator too', () => {
    fc.assert(
      fc.property(anyBars, (bars) => {
        const bands = read(bollinger(5, 2), bars);
        expect(bands.map((band) => band?.middlePaise ?? null)).toEqual(read(sma(5), bars));
        const skewed = bands.filter(
          (band) =>
            band !== null && Math.abs(band.upperPaise + band.lowerPaise - 2 * band.middlePaise) > 2,
        );
        expect(skewed).toEqual([]);
        const wrong = read(macd(3, 6, 4), bars).filter(
          (value) => value !== null && value.histogramPaise !== value.macdPaise - value.signalPaise,
        );
        expect(wrong).toEqual([]);
        const [known, plus] = adxByHand(bars, 4);
        expectSame(
          read(adx(4), bars).map((value) => value?.plusDi ?? null),
          plus.map((value, index) => (known[index] === null ? null : value)),
          1e-6,
        );
      }),
    );
  });
});

describe('published examples', () => {
  /** From the RSI page of StockCharts’ ChartSchool: 14 periods, prices with four decimals. */
  const CLOSES = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826,
    45.8931, 46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
  ];

  it('gives the RSI that Wilder’s smoothing gives', () => {
    const bars = ofCloses(CLOSES.map((close) => Math.round(close * 10_000)));
    const values = read(rsi(14), bars).map((value) => value?.toFixed(2) ?? null);
    expect(values.slice(13)).toEqual([null, '70.53', '66.32', '66.55', '69.41', '66.36', '57.97']);
  });

  it('gives the averages of the moving-average page', () => {
    const closes = [22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15];
    const bars = ofCloses(closes.map((close) => Math.round(close * 100)));
    expect(read(sma(10), bars).slice(8)).toEqual([null, 2_222, 2_221]);
  });
});

describe('an indicator at its edges', () => {
  it('knows no direction in a bar that reaches as far up as down, and none where nothing moves', () => {
    const outside = Array.from({ length: 12 }, (_, index) =>
      barAt(index, [1_000_000, 1_000_000 + 100 * index, 1_000_000 - 100 * index, 1_000_000]),
    );
    expect(read(adx(3), outside).at(-1)).toEqual({ adx: 0, plusDi: 0, minusDi: 0 });
    const still = ofCloses(Array.from({ length: 12 }, () => 1_000_000));
    expect(read(adx(3), still).at(-1)).toEqual({ adx: 0, plusDi: 0, minusDi: 0 });
    // A number that is none would stay for ever.
    const moving = Array.from({ length: 12 }, (_, index) => barAt(12 + index, [1_000_000 + index]));
    expect(read(adx(3), [...still, ...moving]).at(-1)?.adx).toBeGreaterThan(95);
  });

  it('begins the VWAP afresh each day, and does not know it where the open is missing', () => {
    const day = (bars: readonly Bar[], days: number): readonly Bar[] =>
      bars.map((bar) => ({ ...bar, startMs: bar.startMs + days * 86_400_000 }));
    const [one, two] = [ofCloses([100, 300]), ofCloses([500, 700])];
    expect(read(vwap(), [...one, ...day(two, 1)])).toEqual([100, 200, 500, 600]);
    const late = one.map((bar) => ({ ...bar, isWarmup: true, isOpening: false }));
    expect(read(vwap(), [...late, ...ofCloses([900])])).toEqual([null, null, null]);
    // A run that began at 10:07, of a source without history.
    expect(read(vwap(), one.slice(1))).toEqual([null]);
    const next = day(two, 1).map((bar) => ({ ...bar, isWarmup: true, isOpening: false }));
    expect(read(vwap(), [...late, ...next])).toEqual([null, null, 500, 600]);
  });

  it.each([
    ['ema(0)', () => ema(0)],
    ['sma(2.5)', () => sma(2.5)],
    ['rsi(1)', () => rsi(1)],
    ['atr(501)', () => atr(501)],
    ['adx(NaN)', () => adx(NaN)],
    ['macd(26, 12)', () => macd(26, 12, 9)],
    ['supertrend', () => supertrend(10, 0)],
    ['bollinger', () => bollinger(20, Infinity)],
    ['stochastic(14, 0, 3)', () => stochastic(14, 0, 3)],
    ['cci(0)', () => cci(0)],
  ])('refuses %s, with the reason', (name, make) => {
    expect(make).toThrow(`Cannot take ${name}`);
  });
});

const ALL: readonly Indicator<unknown>[] = [
  ...[sma(7), ema(5), wma(4), rsi(6), macd(3, 7, 4), atr(5), bollinger(6), supertrend(4, 1)],
  ...[adx(4), highest(5), lowest(5), stochastic(6, 2, 3), cci(7), vwap()],
];

describe('every indicator', () => {
  it('knows no bar that is still to come', () => {
    fc.assert(
      fc.property(anyBars, fc.nat(), (bars, cut) => {
        const known = bars.slice(0, 1 + (cut % bars.length));
        for (const one of ALL) {
          expect(read(one, known)).toEqual(read(one, bars).slice(0, known.length));
        }
      }),
    );
  });

  it('forgets where it began after its warm-up', () => {
    let level = 2_400_000;
    const bars = Array.from({ length: 1_500 }, (_, index) => {
      const open = level;
      level += Math.round(3_000 * Math.sin(index * index) + 1_000 * Math.sin(index / 9));
      return barAt(index, [open, Math.max(open, level) + 700, Math.min(open, level) - 500, level]);
    });
    for (const one of ALL.slice(0, -1)) {
      const late = bars.slice(bars.length - one.warmupBars);
      const [all, some] = [read(one, bars).at(-1), read(one, late).at(-1)];
      const numbers = (value: unknown): readonly number[] =>
        typeof value === 'number' ? [value] : Object.values(value as object).map(Number);
      for (const [place, value] of numbers(all).entries()) {
        const apart = Math.abs(value - (numbers(some)[place] ?? NaN));
        expect(apart).toBeLessThanOrEqual(Number.isInteger(value) ? 1 : 0.0001);
      }
    }
  });

  it('computes for each subscription by itself', () => {
    const one = ema(2);
    const bars = ofCloses([100, 200, 300]);
    expect(read(one, bars)).toEqual(read(one, bars));
  });
});

it('reads several off the same bars, bar by bar', () => {
  const both = readings({ fast: sma(1), slow: sma(2) });
  const said: unknown[] = [];
  from(ofCloses([100, 200, 600]))
    .pipe(both)
    .subscribe({
      next: ({ bar, values: { fast, slow } }) => said.push([bar.closePaise, fast, slow]),
      error: (problem: unknown) => {
        assert.fail(String(problem));
      },
    });
  expect(said).toEqual([
    [100, 100, null],
    [200, 200, 150],
    [600, 600, 400],
  ]);
  expect(both.warmupBars).toBe(2);
});
