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

/** The bars of one date. */
export interface BarDay {
  readonly date: IstDate;
  /** Bars inside the day's sessions, ascending, one a minute at most. */
  readonly bars: readonly MinuteBar[];
  /** Bars outside of them, as found: they are shown and never trade. */
  readonly barsOutside: readonly MinuteBar[];
}
