import { type IstDate } from '../model/time/ist.ts';

/** Days that are kept for each underlying: enough for a run and its look at the day before. */
const DAYS_KEPT = 4;

/** Keeps the last few days made, so that memory stays flat however many days are asked for. */
export class RecentDays<Day> {
  readonly #make: (underlying: string, date: IstDate) => Day;
  readonly #kept = new Map<string, Map<IstDate, Day>>();

  constructor(make: (underlying: string, date: IstDate) => Day) {
    this.#make = make;
  }

  /** The day, made now when it is not kept. */
  get(underlying: string, date: IstDate): Day {
    const days = this.#daysOf(underlying);
    const held = days.get(date);
    if (held !== undefined) return held;
    const made = this.#make(underlying, date);
    const [oldest] = days.keys();
    if (days.size >= DAYS_KEPT && oldest !== undefined) days.delete(oldest);
    days.set(date, made);
    return made;
  }

  #daysOf(underlying: string): Map<IstDate, Day> {
    const held = this.#kept.get(underlying);
    if (held !== undefined) return held;
    const days = new Map<IstDate, Day>();
    this.#kept.set(underlying, days);
    return days;
  }
}
