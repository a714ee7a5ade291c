import { describe, expect, it } from 'vitest';

import { InvariantViolation } from '../../base/invariant.ts';
import { type CalendarTable, type SpecialSession } from '../market/market-tables.ts';
import { createCalendar } from './calendar.ts';
import { addDays, instantAt } from './ist.ts';

const PROVENANCE = { source: 'a circular', confidence: 'P' } as const;
const HOURS = [
  {
    from: '2026-01-01',
    continuous: { from: '09:15', to: '15:30' },
    ...PROVENANCE,
  },
  {
    from: '2026-08-03',
    continuous: { from: '09:15', to: '15:40' },
    ...PROVENANCE,
  },
];
const TABLE: CalendarTable = {
  verifiedFrom: '2026-01-05',
  verifiedThrough: '2026-12-18',
  activationWindow: { from: '08:15', to: '15:29', ...PROVENANCE },
  sessionHours: { derivatives: HOURS, underlyingShares: [] },
  holidays: [],
  specialSessions: [],
};

function holidaysFrom(date: string, count: number): CalendarTable {
  const holidays = Array.from({ length: count }, (_, ahead) => ({
    date: addDays(date, ahead),
    name: 'Closed',
    ...PROVENANCE,
  }));
  return { ...TABLE, holidays };
}

describe('a day is verified', () => {
  it.each([
    ['2026-01-02', false],
    ['2026-01-05', true],
    ['2026-12-18', true],
    ['2026-12-21', false],
  ])('on %s: %s, from the first day of the table through the last', (date, isVerified) => {
    expect(createCalendar(TABLE).day(date).isVerified).toBe(isVerified);
  });
});

describe('a special session', () => {
  const sessions = [{ from: '18:00', to: '19:00' }];
  const special: SpecialSession = {
    date: '2026-11-08',
    name: 'Muhurat',
    kind: 'muhurat',
    ...PROVENANCE,
  };
  const dayOf = (over: Partial<SpecialSession>, table: CalendarTable = TABLE) => {
    const row = { ...special, ...over };
    return createCalendar({ ...table, specialSessions: [row] }).day(row.date);
  };

  it('is verified where its hours are known and the table covers it', () => {
    expect(dayOf({ sessions }).isVerified).toBe(true);
    expect(dayOf({}).isVerified).toBe(false);
    expect(dayOf({ sessions, date: '2027-11-08' }).isVerified).toBe(false);
  });

  it('is named with the holiday on which it falls', () => {
    expect(dayOf({ sessions }).occasion).toBe('Muhurat');
    expect(dayOf({ sessions }, holidaysFrom('2026-11-08', 1)).occasion).toBe('Closed: Muhurat');
  });
});

it('the hours before the first row of the table are those of the first row', () => {
  const [session] = createCalendar(TABLE).day('2025-12-01').sessions;
  expect(session?.endMs).toBe(instantAt('2025-12-01', '15:30'));
});

describe('the next trading day', () => {
  it('is looked for over 29 closed days', () => {
    const calendar = createCalendar(holidaysFrom('2026-03-03', 29));
    expect(calendar.nextTradingDay('2026-03-02')).toBe('2026-04-01');
    expect(calendar.previousTradingDay('2026-04-01')).toBe('2026-03-02');
  });

  it('is not looked for over thirty: then the table is wrong', () => {
    const calendar = createCalendar(holidaysFrom('2026-03-03', 30));
    expect(() => calendar.nextTradingDay('2026-03-02')).toThrow(InvariantViolation);
    expect(() => calendar.previousTradingDay('2026-04-02')).toThrow(InvariantViolation);
  });
});
