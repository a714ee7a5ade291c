import { kept } from '../base/kept.ts';
import { type IstDate } from '../model/time/ist.ts';

/** Prices of one minute of an index or a contract. */
export interface MinuteBar {
  /** Start of the minute, epoch milliseconds. */
  readonly startMs: number;
  readonly openPaise: number;
  readonly highPaise: number;
  readonly lowPaise: number;
  readonly closePaise: number;
  /** From bid to ask, where the data told it. */
  readonly spreadPaise?: number;
}

/** Length of a bar. */
export const BAR_MS = 60_000;

/** First, highest, lowest and last price of a day's sessions, paise. */
export type DayRange = Omit<MinuteBar, 'startMs' | 'spreadPaise'>;

/** The bars of one date. */
export interface BarDay {
  readonly date: IstDate;
  /** Bars inside the day's sessions, ascending, one a minute at most. */
  readonly bars: readonly MinuteBar[];
  /** Bars outside of them, as found: they are shown and never trade. */
  readonly barsOutside: readonly MinuteBar[];
}

const ranges = new WeakMap<Pick<BarDay, 'bars'>, { readonly range: DayRange | null }>();

/** What a day's bars come to, null where it has none. Kept, since a day's bars may be unpacked at every look. */
export function rangeOf(day: Pick<BarDay, 'bars'>): DayRange | null {
  return kept(ranges, day, () => ({ range: rangeOfBars(day.bars) })).range;
}

function rangeOfBars(bars: readonly MinuteBar[]): DayRange | null {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  let { highPaise, lowPaise } = first;
  for (const bar of bars) {
    highPaise = Math.max(highPaise, bar.highPaise);
    lowPaise = Math.min(lowPaise, bar.lowPaise);
  }
  return { openPaise: first.openPaise, highPaise, lowPaise, closePaise: last.closePaise };
}
