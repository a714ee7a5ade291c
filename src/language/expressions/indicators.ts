import { type Observable, map } from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';
import { ema, sma, wma } from '../../streams/indicators/averages.ts';
import { adx } from '../../streams/indicators/directional.ts';
import { highest, lowest } from '../../streams/indicators/extremes.ts';
import { type Indicator, indicatorOf, type Reading } from '../../streams/indicators/indicator.ts';
import { INDICATOR_BARS_MAX, MULTIPLIER_MAX } from '../../streams/indicators/indicator-limits.ts';
import { macd, rsi } from '../../streams/indicators/momentum.ts';
import { cci, stochastic } from '../../streams/indicators/oscillators.ts';
import { atr, bollinger, supertrend } from '../../streams/indicators/volatility.ts';
import { vwap } from '../../streams/indicators/vwap.ts';

/** What may stand in one place between the parentheses of an indicator. */
export interface SettingRule {
  readonly allowed: string;
  readonly fits: (value: number) => boolean;
}

/** An indicator of the language: the kit's operator of the same name, or one of the values that it has. */
export interface IndicatorEntry {
  readonly type: 'price' | 'number';
  /** What stands before the length of the bar. */
  readonly settings: readonly SettingRule[];
  /** Whether the first setting must be below the second. @default false */
  readonly isRising?: boolean;
  /** Settings as a file would have them. */
  readonly example: string;
  readonly meaning: string;
  readonly make: (settings: readonly number[]) => Indicator<number>;
}

function lengthFrom(min: number): SettingRule {
  return {
    allowed: `a whole number of bars from ${String(min)} to ${String(INDICATOR_BARS_MAX)}`,
    fits: (value) => Number.isInteger(value) && value >= min && value <= INDICATOR_BARS_MAX,
  };
}

const LENGTH = lengthFrom(1);
const MULTIPLIER: SettingRule = {
  allowed: `a number above 0, to ${String(MULTIPLIER_MAX)}`,
  fits: (value) => value > 0 && value <= MULTIPLIER_MAX,
};
const MACD = { type: 'price', settings: [LENGTH, LENGTH, LENGTH], isRising: true } as const;
const STOCHASTIC = {
  type: 'number',
  settings: [LENGTH, LENGTH, LENGTH],
  example: '14, 3, 3',
} as const;
const BANDS = { type: 'price', settings: [LENGTH, MULTIPLIER], example: '20, 2' } as const;
const MOVEMENT = { type: 'number', settings: [LENGTH], example: '14' } as const;
const AVERAGE = { type: 'price', settings: [LENGTH], example: '20' } as const;

