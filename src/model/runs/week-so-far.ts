import { addDays, type IstDate, weekday } from '../time/ist.ts';

/** What the days of a calendar week brought before one of them, from Monday on. */
export interface WeekSoFar {
  /** The Monday of the week. */
  readonly monday: IstDate;
  /** The first date from which all results are in it: after Monday where those before are not known. */
  readonly since: IstDate;
  /** Realised and unrealised, at the last prices of the last of its days. */
  readonly runs: readonly WeekResult[];
  /** Limits of the week that were reached: they lock until it ends. */
  readonly locks: readonly WeekLock[];
}

/** What the runs of one name earned. */
export interface WeekResult {
  readonly name: string;
  /** Paise, before costs; negative for a loss. */
  readonly profitPaise: number;
}

/** A limit of the week that was reached. */
export interface WeekLock {
  /** Null: the limit of the account, so every run. */
  readonly name: string | null;
  /** For people. */
  readonly reason: string;
  /** Whether what is open is closed, too. */
  readonly isFlattened: boolean;
}

/** What a day leaves of its week. */
export interface WeekLeft extends Omit<WeekSoFar, 'since'> {
  /** As the day took it over; null where it took nothing over. */
  readonly since: IstDate | null;
}

/** The Monday of the week of a date. A week is Monday to Sunday, whatever year it ends in. */
export function mondayOf(date: IstDate): IstDate {
  return addDays(date, -((weekday(date) + 6) % 7));
}

/** What a day takes over of its week from the last day before it; null where that was in another week, or earned and locked nothing. */
export function weekInto(left: WeekLeft | null, date: IstDate): WeekSoFar | null {
  const monday = mondayOf(date);
  if (left?.monday !== monday || left.runs.length + left.locks.length === 0) return null;
  return { ...left, since: left.since ?? monday };
}
