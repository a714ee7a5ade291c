import { wait } from '../adapters/system/machine-time.ts';
import { areOnLoopback } from '../base/loopback.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { istClock, istDate } from '../model/time/ist.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt } from '../notices/told-notice.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Settings } from '../settings/settings.ts';
import { type DayVenue } from '../venues/day-venue.ts';
import { refusal, type RunRefusal } from '../venues/run-refusal.ts';
import { findAtStart, type StartFindings } from './find-at-start.ts';
import { firstLogin, type FirstLoginOptions } from './first-login.ts';
import { isIsolated } from './isolation/open-strategy-host.ts';
import { type RunDayOptions } from './run-day-options.ts';

/** What a day begins with. */
export interface BeginParts {
  readonly knowledge: MarketKnowledge;
  readonly journal: ReadableJournal;
  readonly venue: DayVenue;
}

/** A day that can be run, logged in. */
export interface BegunDay {
  readonly day: CalendarDay;
  readonly found: StartFindings;
}

/** Begins the day that it is now, or says why there is none. Only a day that can be run costs a login. */
export async function beginDay(
  options: RunDayOptions,
  parts: BeginParts,
): Promise<Result<BegunDay, RunRefusal>> {
  const { settings } = options;
  const { knowledge, journal, venue } = parts;
  const nowMs = venue.time.clock.nowMs();
  const day = knowledge.calendar.day(istDate(nowMs));
  const refused = whyNotNow(day, nowMs, { settings, knowledge });
  if (refused !== null) return refused;
  const isIsolatedDay = isIsolated(settings, venue.time);
  const start = { knowledge, day, nowMs, journal, isIsolated: isIsolatedDay };
  const found = await findAtStart(options, start);
  if (found.problems.length > 0) return fail({ kind: 'configuration', problems: found.problems });
  const login = await logIn(options, parts, day);
  return login.ok ? ok({ day, found }) : login;
}

function logIn(
  { signal, onNotice, board }: RunDayOptions,
  { journal, venue: { time, connection } }: BeginParts,
  day: CalendarDay,
): Promise<Result<null, RunRefusal>> {
  // A day that had started may have open positions that nothing watches.
  const isUnderWay = journal.lastDate() === day.date;
  return firstLogin({
    auth: connection.session,
    clock: time.clock,
    untilMs: day.sessions.at(-1)?.endMs ?? time.clock.nowMs(),
    pass: passingOf(time),
    onTrouble: (trouble) => {
      const notice = noticeOf('login-fails', null, { ...trouble, isUnderWay });
      const told = toldAt(time.clock.nowMs(), notice);
      onNotice?.(told);
      board?.note(told);
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Lets time of the day's clock pass. Null where the day's own steps make it pass. */
function passingOf(time: DayVenue['time']): FirstLoginOptions['pass'] {
  if (time.kind === 'paced') return null;
  return (forMs, signal) => wait(forMs / time.speed, signal);
}

/** Why a day cannot be run at a time: the exchange is closed, or the sessions are over; null when it can. */
function whyNotNow(
  day: CalendarDay,
  nowMs: number,
  { settings, knowledge }: { readonly settings: Settings; readonly knowledge: MarketKnowledge },
): { readonly ok: false; readonly error: RunRefusal } | null {
  const { calendar } = knowledge;
  const next = `The next trading day is ${calendar.nextTradingDay(day.date)}${clockHint(settings.venue)}`;
  const last = day.sessions.at(-1);
  if (last === undefined) {
    const why = day.occasion ?? 'no session is known';
    return refusal('outside-window', `The exchange is closed on ${day.date}: ${why}`, { next });
  }
  if (nowMs >= last.endMs) {
    const message = `The sessions of ${day.date} ended at ${istClock(last.endMs)} IST, it is ${istClock(nowMs)}`;
    return refusal('outside-window', message, { next });
  }
  return null;
}

/** What sets the time of the day that is to be run, where anything does. */
function clockHint(venue: Settings['venue']): string {
  if (venue.kind === 'simulator') {
    return '; set "simulator.at" (or --at) to simulate another day';
  }
  return areOnLoopback(Object.values(venue.hosts))
    ? '; if the hosts are a simulator\'s, say what time it is there: "simulator.at" (or --at)'
    : '';
}