/** Indicators by the names that charts give them. */
export const INDICATORS: Readonly<Record<string, IndicatorEntry>> = {
  sma: {
    ...AVERAGE,
    meaning: 'Simple moving average: the mean of that many closes, in points',
    make: ([bars = NaN]) => sma(bars),
  },
  ema: {
    ...AVERAGE,
    example: '9',
    meaning: 'Exponential moving average of closes, in points',
    make: ([bars = NaN]) => ema(bars),
  },
  wma: {
    ...AVERAGE,
    meaning: 'Weighted moving average: the last close counts most, by equal steps, in points',
    make: ([bars = NaN]) => wma(bars),
  },
  vwap: {
    ...{ type: 'price', settings: [], example: '' },
    meaning:
      'Average price since the open, in points. No source knows a volume: every bar counts the same',
    make: () => vwap(),
  },
  rsi: {
    ...{ type: 'number', settings: [lengthFrom(2)], example: '14' },
    meaning: 'Relative strength index with Wilder’s smoothing, 0 to 100',
    make: ([bars]) => rsi(bars),
  },
  macd: {
    ...MACD,
    example: '12, 26, 9',
    meaning: 'Fast exponential average less the slow one, in points',
    make: (settings) => picked(macdOf(settings), ({ macdPaise }) => macdPaise),
  },
  macd_signal: {
    ...MACD,
    example: '12, 26, 9',
    meaning: 'Signal line of the MACD, in points',
    make: (settings) => picked(macdOf(settings), ({ signalPaise }) => signalPaise),
  },
  stoch_k: {
    ...STOCHASTIC,
    meaning: '%K of the stochastic oscillator, 0 to 100',
    make: (settings) => picked(stochasticOf(settings), ({ k }) => k),
  },
  stoch_d: {
    ...STOCHASTIC,
    meaning: '%D of the stochastic oscillator, the mean of %K, 0 to 100',
    make: (settings) => picked(stochasticOf(settings), ({ d }) => d),
  },
  cci: {
    ...{ type: 'number', settings: [LENGTH], example: '20' },
    meaning: 'Commodity channel index: mostly between -100 and 100',
    make: ([bars]) => cci(bars),
  },
  atr: {
    ...{ type: 'price', settings: [LENGTH], example: '14' },
    meaning: 'Average true range with Wilder’s smoothing, in points',
    make: ([bars]) => atr(bars),
  },
  supertrend: {
    ...{ type: 'price', settings: [LENGTH, MULTIPLIER], example: '10, 3' },
    meaning: 'Line of the supertrend, in points: a trend is up while closes are above it',
    make: ([bars, multiplier]) =>
      picked(supertrend(bars, multiplier), ({ linePaise }) => linePaise),
  },
  bollinger_upper: {
    ...BANDS,
    meaning: 'Upper Bollinger band: that many standard deviations above the mean, in points',
    make: ([bars, deviations]) =>
      picked(bollinger(bars, deviations), ({ upperPaise }) => upperPaise),
  },
  bollinger_lower: {
    ...BANDS,
    meaning: 'Lower Bollinger band, in points',
    make: ([bars, deviations]) =>
      picked(bollinger(bars, deviations), ({ lowerPaise }) => lowerPaise),
  },
  adx: {
    ...MOVEMENT,
    meaning: 'Average directional index, 0 to 100',
    make: ([bars]) => picked(adx(bars), (value) => value.adx),
  },
  plus_di: {
    ...MOVEMENT,
    meaning: 'Directional indicator upwards, 0 to 100',
    make: ([bars]) => picked(adx(bars), ({ plusDi }) => plusDi),
  },
  minus_di: {
    ...MOVEMENT,
    meaning: 'Directional indicator downwards, 0 to 100',
    make: ([bars]) => picked(adx(bars), ({ minusDi }) => minusDi),
  },
  highest: {
    ...AVERAGE,
    meaning: 'Highest high of that many bars, in points',
    make: ([bars = NaN]) => highest(bars),
  },
  lowest: {
    ...AVERAGE,
    meaning: 'Lowest low of that many bars, in points',
    make: ([bars = NaN]) => lowest(bars),
  },
};

/** Prices of the last bar itself, as an expression reads them of another index. */
export const BAR_VALUES: Readonly<Record<string, IndicatorEntry>> = {
  open: barValue(({ openPaise }) => openPaise),
  high: barValue(({ highPaise }) => highPaise),
  low: barValue(({ lowPaise }) => lowPaise),
  close: barValue(({ closePaise }) => closePaise),
};

function barValue(of: (bar: Bar) => number): IndicatorEntry {
  const make = (): Indicator<number> => indicatorOf(0, () => of);
  return { type: 'price', settings: [], example: '', meaning: '', make };
}

function stochasticOf([bars, smoothing, signal]: readonly number[]): ReturnType<typeof stochastic> {
  return stochastic(bars, smoothing, signal);
}

function macdOf([fast, slow, signal]: readonly number[]): ReturnType<typeof macd> {
  return macd(fast, slow, signal);
}

/** One of the values of an indicator. */
function picked<Value>(
  indicator: Indicator<Value>,
  of: (value: Value) => number,
): Indicator<number> {
  const operator = (bars: Observable<Bar>): Observable<Reading<number>> =>
    bars.pipe(
      indicator,
      map(({ bar, value }) => ({ bar, value: value === null ? null : of(value) })),
    );
  return Object.assign(operator, { warmupBars: indicator.warmupBars });
}
