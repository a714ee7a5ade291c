import { black76Price } from '../../../model/black76.ts';
import { type CalendarDay } from '../../../model/calendar.ts';
import { type OptionType } from '../../../model/contract.ts';
import { type IstDate } from '../../../model/ist.ts';
import { TRADING_DAYS_A_YEAR } from '../../../model/trading-year.ts';
import { type PricingModel } from './pricing-model.ts';
import { type DaysAhead, type TermStructure } from './term-structure.ts';
import { calendarDaysTo, expiryInstantMs } from './variance-clock.ts';

/** One step of the index, as far as prices depend on it. */
export interface PricedStep {
  readonly number: number;
  readonly atMs: number;
  readonly levelPaise: number;
  /** At-the-money volatility of the next 30 days without scheduled events, before it is spread over the term. */
  readonly volatility: number;
}

/** A strike with its logarithm, so that it is taken once a day. */
export interface Strike {
  readonly strikePaise: number;
  readonly logStrike: number;
  readonly type: OptionType;
}

/** What all prices of one expiry share on one day; moved from step to step by {@link moveTo}. */
export class ExpiryPricer {
  readonly #model: PricingModel;
  readonly #term: TermStructure;
  readonly #after: DaysAhead;
  readonly #growth: number;
  readonly #termFactor: number;
  #step = -1;
  #forwardPaise = 0;
  #logForward = 0;
  #deviation = 0;

  /** When its contracts have their final price, epoch milliseconds; infinite on the days before. */
  readonly endMs: number;

  constructor(
    model: PricingModel,
    { term, day }: { readonly term: TermStructure; readonly day: CalendarDay },
    expiry: IstDate,
  ) {
    this.#model = model;
    this.#term = term;
    this.endMs = expiry === day.date ? (expiryInstantMs(day) ?? Infinity) : Infinity;
    this.#after = term.daysAfter(expiry);
    const calendarDays = calendarDaysTo(day.date, expiry);
    this.#growth = Math.exp((model.rate * calendarDays) / 365);
    this.#termFactor =
      model.volatilityScale * (1 + model.termRise * (1 - Math.exp(-calendarDays / 30)));
  }

  /** Takes a step of the index. Cheap when it is the one already taken. */
  moveTo(step: PricedStep): void {
    if (step.number === this.#step) return;
    this.#step = step.number;
    this.#forwardPaise = step.levelPaise * this.#growth;
    this.#logForward = Math.log(this.#forwardPaise);
    const days = this.#term.daysLeft(this.#after, step.atMs, this.endMs);
    const volatility = this.#term.over(days.ordinary, step.volatility, step.atMs);
    const years = days.weighted / TRADING_DAYS_A_YEAR;
    this.#deviation = volatility * this.#termFactor * Math.sqrt(years);
  }

  /** Price at which the index is exchanged at expiry, paise. */
  get forwardPaise(): number {
    return this.#forwardPaise;
  }

  /** How many standard deviations a strike is from the forward; 0 when nothing can move any more. */
  deviations(strike: Strike): number {
    return this.#deviation === 0 ? 0 : (strike.logStrike - this.#logForward) / this.#deviation;
  }

  /** Fair price of an option, paise, not rounded; at least its discounted intrinsic value. */
  premiumPaise(strike: Strike, deviations: number): number {
    const { skew, curvature, wing } = this.#model;
    const bent = deviations / Math.sqrt(1 + (deviations * deviations) / (wing * wing));
    const smile = 1 + skew * bent + curvature * bent * bent;
    // The deviation already holds the time; the premium is paid today, so it is discounted here.
    const atExpiry = {
      type: strike.type,
      forward: this.#forwardPaise,
      strike: strike.strikePaise,
      years: 1,
      rate: 0,
    };
    return black76Price(atExpiry, this.#deviation * smile) / this.#growth;
  }
}
