import fc from 'fast-check';
import { DateTime } from 'luxon';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { InvariantViolation } from '../../base/invariant.ts';
import {
  type CalendarTable,
  type ClockSpan,
  type Holiday,
  type SpecialSession,
} from '../market/market-tables.ts';
import { type CalendarDay, createCalendar, type Session } from './calendar.ts';

const PROVENANCE = { source: 'a circular', confidence: 'P' } as const;
const FIRST = '2026-02-20';
const DAYS = 40;

/** The calendar once more, with the clock of another library and without a table of days. */
class Model {
  readonly #table: CalendarTable;

  constructor(table: CalendarTable) {
    this.#table = table;
  }

  isOpen(date: string): boolean {
    const { holidays, specialSessions } = this.#table;
    if (specialSessions.some((special) => special.date === date)) return true;
    return clock(date).weekday <= 5 && !holidays.some((holiday) => holiday.date === date);
  }

  /** Stretches of trading, as wall clock. */
  hours(date: string): readonly ClockSpan[] {
    if (!this.isOpen(date)) return [];
    const special = this.#table.specialSessions.find((row) => row.date === date);
    if (special !== undefined) return special.sessions ?? [];
    const [first, ...later] = this.#table.sessionHours.derivatives;
    let row = first;
    for (const next of later) if (next.from <= date) row = next;
    return row === undefined ? [] : [row.continuous];
  }

  isVerified(date: string): boolean {
    const { verifiedFrom, verifiedThrough, specialSessions } = this.#table;
    if (date < verifiedFrom || verifiedThrough < date) return false;
    return specialSessions.every((row) => row.date !== date || row.sessions !== undefined);
  }

  isMuhurat(date: string): boolean {
    return this.#table.specialSessions.some((row) => row.date === date && row.kind === 'muhurat');
  }

  occasion(date: string): string | null {
    const special = this.#table.specialSessions.find((row) => row.date === date)?.name;
    const holiday = this.#table.holidays.find((row) => row.date === date)?.name;
    if (special !== undefined) return holiday === undefined ? special : `${holiday}: ${special}`;
    if (this.isOpen(date)) return null;
    return holiday ?? clock(date).setLocale('en').weekdayLong;
  }

  /** The nearest trading day before or after a date. */
  neighbour(date: string, days: 1 | -1): string {
    let next = clock(date);
    do next = next.plus({ days });
    while (!this.isOpen(next.toFormat('yyyy-MM-dd')));
    return next.toFormat('yyyy-MM-dd');
  }
}

function clock(date: string, time = '00:00'): DateTime {
  return DateTime.fromISO(`${date}T${time}`, { zone: 'Asia/Kolkata' });
}

const dates = fc.integer({ min: 0, max: DAYS }).map((days) => {
  return clock(FIRST).plus({ days }).toFormat('yyyy-MM-dd');
});
const times = fc.integer({ min: 0, max: 1_439 }).map((minute) => {
  return clock(FIRST).plus({ minutes: minute }).toFormat('HH:mm');
});
/** Stretches that follow each other. */
const spans = (count: number): fc.Arbitrary<readonly ClockSpan[]> =>
  fc.uniqueArray(times, { minLength: 2 * count, maxLength: 2 * count }).map((edges) => {
    const sorted = edges.toSorted();
    return Array.from({ length: count }, (_, index) => ({
      from: sorted[2 * index] ?? '',
      to: sorted[2 * index + 1] ?? '',
    }));
  });
const holidays = dates.map((date): Holiday => ({ ...PROVENANCE, date, name: `feast of ${date}` }));
const specials = fc
  .tuple(dates, fc.constantFrom('full', 'split', 'muhurat'), fc.option(spans(1)), spans(2))
  .map(([date, kind, one, two]): SpecialSession => {
    const sessions = kind === 'split' ? two : (one ?? undefined);
    return { ...PROVENANCE, date, kind, name: `${kind} session`, sessions };
  });
const tables: fc.Arbitrary<CalendarTable> = fc
  .record({
    covered: fc.uniqueArray(dates, { minLength: 2, maxLength: 2 }),
    window: spans(1),
    changes: fc.uniqueArray(dates, { minLength: 1, maxLength: 3 }),
    hours: spans(3),
    holidays: fc.uniqueArray(holidays, { maxLength: 12, selector: ({ date }) => date }),
    specialSessions: fc.uniqueArray(specials, { maxLength: 6, selector: ({ date }) => date }),
  })
  .map(({ covered, window, changes, hours, ...rows }) => {
    const [verifiedFrom = '', verifiedThrough = ''] = covered.toSorted();
    const [span = { from: '08:15', to: '15:29' }] = window;
    const derivatives = changes.toSorted().map((from, index) => {
      return { ...PROVENANCE, from, continuous: hours[index] ?? span };
    });
    const sessionHours = { derivatives, underlyingShares: [] };
    const activationWindow = { ...PROVENANCE, ...span };
    return { verifiedFrom, verifiedThrough, activationWindow, sessionHours, ...rows };
  });

