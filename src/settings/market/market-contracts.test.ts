import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { InvariantViolation } from '../../base/invariant.ts';
import { createContractRules } from '../../model/market/contract-rules.ts';
import { createCalendar } from '../../model/time/calendar.ts';
import { addDays, weekday } from '../../model/time/ist.ts';
import { loadMarketTables } from './market-tables.ts';

const tables = loadMarketTables();
const calendar = createCalendar(tables.calendar);
const rules = createContractRules(tables, calendar);

function firstExpiry(underlying: string, date: string): string | undefined {
  return rules.expiries(underlying, date)[0];
}

function monthlies(underlying: string, year: number): string {
  const found = new Set<string>();
  for (let month = 1; month <= 12; month += 1) {
    const date = `${String(year)}-${String(month).padStart(2, '0')}-01`;
    for (const expiry of rules.expiries(underlying, date)) {
      if (rules.isMonthlyExpiry(underlying, expiry)) found.add(expiry);
    }
  }
  const ofYear = [...found].sort().filter((expiry) => expiry.startsWith(String(year)));
  return ofYear.map((expiry) => expiry.slice(5)).join(' ');
}

describe('an expiry on a holiday moves to the trading day before', () => {
  test.each([
    ['NIFTY', '2020-04-02', '2020-04-01'],
    // Diwali's Thursday of 2021 had its evening hour.
    ['NIFTY', '2021-11-04', '2021-11-03'],
    ['NIFTY', '2023-01-26', '2023-01-25'],
    ['NIFTY', '2023-06-29', '2023-06-28'],
    ['FINNIFTY', '2023-08-15', '2023-08-14'],
    ['MIDCPNIFTY', '2023-10-02', '2023-09-29'],
    // Saturdays: an ordinary session, and one from the disaster recovery site, which was added when expiries were settled.
    ['MIDCPNIFTY', '2024-01-22', '2024-01-20'],
    ['BANKEX', '2024-01-22', '2024-01-20'],
    ['MIDCPNIFTY', '2024-05-20', '2024-05-17'],
    ['BANKEX', '2024-05-20', '2024-05-17'],
    ['NIFTY', '2025-10-21', '2025-10-20'],
    ['NIFTY', '2026-03-03', '2026-03-02'],
    ['NIFTY', '2026-03-31', '2026-03-30'],
    ['NIFTY', '2026-04-14', '2026-04-13'],
    ['NIFTY', '2026-10-20', '2026-10-19'],
    ['NIFTY', '2026-11-10', '2026-11-09'],
    ['NIFTY', '2026-11-24', '2026-11-23'],
    ['SENSEX', '2025-10-02', '2025-10-01'],
    ['SENSEX', '2025-12-25', '2025-12-24'],
    ['SENSEX', '2026-01-15', '2026-01-14'],
    ['SENSEX', '2026-03-26', '2026-03-25'],
    ['SENSEX', '2026-05-28', '2026-05-27'],
  ])('%s %s -> %s', (underlying, nominal, shifted) => {
    expect(firstExpiry(underlying, addDays(shifted, -2))).toBe(shifted);
    expect(firstExpiry(underlying, shifted)).toBe(shifted);
    expect(firstExpiry(underlying, addDays(shifted, 1))).not.toBe(nominal);
  });
});

describe('every change of rule', () => {
  test.each([
    // Weekly options of NIFTY began on 2019-02-11.
    ['NIFTY', '2019-02-08', '2019-02-28'],
    ['NIFTY', '2019-02-11', '2019-02-14'],
    ['BANKNIFTY', '2019-01-01', '2019-01-03'],
    // The last Thursday and the first Wednesday; monthly contracts stayed on Thursdays until February 2024.
    ['BANKNIFTY', '2023-09-01', '2023-09-06'],
    ['BANKNIFTY', '2023-09-21', '2023-09-28'],
    ['BANKNIFTY', '2024-02-26', '2024-02-29'],
    ['BANKNIFTY', '2024-03-21', '2024-03-27'],
    ['FINNIFTY', '2021-01-11', '2021-01-14'],
    ['FINNIFTY', '2021-10-14', '2021-10-14'],
    ['FINNIFTY', '2021-10-15', '2021-10-19'],
    ['FINNIFTY', '2021-10-20', '2021-10-26'],
    ['MIDCPNIFTY', '2022-01-24', '2022-01-25'],
    ['MIDCPNIFTY', '2023-04-24', '2023-04-25'],
    ['MIDCPNIFTY', '2023-04-26', '2023-05-03'],
    ['MIDCPNIFTY', '2023-08-16', '2023-08-16'],
    ['MIDCPNIFTY', '2023-08-17', '2023-08-21'],
    ['SENSEX', '2023-05-15', '2023-05-19'],
    ['SENSEX', '2024-12-30', '2025-01-03'],
    ['SENSEX', '2025-01-04', '2025-01-07'],
    ['BANKEX', '2023-10-12', '2023-10-13'],
    ['BANKEX', '2023-10-14', '2023-10-16'],
    ['BANKEX', '2023-10-24', '2023-10-30'],
    ['NIFTYNXT50', '2024-04-24', '2024-04-26'],
  ])('first expiry of %s on %s is %s', (underlying, date, expiry) => {
    expect(firstExpiry(underlying, date)).toBe(expiry);
  });

  test.each([
    ['FINNIFTY', '2021-01-08'],
    ['MIDCPNIFTY', '2022-01-21'],
    ['SENSEX', '2023-05-12'],
    ['BANKEX', '2023-05-12'],
    ['NIFTYNXT50', '2024-04-23'],
  ])('%s has no contract on %s, before its first', (underlying, date) => {
    expect(rules.expiries(underlying, date)).toEqual([]);
  });
});

