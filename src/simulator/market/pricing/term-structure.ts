import { addDays } from '../../../model/ist.ts';
import { type DayCount, type DaysAhead } from './days-ahead.ts';
import { type PricingModel } from './pricing-model.ts';
import { VIX_DAYS } from './vix-split.ts';

/**
 * A volatility below its long-run level has still to rise, so that near expiries are below it: they keep at least this share
 * of its square. With less, what events take of India VIX would count twice.
 */
const NEAR_SHARE_MIN = 0.85;

/** How a day's volatility is spread over the days to come. */
export class TermStructure {
  readonly days: DayCount;
  readonly #reversionPerDay: number;
  readonly #longRunVariance: number;
  readonly #month: DaysAhead;
  readonly #endMs: number;

  constructor(
    { reversionPerDay }: Pick<PricingModel, 'reversionPerDay'>,
    days: DayCount,
    longRunVolatility: number,
  ) {
    this.days = days;
    this.#reversionPerDay = reversionPerDay;
    this.#longRunVariance = longRunVolatility ** 2;
    this.#month = days.after(addDays(days.day.date, VIX_DAYS));
    this.#endMs = days.day.sessions.at(-1)?.endMs ?? -Infinity;
  }

  /**
   * The average volatility to expect over some ordinary days, where the one over 30 calendar days is given: the variance of
   * each day comes nearer to its long-run level by a constant share a day, as after Heston.
   */
  over(days: number, volatility: number, atMs: number): number {
    const rate = this.#reversionPerDay;
    if (rate === 0) return volatility;
    const variance = volatility ** 2;
    const month = this.days.left(this.#month, atMs, this.#endMs).ordinary;
    const excess = (variance - this.#longRunVariance) / averageLeft(rate * month);
    const near = this.#longRunVariance + excess * averageLeft(rate * days);
    return Math.sqrt(Math.max(NEAR_SHARE_MIN * variance, near));
  }
}

/** What is left on average over a time of something that decays by e within 1. */
function averageLeft(time: number): number {
  return time < 1e-9 ? 1 : (1 - Math.exp(-time)) / time;
}
