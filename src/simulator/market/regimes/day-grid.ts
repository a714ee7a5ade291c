import { type Session } from '../../../model/calendar.ts';
import { BAR_MS } from '../bar.ts';
import { ordinaryShare } from '../pricing/variance-clock.ts';

/** Levels of a minute. */
export const POINTS_A_MINUTE = 6;
/** Time between two levels. */
export const POINT_MS = BAR_MS / POINTS_A_MINUTE;

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
  return Math.sqrt(ordinaryShare(sessions));
}
