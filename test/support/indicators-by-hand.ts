import { type Bar } from '../../src/model/market/bar.ts';

/**
 * Indicators a second time, each from the whole list of bars and by its published definition: those of TradingView's reference
 * (`ta.rma`, `ta.rsi`, `ta.atr`, `ta.supertrend`, `ta.dmi`), which are Wilder's. Nothing here is shared with the program.
 */
type Series = readonly (number | null)[];

const closes = (bars: readonly Bar[]): readonly number[] => bars.map((bar) => bar.closePaise);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const lastOf = <Item>(items: readonly Item[], index: number, count: number): readonly Item[] =>
  items.slice(index + 1 - count, index + 1);

/** Of each stretch of so many values by itself; null where it is too short. */
function windows(
  values: readonly number[],
  count: number,
  of: (some: readonly number[]) => number,
): Series {
  return values.map((_, index) => (index + 1 < count ? null : of(lastOf(values, index, count))));
}

export const smaByHand = (bars: readonly Bar[], count: number): Series =>
  windows(closes(bars), count, (some) => sum(some) / count);

export const wmaByHand = (bars: readonly Bar[], count: number): Series =>
  windows(
    closes(bars),
    count,
    (some) => sum(some.map((one, place) => one * (place + 1))) / ((count * (count + 1)) / 2),
  );

export const bollingerByHand = (bars: readonly Bar[], count: number, deviations: number): Series =>
  windows(closes(bars), count, (some) => {
    const mean = sum(some) / count;
    return mean + deviations * Math.sqrt(sum(some.map((one) => (one - mean) ** 2)) / count);
  });

/** Weights of all earlier values written out, in place of the recurrence. */
function exponential(values: readonly number[], count: number): Series {
  const keep = 1 - 2 / (count + 1);
  return values.map((_, index) => {
    if (index + 1 < count) return null;
    const weighed = values
      .slice(0, index + 1)
      .map((one, place) => one * keep ** (index - place) * (place === 0 ? 1 : 1 - keep));
    return sum(weighed);
  });
}

export const emaByHand = (bars: readonly Bar[], count: number): Series =>
  exponential(closes(bars), count);

export function macdByHand(
  bars: readonly Bar[],
  [fast, slow, signal]: readonly [number, number, number],
): Series {
  const [one, other] = [emaByHand(bars, fast), emaByHand(bars, slow)];
  const line = other.map((value, index) => (value === null ? null : (one[index] ?? 0) - value));
  const known = line.filter((value) => value !== null);
  const missing = line.length - known.length;
  return [...line.slice(0, missing), ...exponential(known, signal)];
}

/** `ta.rma`: the mean of the first values, then a share of each. */
function wilder(values: readonly number[], count: number): Series {
  const out: (number | null)[] = [];
  for (const [index, value] of values.entries()) {
    const before = out.at(-1) ?? null;
    if (index + 1 < count) out.push(null);
    else if (before === null) out.push(sum(values.slice(0, count)) / count);
    else out.push((before * (count - 1) + value) / count);
  }
  return out;
}

export function rsiByHand(bars: readonly Bar[], count: number): Series {
  const all = closes(bars);
  const changes = all.slice(1).map((value, index) => value - (all[index] ?? 0));
  const up = wilder(
    changes.map((change) => Math.max(change, 0)),
    count,
  );
  const down = wilder(
    changes.map((change) => -Math.min(change, 0)),
    count,
  );
  const values = up.map((gain, index) => {
    const loss = down[index] ?? null;
    if (gain === null || loss === null) return null;
    return loss === 0 ? 100 : gain === 0 ? 0 : 100 - 100 / (1 + gain / loss);
  });
  return [null, ...values];
}

function trueRanges(bars: readonly Bar[]): readonly number[] {
  return bars.map((bar, index) => {
    const before = bars[index - 1]?.closePaise ?? null;
    const reach = bar.highPaise - bar.lowPaise;
    if (before === null) return reach;
    return Math.max(reach, Math.abs(bar.highPaise - before), Math.abs(bar.lowPaise - before));
  });
}

export const atrByHand = (bars: readonly Bar[], count: number): Series =>
  wilder(trueRanges(bars), count);

/** `ta.supertrend`, line by line; the sign says the direction: above 0 up. */
export function supertrendByHand(bars: readonly Bar[], count: number, factor: number): Series {
  const ranges = atrByHand(bars, count);
  let state: TrendByHand | null = null;
  return bars.map((bar, index) => {
    const range = ranges[index] ?? null;
    if (range === null) return null;
    const middle = (bar.highPaise + bar.lowPaise) / 2;
    const bands = { lower: middle - factor * range, upper: middle + factor * range };
    const before = bars[index - 1]?.closePaise ?? 0;
    state =
      state === null ? { ...bands, isUp: false } : turned(state, bands, [before, bar.closePaise]);
    return state.isUp ? state.lower : -state.upper;
  });
}

