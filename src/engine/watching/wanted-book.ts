import { type PriceBand } from '../judging/order-terms.ts';

/** What prices were asked for last, and whether the last look had one of each. */
export interface WantedPrices {
  symbols: readonly string[];
  isEach: boolean;
  bands: readonly PriceBand[];
  leaveOutUntilMs: number | null;
  isWhole: boolean;
  /** Until when looks like the last one may be left out; null where it did not say. */
  leftOutUntilMs: number | null;
  /** Since when there is always some price that is wanted; null while none is. */
  sinceMs: number | null;
  /** Attempts that had been asked for by then. */
  attempts: number;
}

/** Nothing is wanted, and whoever follows prices knows so. */
export function noPrices(): WantedPrices {
  const none = { symbols: [], isEach: false, bands: [], leaveOutUntilMs: null };
  return { ...none, isWhole: true, leftOutUntilMs: null, sinceMs: null, attempts: 0 };
}
