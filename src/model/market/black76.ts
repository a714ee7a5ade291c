import { normalCumulative, normalDensity } from '../../base/normal-distribution.ts';
import { instantAt, type IstDate } from '../time/ist.ts';
import { type OptionType } from './contract.ts';

/** Milliseconds of a year of 365 days, the field's convention for index options. */
const YEAR_MS = 365 * 86_400_000;
/** Index options settle on the index close. */
const EXPIRY_TIME = '15:30';
const VOLATILITY_MIN = 1e-4;
const VOLATILITY_MAX = 10;
const VOLATILITY_START_MIN = 0.1;
const VOLATILITY_START_MAX = 3;
const PRECISION = 1e-12;
const STEPS_MAX = 100;

/** A European option on a forward. Forward and strike are in one unit of money, whichever. */
export interface Black76Option {
  readonly type: OptionType;
  /** Above 0. */
  readonly forward: number;
  /** Above 0. */
  readonly strike: number;
  /** Time to expiry; 0 or less means expired. */
  readonly years: number;
  /** Continuously compounded, as a fraction: 0.065 is 6.5 % a year. */
  readonly rate: number;
}

/** Years from an instant to 15:30 IST of an expiry date; 0 when that has passed. */
export function yearsToExpiry(expiry: IstDate, atMs: number): number {
  return Math.max(0, (instantAt(expiry, EXPIRY_TIME) - atMs) / YEAR_MS);
}

/** Value of an option, in the unit of its strike. `volatility` is a fraction a year, at least 0: 0.14 is 14 %. */
export function black76Price(option: Black76Option, volatility: number): number {
  const { forward, strike, years, rate } = option;
  const sign = option.type === 'CE' ? 1 : -1;
  const spread = volatility * Math.sqrt(Math.max(0, years));
  if (spread === 0) return discount(rate, years) * Math.max(0, sign * (forward - strike));
  const d1 = Math.log(forward / strike) / spread + spread / 2;
  const d2 = d1 - spread;
  const value =
    sign * (forward * normalCumulative(sign * d1) - strike * normalCumulative(sign * d2));
  return discount(rate, years) * Math.max(0, value);
}

/** Change of the value for a change of the forward: 0 to 1 for a call, -1 to 0 for a put; half of that, discounted, at the strike when expired. */
export function black76Delta(option: Black76Option, volatility: number): number {
  const { forward, strike, years, rate } = option;
  const sign = option.type === 'CE' ? 1 : -1;
  const spread = volatility * Math.sqrt(Math.max(0, years));
  if (spread === 0) {
    return (sign * discount(rate, years) * (1 + Math.sign(sign * (forward - strike)))) / 2;
  }
  const d1 = Math.log(forward / strike) / spread + spread / 2;
  return sign * discount(rate, years) * normalCumulative(sign * d1);
}

/** What an option's value does when something changes, in the unit of its strike. */
export interface Black76Greeks {
  /** For a change of the forward by one: 0 to 1 for a call, -1 to 0 for a put. */
  readonly delta: number;
  /** Change of delta for a change of the forward by one. */
  readonly gamma: number;
  /** For a year that passes, the forward held: below 0 for most options. */
  readonly theta: number;
  /** For a change of the volatility by one, which is 100 points. */
  readonly vega: number;
}

/** Derivatives of the value. `volatility` and the time to expiry are above 0. */
export function black76Greeks(option: Black76Option, volatility: number): Black76Greeks {
  const { forward, strike, years, rate } = option;
  const spread = volatility * Math.sqrt(years);
  const d1 = Math.log(forward / strike) / spread + spread / 2;
  const density = discount(rate, years) * normalDensity(d1);
  const decay = (forward * density * volatility) / (2 * Math.sqrt(years));
  return {
    delta: black76Delta(option, volatility),
    gamma: density / (forward * spread),
    theta: rate * black76Price(option, volatility) - decay,
    vega: vega(option, volatility),
  };
}

/**
 * The volatility at which an option has this value, or null when none between 0.0001 and 10 does: below its
 * intrinsic value, above its bound, or expired.
 */
export function impliedVolatility(option: Black76Option, price: number): number | null {
  const { forward, strike, years, rate } = option;
  if (!(years > 0) || !Number.isFinite(price)) return null;
  // By parity both sides have the same volatility; the side out of the money has no intrinsic value that drowns it.
  const isInTheMoney = option.type === 'CE' ? forward > strike : forward < strike;
  const target = isInTheMoney ? price - discount(rate, years) * Math.abs(forward - strike) : price;
  const side: Black76Option = { ...option, type: forward > strike ? 'PE' : 'CE' };
  if (target < black76Price(side, VOLATILITY_MIN) || target > black76Price(side, VOLATILITY_MAX)) {
    return null;
  }
  return target <= 0 ? null : solve(side, target);
}

/** Newton's steps, kept inside a bracket that halves whenever they would leave it. */
function solve(option: Black76Option, target: number): number {
  let low = VOLATILITY_MIN;
  let high = VOLATILITY_MAX;
  let volatility = steepest(option);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const excess = black76Price(option, volatility) - target;
    if (excess > 0) high = volatility;
    else low = volatility;
    const newton = volatility - excess / vega(option, volatility);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - volatility) < PRECISION) return next;
    volatility = next;
  }
  return volatility;
}

/** Where the price is steepest in the volatility: Newton's steps from there do not overshoot. */
function steepest(option: Black76Option): number {
  const inflexion = Math.sqrt(
    (2 * Math.abs(Math.log(option.forward / option.strike))) / option.years,
  );
  return Math.min(VOLATILITY_START_MAX, Math.max(VOLATILITY_START_MIN, inflexion));
}

function vega(option: Black76Option, volatility: number): number {
  const spread = volatility * Math.sqrt(option.years);
  const d1 = Math.log(option.forward / option.strike) / spread + spread / 2;
  return (
    discount(option.rate, option.years) *
    option.forward *
    Math.sqrt(option.years) *
    normalDensity(d1)
  );
}

function discount(rate: number, years: number): number {
  return Math.exp(-rate * Math.max(0, years));
}
