import { type Calendar, type CalendarDay } from '../../../model/calendar.ts';
import { addDays } from '../../../model/ist.ts';
import { type PricingModel } from './pricing-model.ts';
import { knownWeights } from './scheduled-events.ts';
import { dayWeight, sessionShareLeft, tradingDaysTo } from './variance-clock.ts';

/** India VIX speaks of the next 30 calendar days. */
const VIX_DAYS = 30;
/** However far a volatility has still to fall or rise: near expiries keep so much of its square. */
const NEAR_SHARE_MIN = 0.25;

/** Days ahead of an instant: as a calendar counts them, and as options price them. */
export interface DaysAhead {
  /** Each trading day is 1; what is left of today's session counts for its share. */
  readonly ordinary: number;
  /** Each by the variance that is priced into it: a budget is 4, say. */
  readonly weighted: number;
}

/** How a day's volatility is spread over the days to come. */
export class TermStructure {
  readonly #model: PricingModel;
  readonly #calendar: Calendar;
  readonly #day: CalendarDay;
  readonly #weightOf: (day: CalendarDay) => number;
  readonly #longRunVariance: number;
  readonly #after30: DaysAhead;
  readonly #endMs: number;

  constructor(
    model: PricingModel,
    { calendar, day }: { readonly calendar: Calendar; readonly day: CalendarDay },
    longRunVolatility: number,
  ) {
    this.#model = model;
    this.#calendar = calendar;
    this.#day = day;
    this.#weightOf = knownWeights(model.events, day.date);
    this.#longRunVariance = longRunVolatility ** 2;
    this.#after30 = this.daysAfter(addDays(day.date, VIX_DAYS));
    this.#endMs = day.sessions.at(-1)?.endMs ?? -Infinity;
  }

  /** Days after today, up to and including another. */
  daysAfter(last: CalendarDay['date']): DaysAhead {
    const span = [this.#day.date, last] as const;
    return {
      ordinary: tradingDaysTo(this.#calendar, span),
      weighted: tradingDaysTo(this.#calendar, span, this.#weightOf),
    };
  }

  /** What is left of today at an instant, of contracts that end at another, and the days after it. */
  daysLeft(after: DaysAhead, atMs: number, endMs: number): DaysAhead {
    const left = (1 - this.#model.overnightShare) * sessionShareLeft(this.#day, atMs, endMs);
    return {
      ordinary: left * dayWeight(this.#day) + after.ordinary,
      weighted: left * this.#weightOf(this.#day) + after.weighted,
    };
  }

  /** A volatility of the next 30 days without what scheduled events add to it. */
  withoutEvents(volatility: number, atMs: number): number {
    const { ordinary, weighted } = this.daysLeft(this.#after30, atMs, this.#endMs);
    return weighted === 0 ? volatility : volatility * Math.sqrt(ordinary / weighted);
  }

  /**
   * The average volatility to expect over some ordinary days, where the one over 30 calendar days is given: the variance of
   * each day comes nearer to its long-run level by a constant share a day, as after Heston.
   */
  over(days: number, volatility: number, atMs: number): number {
    const { reversionPerDay } = this.#model;
    if (reversionPerDay === 0) return volatility;
    const variance = volatility ** 2;
    const month = this.daysLeft(this.#after30, atMs, this.#endMs).ordinary;
    const excess = (variance - this.#longRunVariance) / averageLeft(reversionPerDay * month);
    const near = this.#longRunVariance + excess * averageLeft(reversionPerDay * days);
    return Math.sqrt(Math.max(NEAR_SHARE_MIN * variance, near));
  }
}

/** What is left on average over a time of something that decays by e within 1. */
function averageLeft(time: number): number {
  return time < 1e-9 ? 1 : (1 - Math.exp(-time)) / time;
}
