import { type Random } from '../../base/random.ts';

/** What a trading day is like for the whole market. */
export type DayRegime = 'calm' | 'trend' | 'chop' | 'gap' | 'crash' | 'circuit' | 'outage';

/** What days can be made to be: `pin` comes on top, on days on which contracts expire. */
export type Regime = DayRegime | 'pin';

/** How often days of a regime come, and how they cluster. */
export interface RegimeTraits {
  /** Share of all days in the long run, 0 to 1. */
  readonly share: number;
  /** Chance, 0 to 1, that the next day stays in the same regime. */
  readonly stay: number;
  /** One clause that says what the days are like. */
  readonly means: string;
}

/**
 * The regimes of days. Shares and persistence are chosen to look like the last decade of Indian indexes (quiet days come
 * in runs, falls of 4 % and more about once in 100 days), and crises more often than they came, so that tests meet them.
 */
const REGIME_TRAITS: Readonly<Record<DayRegime, RegimeTraits>> = {
  calm: { share: 0.42, stay: 0.75, means: 'half the usual swings, going nowhere in particular' },
  trend: { share: 0.22, stay: 0.35, means: 'one direction from open to close' },
  chop: { share: 0.26, stay: 0.55, means: 'swings to and fro that end near the open' },
  gap: { share: 0.06, stay: 0.15, means: 'opens two to four daily deviations away' },
  crash: { share: 0.012, stay: 0.25, means: 'falls 4 to 8 % after the open' },
  circuit: { share: 0.003, stay: 0.1, means: 'moves so far that the whole market is halted' },
  outage: {
    share: 0.025,
    stay: 0,
    means: 'trades as usual, but the feed shows nothing for a while',
  },
};

/** Names of the regimes of days. */
export const DAY_REGIMES = Object.keys(REGIME_TRAITS) as readonly DayRegime[];

/** All names that may be asked for. */
export const REGIMES: readonly Regime[] = [...DAY_REGIMES, 'pin'];

/** Which days are drawn how often. */
export interface RegimeShares {
  /** Share of all days, 0 to 1; together 1. */
  readonly days: Readonly<Record<DayRegime, number>>;
  /** Share of an underlying's expiry days on which it is drawn to a strike, 0 to 1; days that crash are never pinned. */
  readonly pin: number;
}

/** A plausible mix of all regimes. */
export const USUAL_SHARES: RegimeShares = {
  days: sharesOf((regime) => REGIME_TRAITS[regime].share),
  pin: 0.3,
};

/** Shares of days, one by one. */
export function sharesOf(share: (regime: DayRegime) => number): RegimeShares['days'] {
  return {
    calm: share('calm'),
    trend: share('trend'),
    chop: share('chop'),
    gap: share('gap'),
    crash: share('crash'),
    circuit: share('circuit'),
    outage: share('outage'),
  };
}

/**
 * Draws a day's regime from the one before: it stays with its own chance, else another is drawn.
 * What is drawn is weighted so that the long-run shares are exactly those asked for, however long regimes stay.
 */
export function nextRegime(
  random: Random,
  shares: RegimeShares['days'],
  before: DayRegime | null,
): DayRegime {
  const staying = random.next();
  const drawn = random.next();
  if (before !== null && shares[before] > 0 && staying < REGIME_TRAITS[before].stay) return before;
  const weights = DAY_REGIMES.map((regime) => shares[regime] * (1 - REGIME_TRAITS[regime].stay));
  let left = drawn * weights.reduce((sum, weight) => sum + weight, 0);
  let last: DayRegime = 'calm';
  for (const [at, regime] of DAY_REGIMES.entries()) {
    const weight = weights[at] ?? 0;
    if (weight === 0) continue;
    if (left < weight) return regime;
    left -= weight;
    last = regime;
  }
  return last;
}
