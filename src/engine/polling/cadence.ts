import { type CalendarDay } from '../../model/time/calendar.ts';
import { type EngineLimits } from '../engine-limits.ts';
import { type PollState } from './poll-book.ts';

/** What the cadence looks at. */
export interface CadenceFacts {
  readonly nowMs: number;
  readonly day: CalendarDay;
  readonly limits: EngineLimits;
  readonly poll: Pick<PollState, 'lastStartedAtMs' | 'lastReadAtMs' | 'isFailing' | 'notBeforeMs'>;
}

/** A stretch in which a subject is polled: from `startMs` (included) to `endMs` (excluded). */
interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** When polls of a subject are due. */
export interface Cadence {
  /** When the next one is, `nowMs` at the earliest. */
  readonly dueMs: number;
  /** And then again after each of these. */
  readonly everyMs: number;
  /** When the stretch ends in which it is due: none begins at this time or later before the next stretch. */
  readonly endMs: number;
}

/** Lists of orders may be ten seconds late: what one that began this much later shows, or lacks, is so. */
export const SHOWN_WITHIN_MS = 15_000;

/**
 * When today's orders are due: often while something works, seldom while nothing does, never on a closed day. The last
 * look comes some time after the close, however late: somebody may have traded at the last moment, and a list may be
 * seconds old. Null: not any more.
 */
export function ordersCadence(facts: CadenceFacts, isWorking: boolean): Cadence | null {
  const { limits } = facts;
  const hours = dayHours(facts.day);
  if (hours === null) return null;
  const periodMs = isWorking ? limits.ordersWorkingPollMs : limits.ordersIdlePollMs;
  const startMs = hours.startMs - limits.ordersLeadMs;
  const isLookedAfter = (facts.poll.lastReadAtMs ?? -Infinity) >= hours.endMs + SHOWN_WITHIN_MS;
  if (isLookedAfter && !isWorking) return null;
  const endMs = isLookedAfter ? hours.endMs + limits.ordersTailMs : Infinity;
  return dueWithin(facts, { startMs, endMs }, periodMs);
}

/** When the contracts of a wanted underlying are due: at the day's start, then now and again. */
export function contractsCadence(facts: CadenceFacts): Cadence | null {
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

function dueWithin(
  { nowMs, poll }: CadenceFacts,
  { startMs, endMs }: Span,
  everyMs: number,
): Cadence | null {
  const nextMs = poll.lastStartedAtMs === null ? -Infinity : poll.lastStartedAtMs + everyMs;
  const dueMs = Math.max(nextMs, startMs, nowMs, poll.notBeforeMs);
  return dueMs < endMs ? { dueMs, everyMs, endMs } : null;
}

function dayHours(day: CalendarDay): Span | null {
  const first = day.sessions.at(0);
  const last = day.sessions.at(-1);
  if (!day.isTradingDay || first === undefined || last === undefined) return null;
  return { startMs: first.startMs, endMs: last.endMs };
}
