import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { afterTheLastAnswer, type DayStatus, statusOf } from '../../day/day-status.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { mayBeOpen } from '../../day/overnight/may-be-open.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type FactsOf, type Notice, noticeOf } from '../../notices/notice.ts';
import { toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { type Settings } from '../../settings/settings.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { type AccountTime } from './account-time.ts';
import { withHandedOver } from '../isolation/with-handed-over.ts';
import { daemonKeepsEvidence } from '../evidence/keeps-evidence.ts';
import { hooksOf } from './day-hooks.ts';
import { FollowedCalendar } from './followed-calendar.ts';
import { type NextOpening, nextOpening, type Opening } from './next-opening.ts';
import { nextTryMs } from './next-try.ts';
import { PastDays } from './past-days.ts';
import { FirstDay } from '../standby/first-day.ts';
import { type PreparedDay } from '../standby/prepared-day.ts';
import { type DaemonEnd, type LoadedDay, type RunDaemonOptions } from './run-daemon-options.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { runDayIn } from '../run-day.ts';
import { asRefusal, causeOf } from './refused-day.ts';
import { whyAnotherAccount } from './same-account.ts';
import { WaitingDesk } from './waiting-desk.ts';
import { leaveReport } from './write-report.ts';

/** What an account's process has over all of its days. */
export interface AccountDaysParts {
  readonly journal: DayJournal;
  readonly time: AccountTime;
  /** What this process has from having stood by. @default nothing */
  readonly first?: FirstDay;
}

type Tried =
  | { readonly kind: 'traded'; readonly summary: DaySummary }
  | { readonly kind: 'refused'; readonly refused: RunRefusal }
  | { readonly kind: 'stopped' };

/** The calendar may change while the process waits, by a late circular. */
const LOOK_UP_EVERY_MS = 60 * 60_000;
/** Dates that it knows to be closed; a clock that is set back by more has its reasons. */
const CLOSED_MAX = 10;

/**
 * States, as on the board: *waiting* (no venue, no session; looks at the clock at least once a second), *opening*, *trading*,
 * *closing* (`runDayIn`), and waiting again; *stopped* at the signal. What is due is computed anew at every look, so a clock
 * that jumps, or a machine that slept, makes a day late and never doubles or skips one that can still be traded.
 */
export class AccountDays {
  readonly #options: RunDaemonOptions;
  readonly #time: AccountTime;
  #journal: DayJournal;
  readonly #calendar: FollowedCalendar;
  #configured: Settings;
  #closed: readonly IstDate[] = [];
  #toldWithoutHours = new Set<IstDate>();
  #beginAnew: string | null;
  #tradedDays = 0;
  #lostDays = 0;
  #lastStatus: DayStatus | null = null;
  readonly #past: PastDays;
  #endedEarly: DaySummary | null = null;
  readonly #desk: WaitingDesk;
  readonly #first: FirstDay;

  constructor(
    options: RunDaemonOptions,
    { journal, time, first = new FirstDay() }: AccountDaysParts,
  ) {
    this.#options = options;
    this.#journal = journal;
    this.#time = time;
    this.#configured = options.settings;
    this.#first = first;
    this.#calendar = new FollowedCalendar(() => {
      const read = this.#configuration();
      if (read.ok) this.#configured = read.value;
      return this.#configured.calendar;
    });
    this.#beginAnew = options.beginAnew ?? null;
    this.#past = this.#pastDays();
    const { board, journalPath, listenForHalt } = options;
    this.#desk = new WaitingDesk({
      board,
      journalPath,
      ...(listenForHalt === undefined ? {} : { listenForHalt }),
      notOurs: journal.notOurs,
      status: () => this.#lastStatus,
      onProblem: (problem) => {
        this.#note(noticeOf('control-fails', null, problem));
      },
    });
  }

  #pastDays(): PastDays {
    const { board, journalPath } = this.#options;
    return new PastDays({
      ...{ kept: this.#journal, journalPath, board },
      nowMs: () => this.#time.nowMs(),
      calendarAt: (nowMs) => this.#calendar.at(nowMs),
      isClosed: (date) => this.#closed.includes(date),
      load: async () => {
        const loaded = await this.#loadDay();
        return loaded.ok ? loaded : fail(causeOf(loaded.error.problems));
      },
      tell: (notice) => {
        this.#tell(notice);
      },
      report: (summary) => {
        this.#report(summary);
      },
    });
  }

  async run(): Promise<DaemonEnd> {
    const { board, signal, daysMax = Infinity } = this.#options;
    const leaveDesk = this.#desk.follow();
    const leaveBoard = board.follow({
      onDay:
        ({ picture }) =>
        () => {
          this.#lastStatus = afterTheLastAnswer(statusOf(picture().books));
        },
    });
    this.#first.tell(this.#note);
    try {
      while (!signal.aborted && this.#tradedDays + this.#lostDays < daysMax) {
        await this.#past.finishLeft();
        const opening = await this.#waitForOpening();
        if (opening !== null) await this.#day(opening);
      }
    } finally {
      leaveBoard();
      leaveDesk();
      await this.#first.drop();
    }
    const endedEarly = this.#endedEarly;
    const days = { tradedDays: this.#tradedDays, lostDays: this.#lostDays };
    return { ...days, endedEarly, isForced: false };
  }

  /** Waits until a day is to be opened; null at the signal. */
  async #waitForOpening(): Promise<Opening | null> {
    const { signal, onBeat } = this.#options;
    let stood: NextOpening | null = null;
    for (;;) {
      if (signal.aborted) return null;
      const nowMs = this.#time.nowMs();
      this.#past.tellMissed();
      const next = this.#next(nowMs);
      if (nowMs >= next.opensAtMs) return next;
      if (next.opensAtMs !== stood?.opensAtMs) this.#standWaiting(next, null);
      stood = next;
      onBeat?.();
      await this.#time.passTowards(Math.min(next.opensAtMs, nowMs + LOOK_UP_EVERY_MS), signal);
    }
  }

  #next(nowMs: number): NextOpening {
    return nextOpening(this.#calendar.at(nowMs), {
      nowMs,
      openBeforeMs: this.#configured.openBeforeMs,
      isClosed: (date) => this.#closed.includes(date),
    });
  }

  #configuration(): Result<Settings, readonly Problem[]> {
    const read = this.#options.configuration();
    if (!read.ok) return read;
    const other = whyAnotherAccount(this.#options.settings, read.value);
    return other === null ? read : fail([other]);
  }

  #standWaiting({ date, opensAtMs, withoutHours }: NextOpening, detail: string | null): void {
    const sinceMs = this.#time.nowMs();
    this.#options.board.stand({ state: 'waiting', sinceMs, date, opensAtMs, detail });
    for (const without of withoutHours) {
      if (this.#toldWithoutHours.has(without)) continue;
      this.#toldWithoutHours = new Set([without]);
      this.#note(noticeOf('day-without-hours', null, { date: without }));
    }
  }

  /**
   * Opens a day until it is traded, lost, or the process is to end; or until the clock is set back to before its time: then
   * another day may be due, and this one is not lost.
   */
  async #day(opening: Opening): Promise<void> {
    let refusedLogins = 0;
    let toldCause: string | null = null;
    for (;;) {
      const tried = await this.#try(opening);
      if (tried.kind === 'stopped') return;
      if (tried.kind === 'traded') {
        this.#putAway(tried.summary);
        return;
      }
      const { kind, problems } = tried.refused;
      const cause = causeOf(problems);
      if (kind === 'authentication') refusedLogins += 1;
      const nowMs = this.#time.nowMs();
      if (nowMs < opening.opensAtMs) return;
      const { lostAtMs } = opening;
      const isOpen = kind === 'authentication' && this.#mayBeOpen(opening);
      const tryAtMs = nextTryMs({ kind, nowMs, refusedLogins, isOpen, lostAtMs });
      if (tryAtMs === null) {
        this.#giveUp(opening, { kind, cause });
        return;
      }
      if (cause !== toldCause) this.#tellRefused(opening, { cause, tryAtMs, isOpen });
      toldCause = cause;
      if (!(await this.#waitToTry(opening, { tryAtMs, cause }))) return;
    }
  }

  async #try({ date }: Opening): Promise<Tried> {
    const { signal } = this.#options;
    const result = await this.#runDay().catch(asRefusal);
    if (signal.aborted) {
      this.#endedEarly = result.ok ? result.value : null;
      return { kind: 'stopped' };
    }
    if (!result.ok) return { kind: 'refused', refused: result.error };
    this.#beginAnew = null;
    // What was found when the journal was opened has been reported and acted upon.
    this.#journal = { ...this.#journal, isNew: false, warning: null, lost: null };
    const summary = result.value;
    // Under a clock that was set back the day that was to be opened is still to come.
    if (summary.date > date) this.#close(date);
    return { kind: 'traded', summary };
  }

  async #runDay(): Promise<Result<DaySummary, RunRefusal>> {
    const prepared = await this.#first.take(this.#configuration(), this.#note);
    const loaded = await this.#loadDay(prepared?.take() ?? null);
    if (!loaded.ok) return loaded;
    return withHandedOver(loaded.value, () => this.#runLoaded(loaded.value, prepared?.day ?? null));
  }

  async #runLoaded(day: RunDayOptions, prepared: PreparedDay | null): ReturnType<typeof runDayIn> {
    const { board, signal } = this.#options;
    if (signal.aborted) return fail({ kind: 'outside-window', problems: [] });
    const own = { beginAnew: this.#beginAnew, asked: this.#desk.takeAsked(), board, signal };
    const { builtIn } = this.#time;
    return runDayIn({ ...day, ...own }, { kept: this.#journal, builtIn, prepared });
  }

  /** What a day is made of, as the configuration has it now. `given`: its strategies, where they have been loaded. */
  async #loadDay(given: LoadedDay | null = null): Promise<Result<RunDayOptions, RunRefusal>> {
    const { load, journalPath } = this.#options;
    const read = this.#configuration();
    if (!read.ok) return fail({ kind: 'configuration', problems: read.error });
    const settings = read.value;
    this.#configured = settings;
    const { keptSources, ...loaded } = given ?? (await load(settings));
    for (const file of keptSources) this.#note(noticeOf('strategy-source-kept', null, { file }));
    const evidence = daemonKeepsEvidence(settings);
    const own = { settings, evidence, journalPath, isReportToCome: true };
    return ok({ ...hooksOf(this.#options), ...own, ...loaded });
  }

  #putAway(summary: DaySummary): void {
    this.#tradedDays += 1;
    this.#close(summary.date);
    this.#past.take(summary.date);
    this.#report(summary);
  }

  /** The report comes last: once it is there, the day is put away. */
  #report(summary: DaySummary): void {
    const { reportText, onDayOver, journalPath } = this.#options;
    const report = { summary, text: reportText(summary), settings: this.#configured };
    for (const notice of leaveReport(report, journalPath)) {
      this.#note(notice);
    }
    onDayOver?.(summary);
  }

  #lose({ date }: Opening, cause: string): void {
    this.#lostDays += 1;
    this.#close(date);
    this.#note(noticeOf('day-lost', null, { date, cause }));
  }

  #close(date: IstDate): void {
    this.#closed = [...this.#closed, date].slice(-CLOSED_MAX);
  }

  #tellRefused(
    opening: Opening,
    refused: Omit<FactsOf<'day-refused'>, 'date' | 'isUnderWay'>,
  ): void {
    const isUnderWay = this.#isUnderWay(opening);
    this.#note(noticeOf('day-refused', null, { date: opening.date, ...refused, isUnderWay }));
  }

  /** A day under way that came to its last close while it was opened again is put away by its journal; any other is lost. */
  #giveUp(
    opening: Opening,
    { kind, cause }: Pick<RunRefusal, 'kind'> & { readonly cause: string },
  ): void {
    const isOver = kind === 'outside-window' && this.#time.nowMs() >= opening.lostAtMs;
    if (isOver && this.#isUnderWay(opening)) this.#close(opening.date);
    else this.#lose(opening, cause);
  }

  #isUnderWay({ date }: Opening): boolean {
    return this.#journal.journal.dates().includes(date);
  }

  /** Whether positions may be open that nothing watches before the day is. */
  #mayBeOpen(opening: Opening): boolean {
    const calendar = this.#calendar.at(this.#time.nowMs());
    return this.#isUnderWay(opening) || mayBeOpen(this.#journal.journal, { calendar });
  }

  /** Whether the day is to be tried again; false at the signal, when its time is yet to come, or has passed: then it is lost. */
  async #waitToTry(
    opening: Opening,
    { tryAtMs, cause }: { readonly tryAtMs: number; readonly cause: string },
  ): Promise<boolean> {
    const { date, opensAtMs, lostAtMs } = opening;
    const { signal, onBeat } = this.#options;
    this.#standWaiting({ date, opensAtMs: tryAtMs, lostAtMs: tryAtMs, withoutHours: [] }, cause);
    while (!signal.aborted && this.#time.nowMs() < tryAtMs) {
      onBeat?.();
      if (this.#time.nowMs() < opensAtMs) return false;
      await this.#time.passTowards(tryAtMs, signal);
    }
    // A machine that slept, or a clock that was set, may have passed its last close meanwhile.
    const isLost = !signal.aborted && this.#time.nowMs() >= lostAtMs;
    if (isLost) this.#lose(opening, cause);
    return !isLost && !signal.aborted;
  }

  /** Reports what belongs to no day. */
  readonly #note = (notice: Notice): void => {
    this.#tell(toldAt(this.#time.nowMs(), notice));
  };

  #tell(told: ToldNotice): void {
    this.#options.onNotice?.(told);
    this.#options.board.note(told);
  }
}
