import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createCalendar } from '../../model/time/calendar.ts';
import {
  addDays,
  DAY_MS,
  instantAt,
  istClock,
  istDate,
  startOfIstDay,
  weekday,
} from '../../model/time/ist.ts';
import { loadMarketTables } from './market-tables.ts';

const tables = loadMarketTables();
const calendar = createCalendar(tables.calendar);
function hours(date: string): string[] {
  return calendar
    .day(date)
    .sessions.map(({ startMs, endMs }) => `${istClock(startMs)}-${istClock(endMs)}`);
}

function datesOf(year: number): string[] {
  const dates: string[] = [];
  for (let date = `${String(year)}-01-01`; date.startsWith(String(year)); date = addDays(date, 1)) {
    dates.push(date);
  }
  return dates;
}

describe('the activation window of an ordinary day', () => {
  const { window } = calendar.day('2026-10-05');
  const isOpenAt = (atMs: number): boolean =>
    window !== null && window.startMs <= atMs && atMs < window.endMs;

  test.each([
    ['08:14:59', 999, false],
    ['08:15:00', 0, true],
    ['15:28:59', 0, true],
    ['15:28:59', 999, true],
    ['15:29:00', 0, false],
    ['15:29:59', 0, false],
  ])('%s.%d: open %s', (time, ms, isOpen) => {
    expect(isOpenAt(instantAt('2026-10-05', time) + ms)).toBe(isOpen);
  });
});

const HOLIDAYS = {
  2019: '03-04 03-21 04-17 04-19 04-29 05-01 06-05 08-12 08-15 09-02 09-10 10-02 10-08 10-21 10-28 11-12 12-25',
  2020: '02-21 03-10 04-02 04-06 04-10 04-14 05-01 05-25 10-02 11-16 11-30 12-25',
  2021: '01-26 03-11 03-29 04-02 04-14 04-21 05-13 07-21 08-19 09-10 10-15 11-05 11-19',
  2022: '01-26 03-01 03-18 04-14 04-15 05-03 08-09 08-15 08-31 10-05 10-26 11-08',
  2023: '01-26 03-07 03-30 04-04 04-07 04-14 05-01 06-29 08-15 09-19 10-02 10-24 11-14 11-27 12-25',
  2024: '01-22 01-26 03-08 03-25 03-29 04-11 04-17 05-01 05-20 06-17 07-17 08-15 10-02 11-15 11-20 12-25',
  2025: '02-26 03-14 03-31 04-10 04-14 04-18 05-01 08-15 08-27 10-02 10-22 11-05 12-25',
  2026: '01-15 01-26 03-03 03-26 03-31 04-03 04-14 05-01 05-28 06-26 09-14 10-02 10-20 11-10 11-24 12-25',
};

test.each(Object.entries(HOLIDAYS))('weekday holidays of %s', (year, holidays) => {
  const closed = datesOf(Number(year)).filter((date) => {
    return !calendar.day(date).isTradingDay && weekday(date) % 6 !== 0;
  });
  expect(closed.map((date) => date.slice(5))).toEqual(holidays.split(' '));
  for (const date of closed) {
    const isVerified = date <= calendar.verifiedThrough;
    expect(calendar.day(date)).toMatchObject({ sessions: [], window: null, isVerified });
  }
});

test.each([
  [2019, 244],
  [2020, 251],
  [2021, 247],
  [2022, 247],
  [2023, 245],
  [2024, 248],
  [2025, 248],
  [2026, 246],
])('%d has %d trading days, Muhurat not counted', (year, count) => {
  const trading = datesOf(year).filter(
    (date) => calendar.day(date).isTradingDay && calendar.day(date).isMuhurat !== true,
  );
  expect(trading).toHaveLength(count);
});

/**
 * Dates on which the exchange had prices, the Muhurat evening among them, in data of others: NIFTY 50 by day in
 * github.com/0xlakshya/StockWatch (server/src/lib/constants.ts, 2017 to 2021) and RELIANCE by day in
 * github.com/Kaldhen-Lepcha/Historical-Data (2020-10-01 to 2025-09-30). Both agree with this calendar date by date.
 */
const DAYS_WITH_PRICES = [
  ['2019-01-01', '2019-12-31', 245, 'StockWatch'],
  ['2020-01-01', '2020-12-31', 252, 'StockWatch'],
  ['2021-01-01', '2021-12-31', 248, 'StockWatch and Historical-Data'],
  ['2022-01-01', '2022-12-31', 248, 'Historical-Data'],
  ['2023-01-01', '2023-12-31', 246, 'Historical-Data'],
  ['2024-01-01', '2024-12-31', 249, 'Historical-Data'],
  ['2020-10-01', '2025-09-30', 1241, 'Historical-Data, which says so'],
] as const;

test.each(DAYS_WITH_PRICES)('from %s to %s %d days have prices (%s)', (from, to, count) => {
  let days = 0;
  for (let date: string = from; date <= to; date = addDays(date, 1)) {
    if (calendar.day(date).isTradingDay) days += 1;
  }
  expect(days).toBe(count);
});

