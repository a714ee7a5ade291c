import { expect, it } from 'vitest';

import { type Calendar } from '../model/time/calendar.ts';
import { instantAt, type IstDate, istTimestamp, weekday } from '../model/time/ist.ts';
import { createDayAndNightClock, type DayAndNightClock } from './day-and-night-clock.ts';

/** Monday to Friday, 09:15 to 15:40, with a window from 08:15. */
const calendar: Pick<Calendar, 'day'> = {
  day: (date) => {
    const isTradingDay = ![0, 6].includes(weekday(date));
    const at = (from: string, to: string) => spanOf(date, from, to);
    const open = { sessions: [at('09:15', '15:40')], window: at('08:15', '15:29') };
    const hours = isTradingDay ? open : { sessions: [], window: null };
    return { date, isTradingDay, occasion: null, isVerified: true, ...hours };
  },
};

function spanOf(date: IstDate, from: string, to: string) {
  return { startMs: instantAt(date, from), endMs: instantAt(date, to) };
}

const HOUR_MS = 3_600_000;

function aClock(
  date: string,
  time: string,
): { clock: DayAndNightClock; pass: (ms: number) => void } {
  let realMs = 1_000;
  const clock = createDayAndNightClock({
    calendar,
    startAtMs: instantAt(date, time),
    startedRealMs: realMs,
    speed: 10,
    nightSpeed: 100,
    realNowMs: () => realMs,
  });
  return {
    clock,
    pass: (ms) => {
      realMs += ms;
    },
  };
}

it('goes at day speed around the sessions, and at night speed before and after them', () => {
  const { clock, pass } = aClock('2026-10-30', '05:30');
  // Two hours of night, to 07:30: 72 s.
  pass((2 * HOUR_MS) / 100);
  expect(istTimestamp(clock.nowMs())).toContain('2026-10-30T07:30:00');
  pass(HOUR_MS / 10);
  expect(istTimestamp(clock.nowMs())).toContain('2026-10-30T08:30:00');
  // To 15:55, then the night, the weekend and on to Monday 07:30: many edges in one look.
  pass((7 * HOUR_MS + 25 * 60_000) / 10 + (63 * HOUR_MS + 35 * 60_000) / 100);
  expect(istTimestamp(clock.nowMs())).toContain('2026-11-02T07:30:00');
});

it('says how long an instant is away across both speeds, and never goes back', () => {
  const { clock, pass } = aClock('2026-10-30', '06:30');
  const awayMs = clock.realMsTo(instantAt('2026-10-30', '08:30'));
  expect(awayMs).toBeCloseTo(HOUR_MS / 100 + HOUR_MS / 10);
  pass(awayMs);
  expect(istTimestamp(clock.nowMs())).toContain('08:30:00');
  pass(-50_000);
  expect(istTimestamp(clock.nowMs())).toContain('08:30:00');
  expect(clock.realMsTo(instantAt('2026-10-30', '08:00'))).toBe(0);
});
