import { startOfIstDay } from '../../../model/ist.ts';
import { type IndexDay } from '../index-path.ts';
import { type GivenVolatility } from './given-volatility.ts';
import { fixedVolatility, type PricingModel } from './pricing-model.ts';
import { type TermStructure } from './term-structure.ts';

/** The underlying that India VIX is made from. */
const VIX_UNDERLYING = 'NIFTY';

/** What a day's volatility is made from. */
export interface VolatilityParts {
  readonly underlying: string;
  readonly index: IndexDay;
  readonly model: PricingModel;
  readonly given: GivenVolatility | null;
  readonly term: TermStructure;
}

/**
 * At-the-money volatility of the next 30 days on one day, without scheduled events: from outside where it is given, else
 * from the index's last days, else the fixed one; moved with the index from where it stood when the volatility was so.
 */
export class VolatilityOfDay {
  readonly #parts: VolatilityParts;
  readonly #own: number;
  readonly #scale: number;
  readonly #startMs: number;

  constructor(parts: VolatilityParts) {
    const { underlying, index, model } = parts;
    this.#parts = parts;
    const fixed = fixedVolatility(model, underlying);
    this.#own = index.volatility === null ? fixed : expected(model, index.volatility, fixed);
    this.#scale = (model.shareOfVix * fixed) / fixedVolatility(model, VIX_UNDERLYING);
    this.#startMs = startOfIstDay(index.date);
  }

  /** The volatility of an instant, where the index has a level. */
  at(atMs: number, levelPaise: number): number {
    const { index, model, given, term } = this.#parts;
    const known = given?.at(atMs) ?? null;
    const base =
      known === null ? this.#own : term.withoutEvents(known.volatility * this.#scale, atMs);
    const asOfMs = known?.asOfMs ?? null;
    const isOfToday = asOfMs !== null && asOfMs >= this.#startMs;
    const fromPaise = isOfToday ? index.levelPaise(index.stepAt(asOfMs)) : null;
    const shift = (levelPaise / (fromPaise ?? index.referencePaise)) ** -model.spotElasticity;
    return Math.min(model.volatilityMax, Math.max(model.volatilityMin, base * shift));
  }
}

function expected(model: PricingModel, volatility: number, fixed: number): number {
  const { longRunShare, premiumOverExpected } = model;
  if (longRunShare === 0) return volatility * premiumOverExpected;
  const variance = (1 - longRunShare) * volatility ** 2 + longRunShare * fixed ** 2;
  return premiumOverExpected * Math.sqrt(variance);
}
