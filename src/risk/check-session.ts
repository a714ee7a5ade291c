import { type LegOrder } from '../model/orders/command.ts';
import { type Mode } from '../model/runs/run.ts';
import { type CalendarDay, type Session } from '../model/time/calendar.ts';
import { istClock } from '../model/time/ist.ts';
import { refusalBy, type Refusal } from './refusal.ts';
import { type RiskLimits } from './risk-limits.ts';

/** What the session rules look at. */
export interface SessionFacts {
  readonly nowMs: number;
  readonly mode: Mode;
  readonly day: CalendarDay;
  readonly limits: RiskLimits;
  /** Whether an entry reduces the risk of the whole (`reducesRisk`): then it may do what an exit may. @default false */
  readonly isHedge?: boolean;
}

/** Refuses orders outside the exchange's hours, and entries near the close or on a day that is not verified. */
export function checkSession(
  order: Pick<LegOrder, 'role' | 'product'>,
  facts: SessionFacts,
): Refusal | null {
  const { nowMs, day } = facts;
  const isEntry = order.role === 'entry' && facts.isHedge !== true;
  if (!day.isTradingDay) {
    const occasion = day.occasion === null ? '' : ` (${day.occasion})`;
    return refusalBy('closed-day', 'Exchange is closed', `${day.date}${occasion}`, 'a trading day');
  }
  if (isEntry && facts.mode === 'live' && !day.isVerified) {
    return refusalBy(
      'unverified-day',
      'Calendar is not verified',
      day.date,
      'a verified day in live',
    );
  }
  const session = day.sessions.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
  if (session === undefined) {
    return refusalBy('outside-session', 'Outside the session', istClock(nowMs), hours(day));
  }
  const entriesEndMs = session.endMs - closedBeforeMs(order, session, facts);
  if (isEntry && nowMs >= entriesEndMs) {
    const allowed = `entries before ${istClock(entriesEndMs)}`;
    return refusalBy('entries-ended', 'Too near to the close', istClock(nowMs), allowed);
  }
  return null;
}

/** How long before a session's close entries end: what is to be squared off at once need not be opened. */
function closedBeforeMs(
  { product }: Pick<LegOrder, 'product'>,
  session: Session,
  { day, limits }: SessionFacts,
): number {
  const { entryEndsBeforeCloseMs, intradayEndsBeforeCloseMs } = limits;
  const isSquaredOff = product === 'intraday' && session === day.sessions.at(-1);
  if (!isSquaredOff) return entryEndsBeforeCloseMs;
  return Math.max(entryEndsBeforeCloseMs, intradayEndsBeforeCloseMs);
}

/** The hours of a day in words. */
export function hours(day: CalendarDay): string {
  if (day.sessions.length === 0) return 'no hours on this day';
  return day.sessions
    .map(({ startMs, endMs }) => `${istClock(startMs)} to ${istClock(endMs)}`)
    .join(' and ');
}
