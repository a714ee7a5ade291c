import { black76Price } from '../../model/market/black76.ts';
import { type OptionType } from '../../model/market/contract.ts';
import { type CalendarDay, TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type PricingModel } from './pricing-model.ts';
import { type DaysAhead, type TermStructure } from './term-structure.ts';
import { calendarDaysTo, expiryInstantMs } from './variance-clock.ts';
import { allowedVolatility, isVolatility, type VolatilitySurface } from './volatility-surface.ts';

/** One step of the index, as far as prices depend on it. */
export interface PricedStep {
  readonly number: number;
  readonly atMs: number;
  readonly levelPaise: number;
  /** At-the-money volatility of the next 30 days without scheduled events, before it is spread over the term. */
  readonly volatility: number;
  /** How much of their extra days of variance scheduled events count for, 0 to 1. */
  readonly eventShare: number;
}

/** A strike with its logarithm, so that it is taken once a day. */
export interface Strike {
  readonly strikePaise: number;
  readonly logStrike: number;
  readonly type: OptionType;
}

/** Some steps in a row, as far as prices depend on them. */
export interface StepBlock {
  /** Starts of the first step and of the last, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly lowPaise: number;
  readonly highPaise: number;
  /** At the lowest level and at the highest, as `PricedStep` has it. */
  readonly volatilities: readonly [number, number];
}

/** Between which fair prices a contract is. */
export interface PriceBounds {
  readonly leastPaise: number;
  readonly greatestPaise: number;
}

/** Between which deviations the expiry is in a block of steps. */
interface DeviationsIn {
  readonly block: StepBlock;
  readonly least: number;
  readonly greatest: number;
}

/** What the expiries of one day share. */
export interface ExpiryParts {
  readonly underlying: string;
  readonly term: TermStructure;
  readonly day: CalendarDay;
  /** The user's own model of volatility; null: the usual smile. */
  readonly surface: VolatilitySurface | null;
}

/** What all prices of one expiry share on one day; moved from step to step by {@link moveTo}. */
export class ExpiryPricer {
  readonly #model: PricingModel;
  readonly #term: TermStructure;
  readonly #parts: ExpiryParts;
  readonly #expiry: IstDate;
  readonly #after: DaysAhead;
  readonly #growth: number;
  readonly #termFactor: number;
  #deviations: DeviationsIn | null = null;
  #step = -1;
  #forwardPaise = 0;
  #logForward = 0;
  #deviation = 0;
  #years = 0;
  #atMs = 0;

  /** When its contracts have their final price, epoch milliseconds; infinite on the days before. */
  readonly endMs: number;

  constructor(model: PricingModel, parts: ExpiryParts, expiry: IstDate) {
    const { term, day } = parts;
    this.#model = model;
    this.#parts = parts;
    this.#expiry = expiry;
    this.#term = term;
    this.endMs = expiry === day.date ? (expiryInstantMs(day) ?? Infinity) : Infinity;
    this.#after = term.days.after(expiry);
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
    const days = this.#term.days.left(this.#after, step.atMs, this.endMs);
    const volatility = this.#term.over(days.ordinary, step.volatility, step.atMs);
    this.#years = (days.ordinary + step.eventShare * days.extra) / TRADING_DAYS_A_YEAR;
    this.#atMs = step.atMs;
    this.#deviation = volatility * this.#termFactor * Math.sqrt(this.#years);
  }

  /**
   * Between which fair prices a strike is in a block of steps, paise: between the prices at the least and greatest forward
   * and deviation that the block may have. Null where that cannot be told: with a model of the user, near the end.
   */
  boundsIn(block: StepBlock, strike: Strike): PriceBounds | null {
    const deviations = this.#deviationsIn(block);
    if (deviations === null) return null;
    // Of each stop this is asked for block after block: it leaves no lists behind.
    const { least, greatest } = deviations;
    const low = block.lowPaise * this.#growth;
    const high = block.highPaise * this.#growth;
    const [below, above] = [strike.logStrike - Math.log(high), strike.logStrike - Math.log(low)];
    const left = this.#bent(Math.min(below / least, below / greatest));
    const right = this.#bent(Math.max(above / least, above / greatest));
    // A parabola: least and greatest at its ends, or at its vertex where that lies between.
    const { skew, curvature } = this.#model;
    const vertex = curvature === 0 ? left : -skew / (2 * curvature);
    const inner = this.#smile(vertex > left && vertex < right ? vertex : left);
    const [first, last] = [this.#smile(left), this.#smile(right)];
    const quiet = least * Math.min(first, inner, last);
    const lively = greatest * Math.max(first, inner, last);
    if (quiet <= 0) return null;
    const isCall = strike.type === 'CE';
    return {
      leastPaise: this.#price(strike, isCall ? low : high, quiet),
      greatestPaise: this.#price(strike, isCall ? high : low, lively),
    };
  }

  /** Kept for the last block: all strikes ask for the same. */
  #deviationsIn(block: StepBlock): DeviationsIn | null {
    if (this.#parts.surface !== null || block.toMs >= this.endMs) return null;
    if (this.#deviations?.block !== block) {
      // Volatility and time both move it one way: each corner is a mix of their ends.
      let [least, greatest] = [Infinity, -Infinity];
      for (const atMs of [block.fromMs, block.toMs]) {
        const days = this.#term.days.left(this.#after, atMs, this.endMs);
        const years = (days.ordinary + days.extra) / TRADING_DAYS_A_YEAR;
        for (const volatility of block.volatilities) {
          const over = this.#term.over(days.ordinary, volatility, atMs);
          const deviation = over * this.#termFactor * Math.sqrt(years);
          least = Math.min(least, deviation);
          greatest = Math.max(greatest, deviation);
        }
      }
      this.#deviations = { block, least, greatest };
    }
    return this.#deviations.least > 0 ? this.#deviations : null;
  }

  #smile(bent: number): number {
    const { skew, curvature } = this.#model;
    return 1 + skew * bent + curvature * bent * bent;
  }

  /** The deviation already holds the time; the premium is paid today, so it is discounted here. */
  #price({ type, strikePaise: strike }: Strike, forward: number, deviation: number): number {
    return black76Price({ type, forward, strike, years: 1, rate: 0 }, deviation) / this.#growth;
  }

  #bent(deviations: number): number {
    const { wing } = this.#model;
    return deviations / Math.sqrt(1 + (deviations * deviations) / (wing * wing));
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
    const usual = this.#deviation * this.#smile(this.#bent(deviations));
    const deviation = this.#chosenDeviation(strike, usual);
    return this.#price(strike, this.#forwardPaise, deviation);
  }

  /**
   * What the user's own model makes of the usual deviation; the scale of a run lies over both.
   *
   * @throws {RangeError} when that is no volatility
   */
  #chosenDeviation({ strikePaise, type }: Strike, usual: number): number {
    const { surface, underlying, day } = this.#parts;
    if (surface === null || this.#years === 0) return usual;
    const { volatilityScale } = this.#model;
    const time = volatilityScale * Math.sqrt(this.#years);
    const volatility: unknown = surface({
      ...{ underlying, date: day.date, atMs: this.#atMs, expiry: this.#expiry, type, strikePaise },
      ...{ forwardPaise: this.#forwardPaise, years: this.#years },
      atTheMoney: this.#deviation / time,
      usual: usual / time,
    });
    if (isVolatility(volatility)) return volatility * time;
    throw new RangeError(
      `The volatility model found ${String(volatility)} for ${underlying} ${this.#expiry} ${String(strikePaise / 100)} ${type}: allowed ${allowedVolatility(volatility)}`,
    );
  }
}
