import { type Calendar, type CalendarDay } from '../../model/time/calendar.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { type PricingModel } from './pricing-model.ts';
import { knownExtraDays } from './scheduled-events.ts';
import {
  calendarDaysTo,
  dayWeight,
  type SessionShape,
  sessionShareLeft,
  tradingDaysTo,
} from './variance-clock.ts';

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

/** Days ahead of an instant. */
export interface DaysAhead {
  /** Each trading day is 1; what is left of today's session counts for its share. */
  readonly ordinary: number;
  /** What scheduled events among them add to that, where they count in full: a budget 3, say. */
  readonly extra: number;
}

/** Counts the days of variance after an instant of one day, with the scheduled events that are known on it. */
export class DayCount {
  readonly day: CalendarDay;
  readonly #calendar: Calendar;
  readonly #overnightShare: number;
  readonly #shape: SessionShape;
  /** Dates after today that add days of variance. */
  readonly #events: readonly { readonly date: IstDate; readonly extra: number }[];
  readonly #extraToday: number;
  readonly #weight: number;
  readonly #closeMs: number;
  #atMs = NaN;
  #endMs = NaN;
  #left = 0;

  constructor(
    {
      events,
      overnightShare,
      sessionShape,
    }: Pick<PricingModel, 'events' | 'overnightShare' | 'sessionShape'>,
    calendar: Calendar,
    day: CalendarDay,
  ) {
    this.day = day;
    this.#weight = dayWeight(day);
    this.#closeMs = day.sessions.at(-1)?.endMs ?? -Infinity;
    this.#calendar = calendar;
    this.#overnightShare = overnightShare;
    this.#shape = sessionShape;
    const known = knownExtraDays(events, day.date).map(({ date, extra }) => ({
      date,
      extra: extra * dayWeight(calendar.day(date)),
    }));
    this.#events = known.filter(({ date }) => date > day.date);
    this.#extraToday = known.find(({ date }) => date === day.date)?.extra ?? 0;
  }

  /** Days after today, up to and including another; `shareOf`: how much of an event's extra days counts. @default all */
  after(last: IstDate): DaysAhead {
    const extra = this.extraAfter((date) => (date <= last ? 1 : 0));
    return { ordinary: tradingDaysTo(this.#calendar, [this.day.date, last]), extra };
  }

  /** What scheduled events after today add, each by a share of its own. */
  extraAfter(shareOf: (date: IstDate) => number): number {
    return this.#events.reduce((sum, { date, extra }) => sum + shareOf(date) * extra, 0);
  }

  /** What is left of today at an instant, of contracts that end at another, and the days after it. */
  left(after: DaysAhead, atMs: number, endMs: number): DaysAhead {
    const left = this.#leftToday(atMs, Math.min(endMs, this.#closeMs));
    return {
      ordinary: left * this.#weight + after.ordinary,
      extra: left * this.#extraToday + after.extra,
    };
  }

  /** Kept for the last instant: all expiries of a step ask for the same. */
  #leftToday(atMs: number, endMs: number): number {
    if (atMs !== this.#atMs || endMs !== this.#endMs) {
      const share = sessionShareLeft(this.day, atMs, { endMs, shape: this.#shape });
      this.#left = (1 - this.#overnightShare) * share;
      this.#atMs = atMs;
      this.#endMs = endMs;
    }
    return this.#left;
  }
}

/** India VIX speaks of the next 30 calendar days. */
const VIX_DAYS = 30;
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
 * How much of a date's variance is in India VIX of another date, 0 to 1. The VIX weighs the options of the near and the next
 * month to 30 days: dates before both expiries count in full, dates between them by the weight of the next month. So a date
 * enters over weeks. Without known expiries it counts once it is within 30 days.
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
