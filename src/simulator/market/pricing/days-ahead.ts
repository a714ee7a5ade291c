import { type Calendar, type CalendarDay } from '../../../model/calendar.ts';
import { type IstDate } from '../../../model/ist.ts';
import { type PricingModel } from './pricing-model.ts';
import { knownExtraDays } from './scheduled-events.ts';
import { dayWeight, sessionShareLeft, type SessionShape, tradingDaysTo } from './variance-clock.ts';

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
    const share = sessionShareLeft(this.day, atMs, { endMs, shape: this.#shape });
    const left = (1 - this.#overnightShare) * share;
    return {
      ordinary: left * dayWeight(this.day) + after.ordinary,
      extra: left * this.#extraToday + after.extra,
    };
  }
}