interface TrendByHand {
  readonly lower: number;
  readonly upper: number;
  readonly isUp: boolean;
}

function turned(
  state: TrendByHand,
  bands: Omit<TrendByHand, 'isUp'>,
  [before, close]: readonly [number, number],
): TrendByHand {
  const lower = bands.lower > state.lower || before < state.lower ? bands.lower : state.lower;
  const upper = bands.upper < state.upper || before > state.upper ? bands.upper : state.upper;
  return { lower, upper, isUp: state.isUp ? close >= lower : close > upper };
}

/** `ta.dmi`: ADX and the plus indicator, in this order. */
export function adxByHand(bars: readonly Bar[], count: number): readonly [Series, Series] {
  const moves = bars.slice(1).map((bar, index) => {
    const before = bars[index] ?? bar;
    const up = bar.highPaise - before.highPaise;
    const down = before.lowPaise - bar.lowPaise;
    return [up > down && up > 0 ? up : 0, down > up && down > 0 ? down : 0] as const;
  });
  const range = wilder(trueRanges(bars).slice(1), count);
  const share = (place: 0 | 1): Series =>
    wilder(
      moves.map((move) => move[place]),
      count,
    ).map((value, index) => {
      const whole = range[index] ?? null;
      if (value === null || whole === null) return null;
      return whole === 0 ? 0 : (100 * value) / whole;
    });
  const [plus, minus] = [share(0), share(1)];
  const spread = plus.flatMap((value, index) => {
    const other = minus[index] ?? null;
    if (value === null || other === null) return [];
    return [(100 * Math.abs(value - other)) / (value + other === 0 ? 1 : value + other)];
  });
  const missing = bars.length - spread.length;
  const head = Array.from({ length: missing }, () => null);
  return [
    [...head, ...wilder(spread, count)],
    [null, ...plus],
  ];
}

/** The mean of `(high + low + close) / 3` since the first bar. */
export const vwapByHand = (bars: readonly Bar[]): Series =>
  bars.map((_, index) => {
    const some = bars.slice(0, index + 1);
    const typical = some.map((bar) => (bar.highPaise + bar.lowPaise + bar.closePaise) / 3);
    return sum(typical) / typical.length;
  });

export const highestByHand = (bars: readonly Bar[], count: number): Series =>
  windows(
    bars.map((bar) => bar.highPaise),
    count,
    (some) => [...some].sort((one, other) => other - one)[0] ?? 0,
  );

export const lowestByHand = (bars: readonly Bar[], count: number): Series =>
  windows(
    bars.map((bar) => bar.lowPaise),
    count,
    (some) => [...some].sort((one, other) => one - other)[0] ?? 0,
  );

/** %K and %D, each from all bars. */
export function stochasticByHand(
  bars: readonly Bar[],
  [length, smoothing, signal]: readonly [number, number, number],
): readonly [k: Series, d: Series] {
  const raw = bars.map(({ closePaise }, index) => {
    const some = lastOf(bars, index, length);
    const low = some.map((bar) => bar.lowPaise).sort((one, other) => one - other)[0] ?? 0;
    const high = some.map((bar) => bar.highPaise).sort((one, other) => other - one)[0] ?? 0;
    return high === low ? 50 : ((closePaise - low) / (high - low)) * 100;
  });
  const mean = (some: readonly number[]): number => sum(some) / some.length;
  const padded = (values: Series, count: number): Series => [
    ...bars.slice(0, count).map(() => null),
    ...values,
  ];
  const k = windows(raw.slice(length - 1), smoothing, mean);
  const known = k.filter((value) => value !== null);
  const d = windows(known, signal, mean);
  const before = length + smoothing - 2;
  const whole = (values: Series, count: number): Series =>
    padded(values, count).slice(0, bars.length);
  return [whole(k, length - 1), whole(d, before)];
}

export function cciByHand(bars: readonly Bar[], count: number): Series {
  const typical = bars.map((bar) => (bar.highPaise + bar.lowPaise + bar.closePaise) / 3);
  return windows(typical, count, (some) => {
    const mean = sum(some) / count;
    const deviation = sum(some.map((one) => Math.abs(one - mean))) / count;
    const last = some.at(-1) ?? 0;
    return deviation === 0 ? 0 : (last - mean) / deviation / 0.015;
  });
}
