import { type Calendar, type CalendarDay } from '../../../model/calendar.ts';
import { addDays, type IstDate } from '../../../model/ist.ts';
import { DayCount, type DaysAhead } from './days-ahead.ts';
import { type PricingModel } from './pricing-model.ts';
import { calendarDaysTo, tradingDaysTo } from './variance-clock.ts';

/** India VIX speaks of the next 30 calendar days. */
export const VIX_DAYS = 30;
/** With fewer trading days left, the exchange takes the month after for the near one. */
const NEAR_TRADING_DAYS_MIN = 3;
/** Whatever scheduled events take of India VIX: ordinary days keep so much of its variance, or of the fixed one where that is less. */
const ORDINARY_SHARE_MIN = 0.6;

/** India VIX without what scheduled events add to it. */
export interface OrdinaryPart {
  /** A year's volatility of the ordinary days. */
  readonly volatility: number;
  /** How much of their extra days scheduled events count for, 0 to 1. */
  readonly eventShare: number;
}

/** What India VIX of one day is split by. */
export interface VixSplitParts {
  readonly model: PricingModel;
  readonly calendar: Calendar;
  readonly day: CalendarDay;
  readonly longRunVolatility: number;
  /** Monthly expiries of NIFTY, ascending, of which India VIX is made; none: unknown. */
  readonly expiries: readonly IstDate[];
}

/** Splits India VIX of one day into ordinary days and scheduled events. */
export class VixSplit {
  readonly #days: DayCount;
  readonly #after: DaysAhead;
  readonly #longRunVariance: number;
  readonly #endMs: number;

  constructor({ model, calendar, day, longRunVolatility, expiries }: VixSplitParts) {
    this.#days = new DayCount(model, calendar, day);
    const { ordinary } = this.#days.after(addDays(day.date, VIX_DAYS));
    const extra = this.#days.extraAfter(vixShares(calendar, day.date, expiries));
    this.#after = { ordinary, extra };
    this.#longRunVariance = longRunVolatility ** 2;
    this.#endMs = day.sessions.at(-1)?.endMs ?? -Infinity;
  }

  /**
   * Ordinary days and events together have the variance of the VIX. Events count for their days of variance, or for fewer
   * where the ordinary days would be left with too little.
   */
  of(volatility: number, atMs: number): OrdinaryPart {
    const { ordinary, extra } = this.#days.left(this.#after, atMs, this.#endMs);
    if (extra === 0 || ordinary === 0) return { volatility, eventShare: 1 };
    const variance = volatility ** 2;
    const least = ORDINARY_SHARE_MIN * Math.min(variance, this.#longRunVariance);
    const kept = Math.max(least, (variance * ordinary) / (ordinary + extra));
    return {
      volatility: Math.sqrt(kept),
      eventShare: (ordinary * (variance / kept - 1)) / extra,
    };
  }
}

/**
 * How much of the variance of a date is in India VIX of another, 0 to 1. The VIX is made from the options of the near and
 * the next month, weighed so that they speak of 30 days together: what lies before both expiries counts in full, what
 * lies between them for the weight of the next month. So a date enters over weeks, not over night. Where the expiries
 * are unknown, a date counts once it is within 30 days.
 */
export function vixShares(
  calendar: Calendar,
  today: IstDate,
  expiries: readonly IstDate[],
): (date: IstDate) => number {
  const [near, next] = expiries.filter(
    (expiry) => tradingDaysTo(calendar, [today, expiry]) >= NEAR_TRADING_DAYS_MIN,
  );
  if (near === undefined || next === undefined) {
    return (date) => (calendarDaysTo(today, date) <= VIX_DAYS ? 1 : 0);
  }
  const [daysNear, daysNext] = [calendarDaysTo(today, near), calendarDaysTo(today, next)];
  const shareOfNext = Math.max(0, Math.min(1, (VIX_DAYS - daysNear) / (daysNext - daysNear)));
  return (date) => {
    if (date <= near) return 1;
    return date <= next ? shareOfNext : 0;
  };
}
