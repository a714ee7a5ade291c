import { describe, expect, it } from 'vitest';

import { aCalendar, aDay } from '../../../test/support/engine-rig.ts';
import { InvariantViolation } from '../../base/invariant.ts';
import { createContractRules } from '../../model/market/contract-rules.ts';
import { type MarketTables } from '../../model/market/market-tables.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { loadMarketTables } from './market-tables.ts';

const PROVENANCE = { source: 'the test', confidence: 'G' } as const;
/** Expires on Thursdays. */
const WEEKDAY = { from: '2020-01-01', weekday: 4, ...PROVENANCE };
const FROM = '2026-02-01';
const TABLES: MarketTables = {
  ...loadMarketTables(),
  expiries: {
    verifiedThrough: '2030-12-31',
    underlyings: {
      NIFTY: {
        exchange: 'NSE',
        listed: { weeklies: 99, monthlies: 99 },
        weekly: [WEEKDAY],
        monthly: [WEEKDAY],
      },
    },
  },
  lots: {
    verifiedThrough: '2030-12-31',
    lots: {
      NIFTY: [
        { fromExpiry: FROM, units: 75, ...PROVENANCE },
        { fromExpiry: '2026-06-01', units: 65, ...PROVENANCE },
      ],
    },
  },
  freeze: {
    verifiedThrough: '2030-12-31',
    freeze: [
      { from: FROM, units: { NIFTY: 1800 }, ...PROVENANCE },
      { from: '2026-06-01', units: { NIFTY: 1755 }, ...PROVENANCE },
    ],
  },
  strikes: {
    verifiedThrough: '2030-12-31',
    strikes: {},
    futureTicks: [
      { from: FROM, fromLevelPaise: 0, tickPaise: 5, ...PROVENANCE },
      { from: '2026-06-01', fromLevelPaise: 0, tickPaise: 10, ...PROVENANCE },
    ],
  },
};

/** Open through `last` and from `next` on. */
function closedBetween(last: string, next: string): Calendar {
  const day = (date: string) => aDay({ date, isTradingDay: date <= last || date >= next });
  return { ...aCalendar(), day };
}

it('expiries are looked for in twelve months and sixty weeks, monthly ones in place of weekly', () => {
  const expiries = createContractRules(TABLES, aCalendar()).expiries('NIFTY', '2026-01-05');
  const isMonthly = (expiry: string) => expiry.startsWith('2026') && isLastThursday(expiry);
  expect(expiries.filter(isMonthly)).toHaveLength(12);
  expect(expiries).toHaveLength(60);
  expect(expiries[0]).toBe('2026-01-08');
  expect(expiries.at(-1)).toBe('2027-02-25');
});

function isLastThursday(expiry: string): boolean {
  const month = Number(expiry.slice(5, 7));
  const lastDay = new Date(Date.UTC(Number(expiry.slice(0, 4)), month, 0)).getUTCDate();
  return Number(expiry.slice(8)) + 7 > lastDay;
}

describe('an expiry on closed days', () => {
  it('moves to the last day before that is open', () => {
    const rules = createContractRules(TABLES, closedBetween('2026-02-25', '2026-03-27'));
    expect(rules.isMonthlyExpiry('NIFTY', '2026-02-25')).toBe(true);
    expect(rules.isMonthlyExpiry('NIFTY', '2026-02-26')).toBe(false);
  });

  it('is looked for over 29 of them, not over thirty: then the calendar is wrong', () => {
    const over = (last: string) => () =>
      createContractRules(TABLES, closedBetween(last, '2026-03-28')).isMonthlyExpiry(
        'NIFTY',
        '2026-03-26',
      );
    expect(over('2026-02-25')()).toBe(false);
    expect(over('2026-02-24')).toThrow(InvariantViolation);
  });
});

it('before the first row of a table its first row holds', () => {
  const rules = createContractRules(TABLES, aCalendar());
  expect(rules.lotSizeUnits('NIFTY', '2026-01-08', '2026-01-05')).toBe(75);
  expect(rules.freezeUnits('NIFTY', '2026-01-05')).toBe(1800);
  expect(rules.futureTickPaise(2_400_000, '2026-01-05')).toBe(5);
});

describe('contracts of a rule that begins later', () => {
  const LAUNCH = '2026-02-16';
  const launched: MarketTables = {
    ...TABLES,
    expiries: {
      verifiedThrough: '2030-12-31',
      underlyings: {
        NIFTY: {
          exchange: 'NSE',
          listed: { weeklies: 2, monthlies: 1 },
          weekly: [{ ...WEEKDAY, from: LAUNCH, on: LAUNCH }],
          monthly: [WEEKDAY],
        },
        BANKNIFTY: {
          exchange: 'NSE',
          listed: { weeklies: 2, monthlies: 1 },
          weekly: [],
          monthly: [{ ...WEEKDAY, from: LAUNCH, on: LAUNCH }],
        },
      },
    },
  };
  const rules = createContractRules(launched, aCalendar());

  it('are listed from that day on, not before', () => {
    expect(rules.expiries('NIFTY', '2026-02-13')).toEqual(['2026-02-26']);
    expect(rules.expiries('NIFTY', LAUNCH)).toEqual(['2026-02-19', '2026-02-26', '2026-03-05']);
    expect(rules.expiries('BANKNIFTY', '2026-02-13')).toEqual([]);
    expect(rules.expiries('BANKNIFTY', LAUNCH)).toEqual(['2026-02-26']);
  });

  it('are monthly ones whenever that is asked', () => {
    expect(rules.isMonthlyExpiry('BANKNIFTY', '2026-02-26')).toBe(true);
    expect(rules.isMonthlyExpiry('BANKNIFTY', '2026-01-29')).toBe(false);
  });
});
