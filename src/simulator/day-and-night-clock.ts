import { type Calendar } from '../model/time/calendar.ts';
import { DAY_MS, istDate, MINUTE_MS, startOfIstDay } from '../model/time/ist.ts';
import { type Clock } from '../ports/clock.ts';

/** A simulated clock with a speed for trading days and one for the time between. */
export interface DayAndNightClockOptions {
  readonly calendar: Pick<Calendar, 'day'>;
  /** Epoch milliseconds, at `startedRealMs`. */
  readonly startAtMs: number;
  readonly startedRealMs: number;
  /** Simulated seconds per real second, above 0. */
  readonly speed: number;
  readonly nightSpeed: number;
  readonly realNowMs: () => number;
}

/** Tells simulated time, and how long it takes to get to a later one. */
export interface DayAndNightClock extends Clock {
  /** Real milliseconds until it shows an instant; 0 for one that has passed. */
  readonly realMsTo: (atMs: number) => number;
}

/** It goes at day speed from so long before the window or the first session, whichever is earlier, */
const BEFORE_MS = 45 * MINUTE_MS;
/** until so long after the last session. */
const AFTER_MS = 15 * MINUTE_MS;

interface Stretch {
  readonly speed: number;
  readonly untilMs: number;
}

/**
 * Makes a clock that follows from its start, its two speeds and the calendar alone, so that a simulator and its client keep
 * step and exchange nothing for it. Shows whole milliseconds and never goes back, even if `realNowMs` does.
 */
export function createDayAndNightClock(options: DayAndNightClockOptions): DayAndNightClock {
  const { startAtMs, startedRealMs, realNowMs } = options;
  // Where the stretch began that it is in.
  let from = { atMs: startAtMs, realMs: startedRealMs };
  let latestMs = startAtMs;
  const nowMs = (): number => {
    const realMs = realNowMs();
    let stretch = stretchAt(options, from.atMs);
    // Each step goes to an edge of a day, of which time itself bounds the number.
    for (;;) {
      const edgeRealMs = from.realMs + (stretch.untilMs - from.atMs) / stretch.speed;
      if (edgeRealMs > realMs) break;
      from = { atMs: stretch.untilMs, realMs: edgeRealMs };
      stretch = stretchAt(options, from.atMs);
    }
    const passedMs = Math.max(0, realMs - from.realMs) * stretch.speed;
    latestMs = Math.max(latestMs, Math.floor(from.atMs + passedMs));
    return latestMs;
  };
  return {
    nowMs,
    realMsTo: (atMs) => {
      let realMs = 0;
      for (let hereMs = nowMs(); hereMs < atMs;) {
        const { speed, untilMs } = stretchAt(options, hereMs);
        const nextMs = Math.min(untilMs, atMs);
        realMs += (nextMs - hereMs) / speed;
        hereMs = nextMs;
      }
      return realMs;
    },
  };
}

function stretchAt(
  { calendar, speed, nightSpeed }: DayAndNightClockOptions,
  atMs: number,
): Stretch {
  const date = istDate(atMs);
  const { sessions, window } = calendar.day(date);
  const midnightMs = startOfIstDay(date) + DAY_MS;
  const first = sessions[0];
  const last = sessions.at(-1);
  if (first === undefined || last === undefined) return { speed: nightSpeed, untilMs: midnightMs };
  const beginsMs = Math.min(first.startMs, window?.startMs ?? first.startMs) - BEFORE_MS;
  if (atMs < beginsMs) return { speed: nightSpeed, untilMs: beginsMs };
  const endsMs = last.endMs + AFTER_MS;
  if (atMs < endsMs) return { speed, untilMs: endsMs };
  return { speed: nightSpeed, untilMs: midnightMs };
}
