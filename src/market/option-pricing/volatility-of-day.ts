import { type Calendar } from '../../model/time/calendar.ts';
import { istDate, type IstDate, startOfIstDay } from '../../model/time/ist.ts';
import { type IndexDay } from '../index-path.ts';
import { type GivenVolatility, type KnownVolatility } from './given-volatility.ts';
import { fixedVolatility, type PricingModel } from './pricing-model.ts';
import { type OrdinaryPart, VixSplit } from './term-structure.ts';

/** The underlying that India VIX is made from. */
const VIX_UNDERLYING = 'NIFTY';

/** What a day's volatility is computed from. */
export interface VolatilityParts {
  readonly underlying: string;
  readonly index: IndexDay;
  readonly calendar: Calendar;
  readonly model: PricingModel;
  /** Volatility from outside; null: estimated from the index's own days. */
  readonly given: GivenVolatility | null;
  /** Monthly expiries of NIFTY that are listed on a date, ascending: India VIX is made of them. */
  readonly vixExpiries: (date: IstDate) => readonly IstDate[];
}

/**
 * At-the-money volatility of the next 30 days, without scheduled events: from outside, else from the index's last days,
 * else fixed; moved with the index since the instant of that value.
 */
export class VolatilityOfDay {
  readonly #parts: VolatilityParts;
  readonly #own: number;
  readonly #fixed: number;
  readonly #scale: number;
  readonly #startMs: number;
  #split: { readonly date: IstDate; readonly by: VixSplit } | null = null;

  constructor(parts: VolatilityParts) {
    const { underlying, index, model } = parts;
    this.#parts = parts;
    this.#fixed = fixedVolatility(model, underlying);
    this.#own =
      index.volatility === null ? this.#fixed : expected(model, index.volatility, this.#fixed);
    this.#scale = (model.shareOfVix * this.#fixed) / fixedVolatility(model, VIX_UNDERLYING);
    this.#startMs = startOfIstDay(index.date);
  }

  /** The volatility of an instant, where the index has a level. */
  at(atMs: number, levelPaise: number): OrdinaryPart {
    const { index, given } = this.#parts;
    const known = given?.at(atMs) ?? null;
    if (known === null) {
      return {
        volatility: this.#moved(this.#own, levelPaise, index.rememberedPaise),
        eventShare: 1,
      };
    }
    const asOfMs = known.asOfMs ?? atMs;
    const from = this.#levelAsOf(known) ?? index.referencePaise;
    const level = this.#moved(known.volatility * this.#scale, levelPaise, from);
    // Split as of its own day: by the next one an event may be nearer, or have become known.
    return this.#splitOf(asOfMs).of(level, asOfMs);
  }

  /** The volatility at a level of today; null where it comes from outside. */
  ofLevel(levelPaise: number): number | null {
    const { index, given } = this.#parts;
    return given === null ? this.#moved(this.#own, levelPaise, index.rememberedPaise) : null;
  }

  /** Level of the index at the instant of a value of today; null for older ones. */
  #levelAsOf({ asOfMs }: KnownVolatility): number | null {
    const { index } = this.#parts;
    if (asOfMs === null || asOfMs < this.#startMs) return null;
    return index.levelPaise(index.stepAt(asOfMs));
  }

  #moved(volatility: number, levelPaise: number, fromPaise: number): number {
    const { spotElasticity, volatilityMin, volatilityMax } = this.#parts.model;
    const moved = volatility * (levelPaise / fromPaise) ** -spotElasticity;
    return Math.min(volatilityMax, Math.max(volatilityMin, moved));
  }

  #splitOf(atMs: number): VixSplit {
    const date = istDate(atMs);
    if (this.#split?.date === date) return this.#split.by;
    const { calendar, model, vixExpiries } = this.#parts;
    const [day, expiries] = [calendar.day(date), vixExpiries(date)];
    const by = new VixSplit({ model, calendar, day, longRunVolatility: this.#fixed, expiries });
    this.#split = { date, by };
    return by;
  }
}

function expected(model: PricingModel, volatility: number, fixed: number): number {
  const { longRunShare, premiumOverExpected } = model;
  if (longRunShare === 0) return volatility * premiumOverExpected;
  const variance = (1 - longRunShare) * volatility ** 2 + longRunShare * fixed ** 2;
  return premiumOverExpected * Math.sqrt(variance);
}
