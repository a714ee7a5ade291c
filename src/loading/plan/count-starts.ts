import { type OutlineStarts } from '../../language/plan/outline.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type ClockTime, instantAt } from '../../model/time/ist.ts';

/** A time that has passed by so much is still acted upon, and an entry waits for a fresh chain as long. */
export const LATE_MS_MAX = 120_000;

/** When a day lets strategies enter. */
export interface EntryHours {
  readonly sessions: number;
  readonly openMs: number;
  /** End of the last session, or the strategy's exit where that comes first. */
  readonly endMs: number;
}

/** The hours of a day in which a strategy with this exit time can enter; null: it never exits by itself. */
export function entryHours({ date, sessions }: CalendarDay, exit: ClockTime | null): EntryHours {
  const openMs = sessions[0]?.startMs ?? instantAt(date, '09:15');
  const closeMs = sessions.at(-1)?.endMs ?? instantAt(date, '15:30');
  const endMs = exit === null ? closeMs : Math.min(closeMs, instantAt(date, exit));
  return { sessions: sessions.length, openMs, endMs: Math.max(openMs, endMs) };
}

/** How often an entry starts at most in a stretch of the day; Infinity where its words do not bound it. */
export function countStarts(
  {
    times = Infinity,
    apartMs,
    isAtOpen = false,
    isQueued = false,
    waitMs = 0,
    ...starts
  }: OutlineStarts,
  stretchMs: number,
  { date, hours }: { readonly date: string; readonly hours: EntryHours },
): number {
  if (isAtOpen) return Math.min(times, hours.sessions);
  if (apartMs === undefined) return times;
  const fromMs = starts.from === undefined ? hours.openMs : instantAt(date, starts.from);
  const toMs = starts.to === undefined ? hours.endMs : instantAt(date, starts.to);
  const wholeMs = Math.max(0, Math.min(toMs, hours.endMs) - Math.max(fromMs, hours.openMs));
  const within = isQueued ? wholeMs : Math.min(wholeMs, stretchMs);
  return Math.min(times, Math.floor((within + LATE_MS_MAX + waitMs) / apartMs) + 1);
}
