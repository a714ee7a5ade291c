import { mondayOf, weekInto, type WeekLeft, type WeekSoFar } from '../../model/runs/week-so-far.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type LeftByDay } from './why-unsure.ts';

/** The day that opens, and the last one of the journal before it. */
export interface WeekOf {
  readonly date: IstDate;
  /** Undefined where the journal has none. */
  readonly before: IstDate | undefined;
  readonly last: LeftByDay;
  readonly calendar: Calendar;
  readonly isWeekLimited: boolean;
}

/** What a day takes over of its week: null where earlier days of the week left nothing that counts. */
export interface WeekBefore {
  readonly so: WeekSoFar | null;
  readonly notices: readonly Notice[];
}

/**
 * What the journaled days of a week brought before a day. Days that no process ran on brought nothing. Days before the journal began,
 * or up to one that cannot be followed, are not known: then the week counts from the first known day, and a notice names it.
 */
export function weekBefore(journal: Pick<ReadableJournal, 'dates'>, of: WeekOf): WeekBefore {
  const { date, last, calendar, isWeekLimited } = of;
  const monday = mondayOf(date);
  const known = weekInto(leftBy(last), date);
  const since = sinceOf(journal, of);
  if (!isTradedBetween(monday, since, calendar)) {
    return { so: known === null ? null : { ...known, since: monday }, notices: [] };
  }
  const isNoted = isWeekLimited || isLost(of);
  const nothing = isNoted ? { monday, since, runs: [], locks: [] } : null;
  return {
    so: known === null ? nothing : { ...known, since },
    notices: isWeekLimited ? [noticeOf('week-counted-late', null, { monday, since })] : [],
  };
}

function leftBy(last: LeftByDay): WeekLeft | null {
  return last.ok ? (last.value?.week ?? null) : null;
}

/** From when on the week is known. */
function sinceOf(journal: Pick<ReadableJournal, 'dates'>, of: WeekOf): IstDate {
  const { date, last } = of;
  if (isLost(of)) return date;
  const monday = mondayOf(date);
  const left = leftBy(last);
  if (left?.monday === monday && left.since !== null) return left.since;
  const [first = date] = journal.dates();
  return first > monday ? first : monday;
}

/** Whether a day of the week cannot be followed. */
function isLost({ date, before, last }: WeekOf): boolean {
  return !last.ok && before !== undefined && before >= mondayOf(date);
}

function isTradedBetween(from: IstDate, before: IstDate, calendar: Calendar): boolean {
  for (let date = from; date < before; date = addDays(date, 1)) {
    if (calendar.day(date).isTradingDay) return true;
  }
  return false;
}
