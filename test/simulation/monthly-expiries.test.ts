import { describe, expect, test } from 'vitest';

import { createListing } from '../../src/market/listing.ts';
import { createContractRules } from '../../src/model/market/contract-rules.ts';
import { createCalendar } from '../../src/model/time/calendar.ts';
import { addDays, type IstDate } from '../../src/model/time/ist.ts';
import { loadMarketTables } from '../../src/settings/market/market-tables.ts';
import { createOptionLadder, resolveExpiry } from '../../src/streams/option-ladder.ts';

const tables = loadMarketTables();
const calendar = createCalendar(tables.calendar);
const rules = createContractRules(tables, calendar);
const listing = createListing({
  rules,
  calendar,
  spotFor: (underlying) => 100 * rules.strikeStepPaise(underlying),
  strikesEachSide: 0,
  strikesEachSideFar: 0,
});

/** Trading days, both dates included. */
function tradingDays(from: IstDate, to: IstDate): readonly IstDate[] {
  const days: IstDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (calendar.day(date).isTradingDay) days.push(date);
  }
  return days;
}

function chosen(underlying: string, date: IstDate, rule: 'monthly' | 'next-monthly') {
  const contracts = listing.contracts(underlying, date);
  return resolveExpiry(createOptionLadder(underlying, contracts, date), rule);
}

describe('the monthly expiry', () => {
  // In each of these a weekly expiry comes after the monthly one of the same month.
  test.each([
    ['BANKNIFTY', '2024-01-02', '2024-01-25'],
    ['BANKNIFTY', '2024-03-28', '2024-04-24'],
    ['SENSEX', '2024-09-30', '2024-10-25'],
    ['NIFTY', '2025-03-28', '2025-04-24'],
  ])('of %s is from %s on that of %s', (underlying, from, monthly) => {
    const days = tradingDays(from, monthly);
    expect(days.length).toBeGreaterThan(15);
    const found = new Set(days.map((date) => chosen(underlying, date, 'monthly')));
    expect([...found]).toEqual([monthly]);
  });

  test.each(rules.underlyings)('of %s is the nearest of the tables in every year', (underlying) => {
    const wrong: string[] = [];
    // An index without contracts has none to choose.
    let date = tables.expiries.underlyings[underlying]?.monthly[0]?.from ?? '';
    // What can be chosen changes when an expiry is over, and at no other time.
    while (date <= tables.expiries.verifiedThrough) {
      const expiries = rules.expiries(underlying, date);
      const wanted = expiries.filter((expiry) => rules.isMonthlyExpiry(underlying, expiry));
      const found = [chosen(underlying, date, 'monthly'), chosen(underlying, date, 'next-monthly')];
      if (found[0] !== wanted[0] || found[1] !== wanted[1]) {
        wrong.push(`on ${date}: ${found.join(', ')}`);
      }
      date = addDays(expiries[0] ?? date, 1);
    }
    expect(wrong).toEqual([]);
  });
});
