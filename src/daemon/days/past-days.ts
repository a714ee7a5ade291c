import { UnreadableJournal } from '../../adapters/journal/journal-failures.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { fail, type Result } from '../../base/result.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { mayBeOpen } from '../../day/overnight/may-be-open.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { type AccountBoard } from '../account-board.ts';
import { finishPastDay } from '../closing/finish-past-day.ts';
import { dayLeftOpen } from '../closing/past-day.ts';
import { withHandedOver } from '../isolation/with-handed-over.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { missedDates } from './next-opening.ts';

/** What days that are over are looked after with. */
export interface PastDaysOptions {
  readonly kept: DayJournal;
  readonly journalPath: string | null;
  readonly board: AccountBoard;
  readonly nowMs: () => number;
  readonly calendarAt: (nowMs: number) => Calendar;
  readonly isClosed: (date: IstDate) => boolean;
  /** What a day is made of now; or why it cannot be said, for people. */
  readonly load: () => Promise<Result<RunDayOptions, string>>;
  /** Reports what belongs to no day. */
  readonly tell: (notice: ToldNotice) => void;
  /** Writes the report of a day: from then on it is put away. */
  readonly report: (summary: DaySummary) => void;
}

const FROM_JOURNAL = 'from its journal: the program had ended before';

/** Days that are over and were not traded to their end: one that an earlier process left behind, and those that no process saw. */
export class PastDays {
  readonly #options: PastDaysOptions;
  #lookedAtMs: number | null = null;
  #tried: IstDate | null = null;

  constructor(options: PastDaysOptions) {
    this.#options = options;
  }

  /** This process has put it away, or tried to: what failed is tried again at the next start. */
  take(date: IstDate): void {
    this.#tried = date;
  }

  /** Reports trading days that passed since the last look: the machine slept, or its clock was set. */
  tellMissed(): void {
    const { nowMs, calendarAt, isClosed } = this.#options;
    const now = nowMs();
    const fromMs = this.#lookedAtMs ?? now;
    this.#lookedAtMs = now;
    const dates = missedDates(calendarAt(now), { fromMs, nowMs: now, isClosed });
    if (dates.length === 0) return;
    this.#note(noticeOf('day-missed', null, { dates, isOpen: this.#mayBeOpen(now) }));
  }

  /** Puts away the day that an earlier process left behind. Whatever fails, the next one must open in time. */
  async finishLeft(): Promise<void> {
    const { kept, journalPath, board, nowMs, calendarAt, report } = this.#options;
    const sinceMs = nowMs();
    const { journal } = kept;
    const calendar = calendarAt(sinceMs);
    const date = dayLeftOpen({ journal, journalPath, calendar, nowMs: sinceMs });
    if (date === null || date === this.#tried) return;
    this.#tried = date;
    board.stand({ state: 'closing', sinceMs, date, opensAtMs: null, detail: FROM_JOURNAL });
    const finished = await this.#finish(date).catch((error: unknown) => fail(whyUnreadable(error)));
    if (finished.ok) report(finished.value);
    else this.#note(noticeOf('day-report-unwritten', null, { date, detail: finished.error }));
  }

  async #finish(date: IstDate): Promise<Result<DaySummary, string>> {
    const { kept, load, tell: onNotice, nowMs } = this.#options;
    const loaded = await load();
    if (!loaded.ok) return loaded;
    const day = { ...loaded.value, onNotice };
    return withHandedOver(day, () => finishPastDay(day, { date, kept, nowMs }));
  }

  /**
   * A journal that cannot be read says nothing of it.
   *
   * @throws what is not the journal's
   */
  #mayBeOpen(nowMs: number): boolean {
    const { kept, calendarAt } = this.#options;
    try {
      return mayBeOpen(kept.journal, { calendar: calendarAt(nowMs) });
    } catch (error) {
      if (!(error instanceof UnreadableJournal)) throw error;
      return true;
    }
  }

  #note(notice: Notice): void {
    const { tell, nowMs } = this.#options;
    tell(toldAt(nowMs(), notice));
  }
}
