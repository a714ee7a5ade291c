import {
  black76Delta,
  black76Greeks,
  type Black76Option,
  impliedVolatility,
  yearsToExpiry,
} from '../model/market/black76.ts';
import { type Contract } from '../model/market/contract.ts';
import { type PricePoint } from './observations.ts';

/** What an option is worth and how that changes. Every figure is null where none can be told. */
export interface OptionGreeks {
  /** The latest quote; null while there is none, or while it lags behind the index. */
  readonly quote: PricePoint | null;
  /** Volatility a year that explains the price, Black-76: 0.14 is 14 %. Null where none between 0.0001 and 10 does. */
  readonly iv: number | null;
  /** Change of the value for a point of the forward: 0 to 1 for a call, -1 to 0 for a put. */
  readonly delta: number | null;
  /** Change of delta for a point of the forward. */
  readonly gamma: number | null;
  /** Change of the value over one calendar day, the forward held: paise of one unit, not whole. */
  readonly thetaPaise: number | null;
  /** Change of the value for one point of volatility, as from 14 % to 15 %: paise of one unit, not whole. */
  readonly vegaPaise: number | null;
}

const DAYS_OF_YEAR = 365;
const POINTS = 100;
const NOTHING = { iv: null, delta: null, gamma: null, thetaPaise: null, vegaPaise: null };

/** Figures of a quoted option; all but the quote are null where no volatility explains its price. */
export function optionGreeks(
  contract: Contract,
  quote: PricePoint | null,
  index: PricePoint,
): OptionGreeks {
  const found = quote === null ? null : quotedVolatility(contract, quote, index);
  if (found === null) return { quote, ...NOTHING };
  const { delta, gamma, theta, vega } = black76Greeks(found.option, found.volatility);
  return {
    quote,
    iv: found.volatility,
    delta,
    // Money is in paise here, and gamma is by points.
    gamma: gamma * POINTS,
    thetaPaise: theta / DAYS_OF_YEAR,
    vegaPaise: vega / POINTS,
  };
}

/** Yearly rate at which the index is carried to the expiry; a point of it moves a weekly delta by less than 0.01. */
const CARRY_RATE = 0.065;

/** An option as Black-76 takes it, in paise, and the volatility that its own price implies. */
export interface QuotedVolatility {
  readonly option: Black76Option;
  readonly volatility: number;
}

/** The volatility of a quoted option; null when none explains the price. */
function quotedVolatility(
  contract: Contract,
  quote: PricePoint,
  index: PricePoint,
): QuotedVolatility | null {
  const { optionType, strikePaise, expiry } = contract;
  if (optionType === null || strikePaise === null) return null;
  const years = yearsToExpiry(expiry, quote.seen.observedAtMs);
  const option: Black76Option = {
    type: optionType,
    forward: index.lastPaise * Math.exp(CARRY_RATE * years),
    strike: strikePaise,
    years,
    rate: CARRY_RATE,
  };
  const volatility = impliedVolatility(option, middlePaise(quote));
  return volatility === null ? null : { option, volatility };
}

/** Its Black-76 delta: 0 to 1 for a call, -1 to 0 for a put; null when no volatility explains the price. */
export function quotedDelta(
  contract: Contract,
  quote: PricePoint,
  index: PricePoint,
): number | null {
  const found = quotedVolatility(contract, quote, index);
  return found === null ? null : black76Delta(found.option, found.volatility);
}

function middlePaise({ bidPaise, askPaise, lastPaise }: PricePoint): number {
  return bidPaise === null || askPaise === null ? lastPaise : (bidPaise + askPaise) / 2;
}
