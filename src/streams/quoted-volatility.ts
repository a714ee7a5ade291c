import {
  type Black76Option,
  black76Delta,
  impliedVolatility,
  yearsToExpiry,
} from '../model/black76.ts';
import { type Contract } from '../model/contract.ts';
import { type PricePoint } from './price-point.ts';

/** Yearly rate at which the index is carried to the expiry; a point of it moves a weekly delta by less than 0.01. */
const CARRY_RATE = 0.065;

/** An option as Black-76 takes it, in paise, and the volatility that its own price implies. */
export interface QuotedVolatility {
  readonly option: Black76Option;
  readonly volatility: number;
}

/** The volatility of a quoted option; null when none explains the price. */
export function quotedVolatility(
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
