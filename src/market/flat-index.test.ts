import { describe, expect, it } from 'vitest';

import { invariant } from '../base/invariant.ts';
import { type Contract } from '../model/market/contract.ts';
import { instantAt, type IstDate } from '../model/time/ist.ts';
import { createStepDay, type IndexPath, stepTimes } from './index-path.ts';
import { createListing } from './listing.ts';
import { createModelledMarket } from './modelled-market.ts';
import { shortCalendar, shortRules } from '../../test/support/short-tables.ts';

/** On an index that stands still, what is left in prices is time, interest and spread. */
const LEVEL_PAISE = 2_500_000;
const EXPIRY = '2026-11-24';
const calendar = shortCalendar();
const flat: IndexPath = {
  underlyings: ['NIFTY'],
  day: (_underlying, date) => {
    const { sessions } = calendar.day(date);
    const starts = sessions.flatMap(({ startMs, endMs }) =>
      Array.from({ length: (endMs - startMs) / 60_000 }, (_, minute) => startMs + minute * 60_000),
    );
    return createStepDay({
      date,
      referencePaise: LEVEL_PAISE,
      volatility: 0.12,
      times: stepTimes(starts),
      levelsPaise: new Int32Array(starts.length).fill(LEVEL_PAISE),
    });
  },
  referencePaise: () => LEVEL_PAISE,
  assumptions: [],
};
const listing = createListing({ rules: shortRules, calendar, spotFor: flat.referencePaise });
const market = createModelledMarket({ index: flat, calendar });

function contractOf(symbol: string): Contract {
  const contract = listing.contracts('NIFTY', '2026-11-19').find((one) => one.symbol === symbol);
  invariant(contract !== undefined, `No contract ${symbol}`);
  return contract;
}

function lastOf(symbol: string, date: IstDate, clock: string): number {
  return market.quote(contractOf(symbol), instantAt(date, clock))?.lastPaise ?? NaN;
}

function spreadOf(symbol: string, clock: string): number {
  const quote = market.quote(contractOf(symbol), instantAt(EXPIRY, clock));
  return (quote?.askPaise ?? NaN) - (quote?.bidPaise ?? NaN);
}

describe('on an index that stands still', () => {
  it('premiums fall through each session, and over the night', () => {
    const moments: [IstDate, string][] = [
      ['2026-11-19', '09:15'],
      ['2026-11-19', '12:00'],
      ['2026-11-19', '15:29'],
      ['2026-11-20', '09:15'],
      ['2026-11-20', '12:00'],
      ['2026-11-20', '15:29'],
      ['2026-11-23', '09:15'],
      [EXPIRY, '09:15'],
      [EXPIRY, '12:00'],
      [EXPIRY, '14:00'],
      [EXPIRY, '15:00'],
      [EXPIRY, '15:29'],
    ];
    const premiums = moments.map((moment) => lastOf('NIFTY261124C25000', ...moment));
    for (const [place, premium] of premiums.entries()) {
      expect(premium).toBeLessThan(premiums[place - 1] ?? Infinity);
    }
  });

  it('a weekend takes no more than a night', () => {
    const night =
      lastOf('NIFTY261229P25000', '2026-11-19', '15:29') -
      lastOf('NIFTY261229P25000', '2026-11-20', '09:15');
    const weekend =
      lastOf('NIFTY261229P25000', '2026-11-20', '15:29') -
      lastOf('NIFTY261229P25000', '2026-11-23', '09:15');
    // Interest runs over the weekend, which makes the put cheaper still.
    expect(weekend).toBeLessThan(night + 900);
  });

  it('the future carries interest, and parity is discounted by it', () => {
    const years = 67 / 365;
    const future = lastOf('NIFTY270126F', '2026-11-20', '12:00');
    expect(future).toBeCloseTo(LEVEL_PAISE * Math.exp(0.065 * years), -1);
    for (const strike of [23_500, 25_000, 26_500]) {
      const call = lastOf(`NIFTY270126C${String(strike)}`, '2026-11-20', '12:00');
      const put = lastOf(`NIFTY270126P${String(strike)}`, '2026-11-20', '12:00');
      const parity = (future - strike * 100) * Math.exp(-0.065 * years);
      expect(Math.abs(call - put - parity)).toBeLessThanOrEqual(10);
    }
  });

  it('spreads of what expires widen in the last half hour, those of other expiries do not', () => {
    expect(spreadOf('NIFTY261124C24500', '15:01')).toBeGreaterThan(
      1.3 * spreadOf('NIFTY261124C24500', '14:58'),
    );
    expect(spreadOf('NIFTY261201C24500', '15:01')).toBeLessThan(
      1.1 * spreadOf('NIFTY261201C24500', '14:58'),
    );
  });

  it('out-of-the-money puts have more volatility in them than calls as far away', () => {
    const put = lastOf('NIFTY261201P24500', '2026-11-20', '12:00');
    const call = lastOf('NIFTY261201C25550', '2026-11-20', '12:00');
    expect(put).toBeGreaterThan(call);
  });
});
