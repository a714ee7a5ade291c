import { type Bar, HISTORY_BARS_MAX } from '../model/market/bar.ts';

/** What came of a warm-up: told once for each `bars()` that asked for one, when its first bars come. */
export interface Warmup {
  readonly symbol: string;
  readonly minutes: number;
  readonly askedBars: number;
  /** At most as many as were asked for. */
  readonly broughtBars: number;
  /** Why it is fewer; null when it is not. */
  readonly reason: string | null;
}

/** Bars of days before the run's, oldest first, and why they are fewer than were asked for. Never of the run's own day. */
export type History = (asked: {
  readonly symbol: string;
  readonly minutes: number;
  /** How many. */
  readonly bars: number;
}) => { readonly bars: readonly Bar[]; readonly reason: string | null };

/** Most bars of a warm-up. */
export const WARMUP_BARS_MAX = HISTORY_BARS_MAX;

/** Where prices are made up, as in `sauda check`: there are no earlier days. */
export const NO_HISTORY: History = () => ({
  bars: [],
  reason: 'the source of prices has the current ones only, so bars begin now',
});