test.each([
  ['NIFTY', '01-27 02-24 03-30 04-28 05-26 06-30 07-28 08-25 09-29 10-27 11-23 12-29'],
  ['BANKNIFTY', '01-27 02-24 03-30 04-28 05-26 06-30 07-28 08-25 09-29 10-27 11-23 12-29'],
  ['SENSEX', '01-29 02-26 03-25 04-30 05-27 06-25 07-30 08-27 09-24 10-29 11-26 12-31'],
  ['BANKEX', '01-29 02-26 03-25 04-30 05-27 06-25 07-30 08-27 09-24 10-29 11-26 12-31'],
])('monthly expiries of %s in 2026', (underlying, expected) => {
  expect(monthlies(underlying, 2026)).toBe(expected);
});

test.each([
  ['NIFTY', '2024-06-03', '2024-06-06'],
  ['NIFTY', '2025-08-27', '2025-08-28'],
  ['NIFTY', '2025-08-29', '2025-09-02'],
  ['SENSEX', '2025-08-22', '2025-08-26'],
  ['SENSEX', '2025-08-27', '2025-09-04'],
  ['BANKNIFTY', '2024-06-03', '2024-06-05'],
])('weekly expiry of %s after %s is %s', (underlying, date, expiry) => {
  expect(firstExpiry(underlying, date)).toBe(expiry);
});

test('since November 2024 only NIFTY and SENSEX have weekly expiries', () => {
  for (const underlying of rules.underlyings) {
    const expiries = rules.expiries(underlying, '2026-06-01');
    const weeklies = expiries.filter((expiry) => !rules.isMonthlyExpiry(underlying, expiry));
    expect(weeklies).toHaveLength(underlying === 'NIFTY' || underlying === 'SENSEX' ? 4 : 0);
    expect(expiries.length - weeklies.length).toBe(3);
  }
  expect(firstExpiry('BANKNIFTY', '2024-11-12')).toBe('2024-11-13');
  expect(firstExpiry('BANKNIFTY', '2024-11-14')).toBe('2024-11-27');
});

test.each([
  ['2024-01-02', 21_700, 5],
  ['2025-04-11', 51_000, 5],
  ['2025-04-15', 14_999, 5],
  ['2025-04-15', 15_000, 10],
  ['2026-11-20', 29_999, 10],
  ['2026-11-20', 30_000, 20],
])('on %s futures of an index at %d have a tick of %d paise', (date, points, paise) => {
  expect(rules.futureTickPaise(points * 100, date)).toBe(paise);
});

test('strike steps, ticks and exchanges', () => {
  const found = rules.underlyings.map((underlying) => [
    underlying,
    rules.exchange(underlying),
    rules.strikeStepPaise(underlying),
    rules.tickSizePaise(underlying),
  ]);
  expect(found).toEqual([
    ['NIFTY', 'NSE', 50_00, 5],
    ['BANKNIFTY', 'NSE', 100_00, 5],
    ['FINNIFTY', 'NSE', 50_00, 5],
    ['MIDCPNIFTY', 'NSE', 25_00, 5],
    ['NIFTYNXT50', 'NSE', 100_00, 5],
    ['SENSEX', 'BSE', 100_00, 5],
    ['BANKEX', 'BSE', 100_00, 5],
  ]);
});

test('an underlying that no table knows is a broken call, not a default', () => {
  expect(() => rules.expiries('NIFTEE', '2026-06-01')).toThrow(InvariantViolation);
  expect(() => rules.freezeUnits('NIFTEE', '2026-06-01')).toThrow(InvariantViolation);
  expect(() => rules.lotSizeUnits('toString', '2026-06-01', '2026-06-01')).toThrow(
    InvariantViolation,
  );
});

/** First date on which an underlying has contracts. */
const LAUNCHES: Readonly<Record<string, string>> = {
  NIFTY: '2019-01-01',
  BANKNIFTY: '2019-01-01',
  FINNIFTY: '2021-01-11',
  MIDCPNIFTY: '2022-01-24',
  NIFTYNXT50: '2024-04-24',
  SENSEX: '2023-05-15',
  BANKEX: '2023-05-15',
};

test('listed expiries ascend without repeats, are ordinary trading days, and are not past', () => {
  const token = tables.calendar.specialSessions.filter(({ kind }) => kind === 'muhurat');
  fc.assert(
    fc.property(
      fc.constantFrom(...rules.underlyings),
      fc.integer({ min: 0, max: 3100 }),
      (underlying, days) => {
        const date = addDays('2019-01-01', days);
        fc.pre(date >= (LAUNCHES[underlying] ?? ''));
        const expiries = rules.expiries(underlying, date);
        expect(expiries.length).toBeGreaterThan(0);
        expect([...new Set(expiries)].sort()).toEqual(expiries);
        expect((expiries[0] ?? '') >= date).toBe(true);
        for (const expiry of expiries) {
          expect(calendar.day(expiry).isTradingDay).toBe(true);
          expect(token.some((special) => special.date === expiry)).toBe(false);
          expect(weekday(expiry)).toBeGreaterThan(0);
          expect(rules.lotSizeUnits(underlying, expiry, date)).toBeGreaterThan(0);
        }
        expect(expiries.filter((expiry) => rules.isMonthlyExpiry(underlying, expiry)).length).toBe(
          3,
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('an expiry stays listed until its day has passed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2900 }), (days) => {
      const date = addDays('2019-01-01', days);
      const today = rules.expiries('NIFTY', date);
      const tomorrow = rules.expiries('NIFTY', addDays(date, 1));
      const gone = today.filter((expiry) => !tomorrow.includes(expiry));
      expect(gone.every((expiry) => expiry === date)).toBe(true);
    }),
  );
});
