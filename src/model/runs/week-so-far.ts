import { formatPaise } from '../money/money.ts';
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

/** How the week stands of a run, or of the account, that has a limit of the week. */
export interface WeekStanding {
  /** Null: the account. */
  readonly runId: string | null;
  /** The Monday of the week. */
  readonly monday: IstDate;
  /** From when on its days count: after Monday where those before are not known. */
  readonly since: IstDate;
  /** What the days before this one brought, paise before costs; negative for a loss. */
  readonly earlierPaise: number;
  /** The same of this day, realised and unrealised. */
  readonly todayPaise: number;
  /** The loss at which the limit is reached, paise. */
  readonly lossPaiseMax: number;
}

/** How a week stands, for people. */
export function weekText({
  monday,
  since,
  earlierPaise,
  todayPaise,
  lossPaiseMax,
}: WeekStanding): string {
  const profitPaise = earlierPaise + todayPaise;
  const late = since === monday ? '' : `, counted since ${since}`;
  const of = ofEarlierDays(earlierPaise, profitPaise > 0 ? 'profit' : 'loss');
  const limit = formatPaise(lossPaiseMax);
  return profitPaise > 0
    ? `the week's profit is ${formatPaise(profitPaise)}${of}, the limit a loss of ${limit}${late}`
    : `the week's loss is ${formatPaise(Math.abs(profitPaise))}${of}, the limit ${limit}${late}`;
}

/** What of a week's profit or loss is of the days before today, for people; empty where nothing is. */
export function ofEarlierDays(earlierPaise: number, result: 'profit' | 'loss'): string {
  if (earlierPaise === 0) return '';
  const earlier = earlierPaise < 0 ? 'loss' : 'profit';
  const what = earlier === result ? 'of it' : `of ${earlier}`;
  return ` (${formatPaise(Math.abs(earlierPaise))} ${what} before today)`;
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