test.each([
  ['2019-10-27', ['18:15:00-19:15:00']],
  ['2020-02-01', ['09:15:00-15:30:00']],
  ['2020-11-14', ['18:15:00-19:15:00']],
  ['2021-02-24', ['09:15:00-11:40:00', '15:45:00-17:00:00']],
  ['2021-11-04', ['18:15:00-19:15:00']],
  ['2022-10-24', ['18:15:00-19:15:00']],
  ['2023-11-12', ['18:15:00-19:15:00']],
  ['2024-01-20', ['09:15:00-15:30:00']],
  ['2024-03-02', ['09:15:00-10:00:00', '11:30:00-12:30:00']],
  ['2024-05-18', ['09:15:00-10:00:00', '11:30:00-12:30:00']],
  ['2024-11-01', ['18:00:00-19:00:00']],
  ['2025-02-01', ['09:15:00-15:30:00']],
  ['2025-10-21', ['13:45:00-14:45:00']],
  ['2026-02-01', ['09:15:00-15:30:00']],
])('special session of %s', (date, sessions) => {
  expect(hours(date)).toEqual(sessions);
  expect(calendar.day(date)).toMatchObject({ isTradingDay: true, isVerified: true });
  expect(calendar.day(date).occasion).not.toBeNull();
});

test('only Diwali has Muhurat days', () => {
  const muhurat = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026]
    .flatMap(datesOf)
    .filter((date) => calendar.day(date).isMuhurat === true);
  expect(muhurat).toEqual([
    '2019-10-27',
    '2020-11-14',
    '2021-11-04',
    '2022-10-24',
    '2023-11-12',
    '2024-11-01',
    '2025-10-21',
    '2026-11-08',
  ]);
});

test('the Muhurat day whose hours nobody has verified is a trading day without known hours', () => {
  const day = calendar.day('2026-11-08');
  expect(day).toMatchObject({ isTradingDay: true, isVerified: false, sessions: [] });
  expect(day.window).not.toBeNull();
});

test.each([
  ['2019-01-01', '09:15:00-15:30:00'],
  ['2024-07-01', '09:15:00-15:30:00'],
  ['2026-07-31', '09:15:00-15:30:00'],
  ['2026-08-03', '09:15:00-15:40:00'],
  ['2026-11-23', '09:15:00-15:40:00'],
])('hours of %s are %s', (date, expected) => {
  expect(hours(date)).toEqual([expected]);
});

test('beyond the table a weekday is a trading day that is not verified', () => {
  expect(calendar.day('2026-12-31').isVerified).toBe(true);
  expect(calendar.day('2027-01-04')).toMatchObject({ isTradingDay: true, isVerified: false });
  expect(calendar.day('2027-01-04').sessions).toHaveLength(1);
  expect(calendar.day('2027-01-03')).toMatchObject({ isTradingDay: false, isVerified: false });
  expect(calendar.day('2027-01-26')).toMatchObject({ isTradingDay: false, isVerified: false });
  expect(calendar.day('2018-12-31')).toMatchObject({ isTradingDay: true, isVerified: false });
  expect(calendar.day('2019-01-01')).toMatchObject({ isTradingDay: true, isVerified: true });
});

test('trading days around holidays, weekends and special sessions', () => {
  expect(calendar.nextTradingDay('2026-01-23')).toBe('2026-01-27');
  expect(calendar.nextTradingDay('2026-01-30')).toBe('2026-02-01');
  expect(calendar.previousTradingDay('2026-04-15')).toBe('2026-04-13');
  expect(calendar.nextTradingDay('2024-01-19')).toBe('2024-01-20');
  expect(calendar.nextTradingDay('2024-01-20')).toBe('2024-01-23');
  expect(calendar.nextTradingDay('2020-01-31')).toBe('2020-02-01');
  // Bakri Id of 2023 moved by a day, two days before.
  expect(calendar.nextTradingDay('2023-06-27')).toBe('2023-06-28');
  expect(calendar.nextTradingDay('2023-06-28')).toBe('2023-06-30');
});

const anyDate = fc.integer({ min: 0, max: 3650 }).map((days) => addDays('2018-06-01', days));

test('the next and the previous trading day undo each other and skip none', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      const next = calendar.nextTradingDay(date);
      expect(calendar.day(next).isTradingDay).toBe(true);
      for (let between = addDays(date, 1); between < next; between = addDays(between, 1)) {
        expect(calendar.day(between).isTradingDay).toBe(false);
      }
      const { isTradingDay } = calendar.day(date);
      const last = isTradingDay ? date : calendar.previousTradingDay(date);
      expect(calendar.previousTradingDay(next)).toBe(last);
    }),
  );
});

test('sessions lie in their day, in order, without overlap; closed days have neither sessions nor window', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      const { isTradingDay, sessions, window } = calendar.day(date);
      let after = startOfIstDay(date);
      for (const { startMs, endMs } of sessions) {
        expect(startMs).toBeGreaterThanOrEqual(after);
        expect(endMs).toBeGreaterThan(startMs);
        after = endMs;
      }
      expect(after).toBeLessThanOrEqual(startOfIstDay(date) + DAY_MS);
      expect(isTradingDay || sessions.length === 0).toBe(true);
      expect(window === null ? null : istDate(window.startMs)).toBe(isTradingDay ? date : null);
    }),
  );
});
