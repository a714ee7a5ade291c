import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { shortCalendar } from '../../../test/support/short-tables.ts';
import { dayWeight, expiryInstantMs, sessionShareLeft, tradingDaysTo } from './variance-clock.ts';

const LATE = '2026-11-24';
const SPLIT = '2026-11-28';
const HOLIDAY = '2026-11-26';
const calendar = shortCalendar({
  [LATE]: [['09:15', '15:40']],
  [SPLIT]: [
    ['09:15', '10:00'],
    ['11:30', '12:15'],
  ],
  [HOLIDAY]: [],
});

const EVEN = { endMs: Infinity, shape: [] };

describe('the share of a day that is left', () => {
  it.each([
    ['08:00', 1],
    ['09:15', 1],
    ['09:24', 0.9],
    ['10:00', 0.5],
    ['11:00', 0.5],
    ['11:39', 0.4],
    ['12:15', 0],
    ['15:00', 0],
  ])('at %s of a split day is %s', (clock, share) => {
    const left = sessionShareLeft(calendar.day(SPLIT), instantAt(SPLIT, clock), EVEN);
    expect(left).toBeCloseTo(share, 10);
  });

  it('ends where it is cut, and a day without a session has none', () => {
    const endMs = instantAt(SPLIT, '10:00');
    const left = sessionShareLeft(calendar.day(SPLIT), instantAt(SPLIT, '09:24'), {
      ...EVEN,
      endMs,
    });
    expect(left).toBeCloseTo(0.8, 10);
    expect(sessionShareLeft(calendar.day(HOLIDAY), 0, EVEN)).toBe(0);
  });
});

describe('the share that is left of a session with a shape', () => {
  const DAY = '2026-11-25';
  const shape = [
    [30, 0.3],
    [60, 0.4],
    [360, 0.95],
    [375, 1],
  ] as const;
  const left = (date: string, clock: string, endMs = Infinity): number =>
    sessionShareLeft(calendar.day(date), instantAt(date, clock), { endMs, shape });

  it.each([
    ['08:00', 1],
    ['09:15', 1],
    ['09:30', 0.85],
    ['09:45', 0.7],
    ['10:00', 0.65],
    ['15:15', 0.05],
    ['15:22:30', 0.025],
    ['15:30', 0],
    ['16:00', 0],
  ])('at %s is %s', (clock, share) => {
    expect(left(DAY, clock)).toBeCloseTo(share, 10);
  });

  it('is stretched over the time that a day or an expiring contract has', () => {
    expect(left(SPLIT, '09:22:12')).toBeCloseTo(0.7, 10);
    expect(left(SPLIT, '10:00')).toBeCloseTo(left(SPLIT, '11:30'), 10);
    expect(left(LATE, '15:30', instantAt(LATE, '15:30'))).toBe(0);
    expect(left(LATE, '09:45', instantAt(LATE, '15:30'))).toBeCloseTo(0.7, 10);
  });

  it('is even on the evening of a Muhurat day', () => {
    const evening = shortCalendar({ [DAY]: [['18:00', '19:00']] }, [DAY]);
    const at = instantAt(DAY, '18:15');
    expect(sessionShareLeft(evening.day(DAY), at, { endMs: Infinity, shape })).toBeCloseTo(
      0.75,
      10,
    );
  });
});

it('counts trading days after a date up to the expiry', () => {
  expect(tradingDaysTo(calendar, ['2026-11-24', '2026-11-24'])).toBe(0);
  expect(tradingDaysTo(calendar, ['2026-11-24', '2026-11-25'])).toBe(1);
  // Holiday on Thursday, a session on Saturday.
  expect(tradingDaysTo(calendar, ['2026-11-24', '2026-12-01'])).toBe(5);
  expect(tradingDaysTo(calendar, ['2026-11-24', '2027-11-24'])).toBeGreaterThan(245);
  expect(tradingDaysTo(calendar, ['2026-11-24', '2027-11-24'])).toBeLessThan(265);
});

describe('a Muhurat session', () => {
  const EVENING = '2026-11-27';
  const evening = shortCalendar({ [EVENING]: [['18:00', '19:00']] }, [EVENING]);
  const unknown = shortCalendar({ [EVENING]: [] }, [EVENING]);

  it('weighs what its hour is of an ordinary day, and nothing while its hours are unknown', () => {
    expect(dayWeight(evening.day(EVENING))).toBeCloseTo(60 / 375, 10);
    expect(dayWeight(unknown.day(EVENING))).toBe(0);
    expect(dayWeight(calendar.day(SPLIT))).toBe(1);
    expect(dayWeight(calendar.day(HOLIDAY))).toBe(0);
  });

  it('counts for its weight, not for a day', () => {
    expect(tradingDaysTo(evening, ['2026-11-25', '2026-11-30'])).toBeCloseTo(2 + 60 / 375, 10);
    expect(tradingDaysTo(unknown, ['2026-11-25', '2026-11-30'])).toBe(2);
  });
});

it('gives expiring contracts their final price at 15:30, or at an earlier close', () => {
  expect(expiryInstantMs(calendar.day(LATE))).toBe(instantAt(LATE, '15:30'));
  expect(expiryInstantMs(calendar.day(SPLIT))).toBe(instantAt(SPLIT, '12:15'));
  expect(expiryInstantMs(calendar.day(HOLIDAY))).toBeNull();
});