function within(stretch: Session | null, atMs: number): boolean {
  return stretch !== null && stretch.startMs <= atMs && atMs < stretch.endMs;
}

/** Instants at which something of the day may begin or end, and their neighbours. */
function edgesOf({ sessions, window }: CalendarDay): readonly number[] {
  const stretches = window === null ? sessions : [...sessions, window];
  return stretches.flatMap(({ startMs, endMs }) => [startMs - 1, startMs, endMs - 1, endMs]);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

// The offset proves that the host's clock has moved.
const HOSTS = [
  ['UTC', 0],
  ['Asia/Kolkata', -330],
  ['America/New_York', 300],
  ['Pacific/Apia', -780],
] as const;

describe.each(HOSTS)('any calendar on a host in %s', (zone, offsetMinutes) => {
  const check = (property: (model: Model, table: CalendarTable, date: string) => void): void => {
    vi.stubEnv('TZ', zone);
    expect(new Date('2026-01-15T00:00:00Z').getTimezoneOffset()).toBe(offsetMinutes);
    fc.assert(
      fc.property(tables, dates, (table, date) => {
        property(new Model(table), table, date);
      }),
    );
  };

  it('says of every date whether, why and how surely it is open or closed', () => {
    check((model, table, date) => {
      const day = createCalendar(table).day(date);
      expect(day).toMatchObject({
        date,
        isTradingDay: model.isOpen(date),
        isVerified: model.isVerified(date),
        occasion: model.occasion(date),
      });
      expect(day.isMuhurat ?? false).toBe(model.isMuhurat(date));
      expect(day.window !== null).toBe(model.isOpen(date));
    });
  });

  it('opens and closes sessions and the window at their instants, not a millisecond off', () => {
    check((model, table, date) => {
      const day = createCalendar(table).day(date);
      const isOpenAt = (atMs: number, hours: readonly ClockSpan[]): boolean => {
        const time = DateTime.fromMillis(atMs, { zone: 'Asia/Kolkata' }).toFormat('HH:mm:ss.SSS');
        return hours.some(({ from, to }) => `${from}:00.000` <= time && time < `${to}:00.000`);
      };
      for (const atMs of edgesOf(day)) {
        const isInSession = day.sessions.some((session) => within(session, atMs));
        expect(isInSession).toBe(isOpenAt(atMs, model.hours(date)));
        expect(within(day.window, atMs)).toBe(isOpenAt(atMs, [table.activationWindow]));
      }
      const starts = model.hours(date).map(({ from }) => clock(date, from).toMillis());
      expect(day.sessions.map(({ startMs }) => startMs)).toEqual(starts);
    });
  });

  it('finds the trading days beside a date, whatever was asked before', () => {
    check((model, table, date) => {
      const calendar = createCalendar(table);
      const next = calendar.nextTradingDay(date);
      expect(next).toBe(model.neighbour(date, 1));
      expect(calendar.previousTradingDay(date)).toBe(model.neighbour(date, -1));
      expect(calendar.previousTradingDay(next)).toBe(
        model.isOpen(date) ? date : model.neighbour(date, -1),
      );
      expect(calendar.day(date)).toEqual(createCalendar(table).day(date));
    });
  });
});

const ORDINARY: CalendarTable = {
  verifiedFrom: FIRST,
  verifiedThrough: '2026-03-31',
  activationWindow: { ...PROVENANCE, from: '08:15', to: '15:29' },
  sessionHours: { derivatives: [], underlyingShares: [] },
  holidays: [],
  specialSessions: [],
};

describe('a table that cannot be right', () => {
  it('is said to be so where the exchange would be shut for a month and more', () => {
    const closed = Array.from({ length: 31 }, (_, days) => {
      const date = clock(FIRST)
        .plus({ days: days + 1 })
        .toFormat('yyyy-MM-dd');
      return { ...PROVENANCE, date, name: 'shut' };
    });
    const hours = { ...PROVENANCE, from: FIRST, continuous: { from: '09:15', to: '15:30' } };
    const sessionHours = { derivatives: [hours], underlyingShares: [] };
    const calendar = createCalendar({ ...ORDINARY, sessionHours, holidays: closed });
    expect(() => calendar.nextTradingDay(FIRST)).toThrow(InvariantViolation);
    expect(() => calendar.previousTradingDay('2026-03-24')).toThrow(InvariantViolation);
  });

  it('is said to be so where it has no hours', () => {
    expect(() => createCalendar(ORDINARY).day(FIRST)).toThrow(InvariantViolation);
  });

  it('is not asked about what is no date', () => {
    expect(() => createCalendar(ORDINARY).day('2026-02-30')).toThrow(InvariantViolation);
  });
});
