import { kept } from '../base/kept.ts';
import { type IstDate } from '../model/time/ist.ts';

/** Days kept for each underlying: enough for a run and the day before it. */
const DAYS_KEPT = 4;

/** Keeps the last few days built, so that memory stays flat. */
export class RecentDays<Day> {
  readonly #make: (underlying: string, date: IstDate) => Day;
  readonly #daysKept: number;
  readonly #kept = new Map<string, Map<IstDate, Day>>();

  constructor(make: (underlying: string, date: IstDate) => Day, daysKept = DAYS_KEPT) {
    this.#make = make;
    this.#daysKept = daysKept;
  }

  /** The day, built now unless it is kept. */
  get(underlying: string, date: IstDate): Day {
    const days = kept(this.#kept, underlying, () => new Map<IstDate, Day>());
    return kept(days, date, () => {
      const [oldest] = days.keys();
      if (days.size >= this.#daysKept && oldest !== undefined) days.delete(oldest);
      return this.#make(underlying, date);
    });
  }
}
