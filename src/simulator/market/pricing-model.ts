/** Parameters of modelled option and future prices. None of them is estimated from option prices. */
export interface PricingModel {
  /** Interest that forwards carry, a year: 0.065 is 6.5 %. */
  readonly rate: number;
  /** Annual at-the-money volatility where the index's own past tells none. */
  readonly volatility: number;
  /** The same for single underlyings. */
  readonly volatilityOf: Readonly<Record<string, number>>;
  /** What options cost over the index's own expected volatility: 1.1 is a tenth more. */
  readonly premiumOverExpected: number;
  /** Bounds of the at-the-money volatility. */
  readonly volatilityMin: number;
  readonly volatilityMax: number;
  /** How much the volatility rises, in percent, when the index falls 1 % from its reference. */
  readonly spotElasticity: number;
  /** How much higher the volatility of far expiries is; half of it is reached in about three weeks. */
  readonly termRise: number;
  /** Change of volatility for each standard deviation of moneyness: below 0, puts cost more. */
  readonly skew: number;
  /** Rise of volatility with the square of the moneyness in standard deviations. */
  readonly curvature: number;
  /** Standard deviations at which the smile flattens out. */
  readonly wing: number;
  /** Share of a day's variance that happens while the market is closed. */
  readonly overnightShare: number;
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

/** Plausible for liquid index options; a start, not a fit. */
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
  volatilityMin: 0.08,
  volatilityMax: 0.9,
  spotElasticity: 4,
  termRise: 0.08,
  skew: -0.05,
  curvature: 0.03,
  wing: 3,
  overnightShare: 0.3,
  spreadShare: 0.004,
  spreadPerDeviation: 0.5,
  spreadOpenFactor: 2,
  spreadExpiryFactor: 1.5,
  futureSpreadShare: 0.00005,
};

/** What is to be said where no contract has a price of its own. */
export const ALL_MODELLED =
  'Option and future prices are modelled, not recorded: no quote in this result was ever made by a market';

/** The model in sentences, with its numbers, for results. */
export function pricingAssumptions(model: PricingModel): readonly string[] {
  const percent = (share: number): string => `${String(Number((share * 100).toFixed(4)))} %`;
  return [
    ALL_MODELLED,
    `Options are priced by Black-76 on a forward that carries ${percent(model.rate)} a year; Indian index options are European and cash-settled`,
    `At-the-money volatility is ${String(model.premiumOverExpected)} times what the index's own last days show (a generated index: its own volatility), ` +
      `or a fixed one of each underlying where they do not tell (NIFTY ${percent(model.volatilityOf['NIFTY'] ?? model.volatility)}), between ${percent(model.volatilityMin)} and ${percent(model.volatilityMax)}`,
    `Volatility rises ${String(model.spotElasticity)} % for each 1 % that the index falls from its reference, and far expiries are up to ${percent(model.termRise)} higher`,
    `Smile: ${percent(model.skew)} of volatility a standard deviation of moneyness and ${percent(model.curvature)} for its square, flat beyond about ${String(model.wing)} deviations`,
    `Time to expiry runs in sessions: ${percent(model.overnightShare)} of a day's variance falls outside of them, none on holidays, and a Muhurat session counts for its length alone; expiring contracts end at 15:30`,
    `Bid to ask is ${percent(model.spreadShare)} of the premium plus ${String(model.spreadPerDeviation)} of that for each deviation of moneyness, at least one tick; ` +
      `${String(model.spreadOpenFactor)} times in the first three minutes of a session, ${String(model.spreadExpiryFactor)} times in the last half hour before expiry`,
    'Volatility is set anew each day, by what the days before showed and from the close before; its step over night can be foreseen in the evening, so what options earn over night may be the model’s alone',
    'Volatility events, demand, halts and the depth behind the best prices are not modelled',
  ];
}
