import { type Costs } from '../../src/model/money/costs.ts';
import { instantAt, istDate } from '../../src/model/time/ist.ts';
import { type BacktestFill, type BacktestResult } from '../../src/results/backtest-result.ts';

/*
 * A second way to every number of a result, from its fills and the closes of its index alone. Nothing of what reckons
 * results is used here, and amounts are found by other formulas where there are any.
 */

/** A leg in one contract from flat to flat. */
export interface Valued {
  /** Run, leg, contract and when it was opened. */
  readonly key: string;
  readonly side: 'buy' | 'sell';
  /** Most at once. */
  readonly units: number;
  readonly grossPaise: number;
}

/** One that was made of fills. */
export interface RoundTrip extends Valued {
  readonly isSettled: boolean;
  readonly expiry: string;
  /** What a bought option was worth to its holder when it expired, in all; 0 for others. */
  readonly exercisedPaise: number;
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** What fills brought, less what they cost, at one of their prices. */
export function cashOf(
  fills: readonly BacktestFill[],
  price: 'pricePaise' | 'bestPaise' | 'worstPaise',
): number {
  return sum(fills.map((fill) => (fill.side === 'sell' ? 1 : -1) * fill.units * fill[price]));
}

/**
 * All trades of a result, from its fills: what is left open is worth its intrinsic value at the last close of its
 * expiry date, or, where that is not reached or it was for the day only, the last price that the result tells.
 */
export function roundTrips(result: BacktestResult): readonly RoundTrip[] {
  const open = new Map<string, BacktestFill[]>();
  const trips: RoundTrip[] = [];
  for (const { date, fills } of result.days) {
    for (const fill of fills) {
      const place = `${fill.runId.split('@')[0] ?? ''} ${fill.leg} ${fill.symbol}`;
      const held = [...(open.get(place) ?? []), fill];
      open.set(place, held);
      if (heldUnits(held) !== 0) continue;
      trips.push(tripOf(result, held));
      open.delete(place);
    }
    for (const [place, held] of open) {
      const trade = tradeOf(result, held);
      if (trade.product === 'carry-forward' && trade.expiry > date) continue;
      trips.push(tripOf(result, held));
      open.delete(place);
    }
  }
  return [...trips, ...[...open.values()].map((held) => tripOf(result, held))];
}

/** What was exercised on a date, one amount for each trade. */
export function settledOn(date: string, trips: readonly RoundTrip[]): readonly number[] {
  return trips.flatMap(({ isSettled, expiry, exercisedPaise }) =>
    isSettled && expiry === date && exercisedPaise > 0 ? [exercisedPaise] : [],
  );
}

/** The contract note of a day on NSE from April 2026 on, every fill an order of its own; hundred-thousandths of a percent. */
export function costsByHand(
  fills: readonly Pick<BacktestFill, 'side' | 'units' | 'pricePaise'>[],
  exercised: readonly number[],
): Costs {
  const turnover = (side?: 'buy' | 'sell'): bigint =>
    fills
      .filter((fill) => side === undefined || fill.side === side)
      .reduce((total, { units, pricePaise }) => total + BigInt(units) * BigInt(pricePaise), 0n);
  const brokerage = BigInt(fills.length) * 2_000n * 10_000_000n;
  const exchange = turnover() * 3_553n;
  const sebi = turnover() * 10n;
  const stt = (turnover('sell') + BigInt(sum(exercised))) * 15_000n;
  const rounded = (tenMillionths: bigint, grain: bigint): number => {
    const unit = 10_000_000n * grain;
    return Number(((2n * tenMillionths + unit) / (2n * unit)) * grain);
  };
  const parts = {
    brokeragePaise: rounded(brokerage, 1n),
    sttPaise: rounded(stt, 100n),
    exchangePaise: rounded(exchange, 1n),
    sebiPaise: rounded(sebi, 1n),
    gstPaise: Number((18n * (brokerage + exchange + sebi) + 500_000_000n) / 1_000_000_000n),
    stampPaise: rounded(turnover('buy') * 300n, 100n),
  };
  return { ...parts, totalPaise: sum(Object.values(parts)) };
}

/** Ratios of days' nets at 250 days a year, by sums of powers rather than by deviations. */
export function ratiosByHand(
  nets: readonly number[],
  capitalPaise: number,
): Record<'volatility' | 'sharpe' | 'sortino' | 'skewness' | 'kurtosis', number> {
  const count = nets.length;
  // In returns rather than paise: fourth powers of paise go beyond what a number holds.
  const returns = nets.map((net) => net / capitalPaise);
  const [m1, m2, m3, m4] = [1, 2, 3, 4].map(
    (power) => sum(returns.map((one) => one ** power)) / count,
  ) as [number, number, number, number];
  const second = m2 - m1 ** 2;
  const third = m3 - 3 * m1 * m2 + 2 * m1 ** 3;
  const fourth = m4 - 4 * m1 * m3 + 6 * m1 ** 2 * m2 - 3 * m1 ** 4;
  const deviation = Math.sqrt((second * count) / (count - 1));
  const shortfall = Math.sqrt(
    sum(returns.filter((one) => one < 0).map((one) => one * one)) / count,
  );
  return {
    volatility: deviation * Math.sqrt(250),
    sharpe: (m1 / deviation) * Math.sqrt(250),
    sortino: (m1 / shortfall) * Math.sqrt(250),
    skewness: third / second ** 1.5,
    kurtosis: fourth / second ** 2,
  };
}

/** The most that a sum of steps fell from an earlier sum, the beginning among them, every pair looked at. */
export function deepestFall(steps: readonly number[]): number {
  const sums = [0];
  for (const step of steps) sums.push((sums.at(-1) ?? 0) + step);
  let deepest = 0;
  for (const [at, low] of sums.entries()) {
    for (let before = 0; before < at; before += 1) {
      deepest = Math.max(deepest, (sums[before] ?? 0) - low);
    }
  }
  return deepest;
}

/** In how many minutes of sessions anything was held as they ended, by the fills and when contracts expire. */
export function minutesHeld({ days, trades }: BacktestResult): number {
  const instants = days
    .flatMap(({ sessions }) => sessions)
    .flatMap(({ startMs, endMs }) =>
      Array.from({ length: (endMs - startMs) / 60_000 }, (_, minute) => startMs + minute * 60_000),
    )
    .map((startMs) => startMs + 30_000);
  const isHeld = (atMs: number): boolean =>
    trades.some(({ openedAtMs, closedAtMs, product, expiry }) => {
      const lastDate = product === 'intraday' ? istDate(openedAtMs) : expiry;
      return openedAtMs <= atMs && atMs < (closedAtMs ?? Infinity) && istDate(atMs) <= lastDate;
    });
  return instants.filter(isHeld).length;
}

function heldUnits(fills: readonly BacktestFill[]): number {
  return sum(fills.map(({ side, units }) => (side === 'buy' ? units : -units)));
}

function keyOf([first]: readonly BacktestFill[]): string {
  if (first === undefined) return '';
  return `${first.runId} ${first.leg} ${first.symbol} ${String(first.atMs)}`;
}

/**
 * The trade of the result that the fills are of: what it is told by is its beginning.
 *
 * @throws {RangeError} when there is none, or several
 */
function tradeOf({ trades }: BacktestResult, fills: readonly BacktestFill[]) {
  const key = keyOf(fills);
  const found = trades.filter(
    ({ runId, leg, symbol, openedAtMs }) =>
      `${runId} ${leg} ${symbol} ${String(openedAtMs)}` === key,
  );
  const [trade] = found;
  if (trade === undefined || found.length > 1) throw new RangeError(`Not one trade of ${key}`);
  return trade;
}

function tripOf(result: BacktestResult, fills: readonly BacktestFill[]): RoundTrip {
  const { product, expiry, exitPaise, closedBy } = tradeOf(result, fills);
  const left = heldUnits(fills);
  const settled = left !== 0 && product === 'carry-forward' ? intrinsic(result, fills) : null;
  const worth = settled ?? (left === 0 || closedBy !== 'open' ? 0 : exitPaise);
  let held = 0;
  const sizes = fills.map(({ side, units }) => (held += side === 'buy' ? units : -units));
  return {
    key: keyOf(fills),
    side: fills[0]?.side ?? 'buy',
    units: Math.max(...sizes.map(Math.abs)),
    grossPaise: cashOf(fills, 'pricePaise') + left * worth,
    isSettled: settled !== null,
    expiry,
    exercisedPaise: Math.max(0, left) * (settled ?? 0),
  };
}

/** The intrinsic value at the close of the last minute before 15:30 of the expiry date; null where that is not reached. */
function intrinsic(result: BacktestResult, fills: readonly BacktestFill[]): number | null {
  const { expiry, optionType, symbol } = tradeOf(result, fills);
  const index = result.days.find(({ date }) => date === expiry)?.index ?? [];
  const closePaise = index
    .filter(({ atMs }) => atMs <= instantAt(expiry, '15:30'))
    .at(-1)?.closePaise;
  if (closePaise === undefined) return null;
  const strikePaise =
    Number(/(\d+)(?:CE|PE)?$/.exec(symbol.replace(/(\d{6})[CP]/, '$1 '))?.[1]) * 100;
  return Math.max(0, (optionType === 'CE' ? 1 : -1) * (closePaise - strikePaise));
}
