import { type CalendarDay } from '../model/calendar.ts';
import { type EngineLimits } from './engine-limits.ts';
import { type PollState } from './poll-book.ts';

/** What the cadence looks at. */
export interface CadenceFacts {
  readonly nowMs: number;
  readonly day: CalendarDay;
  readonly limits: EngineLimits;
  readonly poll: Pick<PollState, 'lastStartedAtMs' | 'isFailing'>;
}

/** A stretch in which a subject is polled: from `startMs` (included) to `endMs` (excluded). */
interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** When today's orders are due: often while something works, seldom while nothing does, never on a closed day. Null: not any more. */
export function ordersDueMs(facts: CadenceFacts, isWorking: boolean): number | null {
  const { limits } = facts;
  const hours = dayHours(facts.day);
  if (hours === null) return null;
  const periodMs = isWorking ? limits.ordersWorkingPollMs : limits.ordersIdlePollMs;
  const startMs = hours.startMs - limits.ordersLeadMs;
  const endMs = hours.endMs + (isWorking ? limits.ordersTailMs : 0);
  return dueWithin(facts, { startMs, endMs }, periodMs);
}

/** When the contracts of a wanted underlying are due: at the day's start, then now and again. */
export function contractsDueMs(facts: CadenceFacts): number | null {
  const { limits, day } = facts;
  const hours = dayHours(day);
  if (hours === null) return null;
  const periodMs = facts.poll.isFailing ? limits.contractsRetryMs : limits.contractsPollMs;
  const startMs = Math.min(
    hours.startMs - limits.ordersLeadMs,
    day.window?.startMs ?? hours.startMs,
  );
  return dueWithin(facts, { startMs, endMs: hours.endMs }, periodMs);
}

/** When quotes are due: in sessions only; at once when a symbol is wanted that was not asked for before. */
export function quotesDueMs(facts: CadenceFacts, isSymbolNew: boolean): number | null {
  const periodMs = isSymbolNew ? 0 : facts.limits.quotesPollMs;
  for (const session of facts.day.sessions) {
    const dueMs = dueWithin(facts, session, periodMs);
    if (dueMs !== null) return dueMs;
  }
  return null;
}

function dueWithin({ nowMs, poll }: CadenceFacts, span: Span, periodMs: number): number | null {
  const nextMs = poll.lastStartedAtMs === null ? -Infinity : poll.lastStartedAtMs + periodMs;
  const dueMs = Math.max(nextMs, span.startMs, nowMs);
  return dueMs < span.endMs ? dueMs : null;
}

function dayHours(day: CalendarDay): Span | null {
  const first = day.sessions.at(0);
  const last = day.sessions.at(-1);
  if (!day.isTradingDay || first === undefined || last === undefined) return null;
  return { startMs: first.startMs, endMs: last.endMs };
}
