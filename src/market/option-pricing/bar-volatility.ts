import { TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import { type BarDay, type DayRange, rangeOf } from '../minute-bar.ts';

/** Days that must have been seen before a volatility is named. */
const DAYS_MIN = 5;
/** Weight of the past at each new day: half of it is forgotten in about seven days. */
const MEMORY = 0.9;

/** How days count for the volatility. */
export interface DaysCounted {
  /** Days of a token hour: they tell of no day's variance, and their move is part of the next day's gap. @default none */
  readonly isToken?: (day: BarDay) => boolean;
  /** How many ordinary days' variance was expected of a day: its own is divided by it. @default 1 */
  readonly weightOf?: (day: BarDay) => number;
  /** A day counts for at most so many times the variance expected of it: one crash says little of the days after. @default Infinity */
  readonly surpriseMax?: number;
}

/**
 * Annual volatility to expect on each day, from the days before it alone; null for the first five.
 * A day's variance is its squared gap from the close before plus Parkinson's estimate from its range.
 */
export function expectedVolatilities(
  days: readonly BarDay[],
  { isToken = () => false, weightOf = () => 1, surpriseMax = Infinity }: DaysCounted = {},
): readonly (number | null)[] {
  const expected: (number | null)[] = [];
  let variance = 0;
  let seen = 0;
  let closePaise: number | null = null;
  for (const day of days) {
    expected.push(seen < DAYS_MIN ? null : Math.sqrt(variance * TRADING_DAYS_A_YEAR));
    const range = rangeOf(day);
    if (range === null || isToken(day)) continue;
    const moved = varianceOf(range, closePaise) / weightOf(day);
    const today = Math.min(moved, seen < DAYS_MIN ? Infinity : surpriseMax * variance);
    // Plain average at first, so that no day weighs more than another.
    const weight = Math.max(1 - MEMORY, 1 / (seen + 1));
    variance += weight * (today - variance);
    seen += 1;
    closePaise = range.closePaise;
  }
  return expected;
}

/** Squared gap from the close before, and Parkinson's estimate from the range. */
function varianceOf(range: DayRange, closeBeforePaise: number | null): number {
  const gap = closeBeforePaise === null ? 0 : Math.log(range.openPaise / closeBeforePaise);
  const spread = Math.log(range.highPaise / range.lowPaise);
  return gap * gap + (spread * spread) / (4 * Math.LN2);
}

/**
 * Where an index stood, on each day, by the memory of its volatility, paise: the average of the closes before it, of which each new
 * day forgets the part that is not kept. 0 keeps nothing: the close before. Null before the first close.
 */
export function rememberedLevels(
  days: readonly Pick<BarDay, 'bars'>[],
  moveKept: number,
): readonly (number | null)[] {
  let level: number | null = null;
  return days.map((day) => {
    const before = level;
    const close = Math.log(rangeOf(day)?.closePaise ?? NaN);
    if (!Number.isNaN(close)) {
      level = level === null ? close : moveKept * level + (1 - moveKept) * close;
    }
    return before === null ? null : Math.exp(before);
  });
}
