import { type Session } from '../../../model/calendar.ts';
import { BAR_MS } from '../bar.ts';

/** Levels of a minute. */
export const POINTS_A_MINUTE = 6;
/** Time between two levels. */
export const POINT_MS = BAR_MS / POINTS_A_MINUTE;
/** Trading minutes of the day that deviations are told for. */
const ORDINARY_MINUTES = 375;

/** The instants of a day at which a level is made: every 10 s of the whole minutes of its sessions. */
export function layGrid(sessions: readonly Session[]): Float64Array {
  const instants: number[] = [];
  for (const { startMs, endMs } of sessions) {
    for (let minuteMs = startMs; minuteMs + BAR_MS <= endMs; minuteMs += BAR_MS) {
      for (let point = 0; point < POINTS_A_MINUTE; point += 1) {
        instants.push(minuteMs + point * POINT_MS);
      }
    }
  }
  return Float64Array.from(instants);
}

/** Share of an ordinary day's deviation that a day has: one of an hour moves less. */
export function deviationScale(sessions: readonly Session[]): number {
  const lengthMs = sessions.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return Math.sqrt(Math.min(1, lengthMs / BAR_MS / ORDINARY_MINUTES));
}
