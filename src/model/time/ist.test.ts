import fc from 'fast-check';
import { expect, test } from 'vitest';

import { InvariantViolation } from '../../base/invariant.ts';
import {
  addDays,
  DAY_MS,
  instantAt,
  isClockTime,
  isIstDate,
  istClock,
  istDate,
  istTimeOfDayMs,
  istTimestamp,
  startOfIstDay,
  weekday,
} from './ist.ts';

test('IST is five and a half hours ahead of UTC', () => {
  const atMs = Date.parse('2026-11-23T03:45:30.250Z');
  expect(istDate(atMs)).toBe('2026-11-23');
  expect(istClock(atMs)).toBe('09:15:30');
  expect(istTimestamp(atMs)).toBe('2026-11-23T09:15:30.250+05:30');
  expect(instantAt('2026-11-23', '09:15:30')).toBe(atMs - 250);
});

test('a date begins at midnight IST, the evening before in UTC', () => {
  const midnightMs = Date.parse('2026-11-22T18:30:00.000Z');
  expect(startOfIstDay('2026-11-23')).toBe(midnightMs);
  expect(istDate(midnightMs - 1)).toBe('2026-11-22');
  expect(istDate(midnightMs)).toBe('2026-11-23');
});

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '26-01-01', '2026-04-31', ''])(
  '"%s" is no date',
  (text) => {
    expect(isIstDate(text)).toBe(false);
  },
);

test.each(['24:00', '09:60', '9:15', '09:15:60', '09:15:30.5', '0915', ''])(
  '"%s" is no time of day',
  (text) => {
    expect(isClockTime(text)).toBe(false);
  },
);

test('an instant of what is no date or time is a broken call', () => {
  expect(() => instantAt('2026-02-29', '09:15')).toThrow(InvariantViolation);
  expect(() => instantAt('2026-02-28', '24:00')).toThrow(InvariantViolation);
});

test('weekdays', () => {
  expect(weekday('2026-02-01')).toBe(0);
  expect(weekday('2024-01-20')).toBe(6);
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

test('an instant is its date and its time of day, before 1970 too', () => {
  const range = Date.parse('2100-01-01T00:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: -range, max: range }), (atMs) => {
      const timeOfDayMs = istTimeOfDayMs(atMs);
      expect(startOfIstDay(istDate(atMs)) + timeOfDayMs).toBe(atMs);
      expect(timeOfDayMs >= 0 && timeOfDayMs < DAY_MS).toBe(true);
      expect(instantAt(istDate(atMs), istClock(atMs))).toBe(atMs - (timeOfDayMs % 1_000));
      expect(isIstDate(istDate(atMs))).toBe(true);
    }),
  );
});

test('days add up', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5_000, max: 5_000 }), (days) => {
      const date = addDays('2026-11-21', days);
      expect(addDays(date, -days)).toBe('2026-11-21');
      expect(Math.abs((weekday('2026-11-21') + days - weekday(date)) % 7)).toBe(0);
    }),
  );
});

test('a day begins at midnight and ends a millisecond before the next, before 1970 too', () => {
  expect(istTimeOfDayMs(instantAt('2026-11-20', '00:00'))).toBe(0);
  for (const date of ['2026-11-20', '1969-12-30']) {
    expect(istTimeOfDayMs(instantAt(date, '00:00') - 1)).toBe(DAY_MS - 1);
  }
});

test.each(['2026', '2026-11', '2026-11-20T00:00', ''])('"%s" is no date', (text) => {
  expect(isIstDate(text)).toBe(false);
});
