import { type SessionShape } from './variance-clock.ts';
import { SCHEDULED_EVENTS, type ScheduledEvent } from './scheduled-events.ts';

/** Parameters of modelled option and future prices. */
export interface PricingModel {
  /** Interest that forwards carry, a year: 0.065 is 6.5 %. */
  readonly rate: number;
  /** Annual at-the-money volatility where the index's own past tells none. */
  readonly volatility: number;
  /** The same for single underlyings. */
  readonly volatilityOf: Readonly<Record<string, number>>;
  /** What options cost over the index's own expected volatility: 1.1 is a tenth more. */
  readonly premiumOverExpected: number;
  /** A day counts for at most so many times the variance that was expected of it. */
  readonly surpriseMax: number;
  /** How much of the expected variance is the underlying's fixed one rather than what its last days show, 0 to 1. */
  readonly longRunShare: number;
  /** At-the-money volatility of 30 days, as a share of India VIX, which the wings of the smile lift. */
  readonly shareOfVix: number;
  /** All volatilities are multiplied by it, bounds and smile included: 1.2 shows prices a fifth dearer. */
  readonly volatilityScale: number;
  /** Bounds of the at-the-money volatility. */
  readonly volatilityMin: number;
  readonly volatilityMax: number;
  /** How much the volatility rises, in percent, when the index falls 1 % from where it stood as the volatility was made. */
  readonly spotElasticity: number;
  /** Share of a day's index move that its own volatility keeps the next day, 0 to below 1. */
  readonly moveKept: number;
  /** How much higher the volatility of far expiries is; half of it is reached in about three weeks. */
  readonly termRise: number;
  /** Share of its distance to the fixed volatility that an expected day's variance loses a trading day; 0: none. */
  readonly reversionPerDay: number;
  /** Dates that options fear beforehand. */
  readonly events: readonly ScheduledEvent[];
  /** Change of volatility for each standard deviation of moneyness: below 0, puts cost more. */
  readonly skew: number;
  /** Rise of volatility with the square of the moneyness in standard deviations. */
  readonly curvature: number;
  /** Standard deviations at which the smile flattens out. */
  readonly wing: number;
  /** Share of a day's variance that happens while the market is closed. */
  readonly overnightShare: number;
  /** When in a session its variance happens; empty: evenly. */
  readonly sessionShape: SessionShape;
  /** Bid to ask, as a share of the premium. */
  readonly spreadShare: number;
  /** How much wider it gets for each standard deviation of moneyness. */
  readonly spreadPerDeviation: number;
  /** How many times wider the spread is in the first three minutes of a session. */
  readonly spreadOpenFactor: number;
  /** How many times wider the spread is in the last half hour of an expiring contract. */
  readonly spreadExpiryFactor: number;
  /** Bid to ask of futures, as a share of the price. */
  readonly futureSpreadShare: number;
}

/** For indexes that are generated: each has one volatility for good, which its options know. */
export const PRICING_MODEL: PricingModel = {
  rate: 0.065,
  volatility: 0.14,
  volatilityOf: {
    NIFTY: 0.13,
    BANKNIFTY: 0.155,
    FINNIFTY: 0.15,
    MIDCPNIFTY: 0.18,
    NIFTYNXT50: 0.18,
    SENSEX: 0.13,
    BANKEX: 0.155,
  },
  premiumOverExpected: 1.1,
  surpriseMax: Infinity,
  longRunShare: 0,
  shareOfVix: 0.92,
  volatilityScale: 1,
  volatilityMin: 0.08,
  volatilityMax: 0.9,
  spotElasticity: 4,
  moveKept: 0,
  termRise: 0.08,
  reversionPerDay: 0,
  events: [],
  skew: -0.05,
  curvature: 0.03,
  wing: 3,
  overnightShare: 0.3,
  sessionShape: [],
  spreadShare: 0.004,
  spreadPerDeviation: 0.5,
  spreadOpenFactor: 2,
  spreadExpiryFactor: 1.5,
  futureSpreadShare: 0.00005,
};

/**
 * For recorded indexes: rounded from NIFTY option prices of May to August 2024 (docs/option-prices.md has what they miss
 * by). The smile, the spreads and the rate are plausible rather than fitted.
 */
export const RECORDED_PRICING: PricingModel = {
  ...PRICING_MODEL,
  surpriseMax: 4,
  longRunShare: 0.5,
  moveKept: 0.9,
  termRise: 0,
  reversionPerDay: 0.09,
  events: SCHEDULED_EVENTS,
  overnightShare: 0.25,
  // Squared moves of quarter hours over that of India VIX, and of the first minute; NIFTY, 149 days of 2024, rounded.
  sessionShape: [
    [1, 0.07],
    [30, 0.19],
    [60, 0.32],
    [90, 0.39],
    [120, 0.48],
    [150, 0.53],
    [180, 0.58],
    [210, 0.63],
    [240, 0.68],
    [270, 0.74],
    [300, 0.8],
    [330, 0.88],
    [360, 0.98],
    [375, 1],
  ],
};

/** Annual at-the-money volatility of an underlying over the long run. */
export function fixedVolatility(
  { volatility, volatilityOf }: PricingModel,
  underlying: string,
): number {
  const own = Object.hasOwn(volatilityOf, underlying) ? volatilityOf[underlying] : undefined;
  return own ?? volatility;
}
