import { describe, expect, it } from 'vitest';

import { parseSymbol } from '../model/market/contract.ts';
import { createListing, recordedStrikes } from './listing.ts';
import { type BarDay } from './minute-bar.ts';
import { shortCalendar, shortRules } from '../../test/support/short-tables.ts';

const DATE = '2026-11-20';
const SPOTS: Readonly<Record<string, number>> = { NIFTY: 2_501_200, SENSEX: 8_212_345 };
const listing = createListing({
  rules: shortRules,
  calendar: shortCalendar(),
  spotFor: (underlying, date) => (SPOTS[underlying] ?? NaN) + (date === DATE ? 0 : 40_000),
});
const nifty = listing.contracts('NIFTY', DATE);

describe('a listing', () => {
  it('has calls and puts of all strikes around the level, fewer for far expiries', () => {
    const near = nifty.filter(({ expiry, kind }) => expiry === '2026-11-24' && kind === 'option');
    const far = nifty.filter(({ expiry, kind }) => expiry === '2027-03-30' && kind === 'option');
    expect(near).toHaveLength(242);
    expect(far).toHaveLength(122);
    expect(near[0]?.strikePaise).toBe(2_500_000 - 60 * 5000);
    expect(near.at(-1)?.strikePaise).toBe(2_500_000 + 60 * 5000);
  });

  it('is ordered by expiry, strike and type, the future first', () => {
    const keys = nifty.map(({ expiry, strikePaise, optionType }) =>
      [expiry, String(strikePaise ?? 0).padStart(9, '0'), optionType ?? ''].join(' '),
    );
    expect(keys).toEqual(keys.toSorted());
  });

  it('has futures of the three nearest monthly expiries', () => {
    const futures = nifty.filter(({ kind }) => kind === 'future');
    expect(futures.map(({ symbol }) => symbol)).toEqual([
      'NIFTY261124F',
      'NIFTY261229F',
      'NIFTY270126F',
    ]);
    expect(futures[0]).toMatchObject({ strikePaise: null, optionType: null });
  });

  it('has futures with the tick of their index level, and options with their own', () => {
    const ticks = (underlying: string): readonly string[] => [
      ...new Set(
        listing
          .contracts(underlying, DATE)
          .map(({ kind, tickSizePaise }) => `${kind} ${String(tickSizePaise)}`),
      ),
    ];
    expect(ticks('NIFTY')).toEqual(['future 10', 'option 5']);
    expect(ticks('SENSEX')).toEqual(['future 20', 'option 5']);
  });

  it('names, sizes and bounds each contract by the rules', () => {
    expect(nifty.find(({ symbol }) => symbol === 'NIFTY261201C25000')).toEqual({
      instrumentId: 'NSE_112612010250001',
      symbol: 'NIFTY261201C25000',
      exchange: 'NSE',
      kind: 'option',
      underlying: 'NIFTY',
      expiry: '2026-12-01',
      strikePaise: 2_500_000,
      optionType: 'CE',
      lotSizeUnits: 65,
      tickSizePaise: 5,
      freezeUnits: 1800,
    });
    for (const contract of nifty) {
      expect(parseSymbol(contract.symbol)).toMatchObject({
        underlying: 'NIFTY',
        expiry: contract.expiry,
      });
      expect(contract.lotSizeUnits).toBe(contract.expiry >= '2027-03-01' ? 75 : 65);
    }
  });

  it('gives no two contracts of any underlying one symbol or one identifier', () => {
    const all = [...nifty, ...listing.contracts('SENSEX', DATE)];
    expect(new Set(all.map(({ symbol }) => symbol)).size).toBe(all.length);
    expect(new Set(all.map(({ instrumentId }) => instrumentId)).size).toBe(all.length);
  });

  it('keeps identifiers from day to day, and the objects of what did not change', () => {
    const today = new Map(nifty.map((contract) => [contract.symbol, contract]));
    const tomorrow = listing.contracts('NIFTY', '2026-11-23');
    const kept = tomorrow.filter(({ symbol }) => today.has(symbol));
    expect(kept.length).toBeGreaterThan(500);
    for (const contract of kept) expect(contract).toBe(today.get(contract.symbol));
    const december = listing.contracts('NIFTY', '2026-12-01');
    const [one] = december.filter(({ symbol }) => today.has(symbol));
    expect(one).toEqual({ ...today.get(one?.symbol ?? ''), freezeUnits: 1200 });
  });

  it('answers one date with one list, and a weekend with that of the next trading day', () => {
    expect(listing.contracts('NIFTY', DATE)).toBe(nifty);
    expect(listing.contracts('NIFTY', '2026-11-21')).toBe(listing.contracts('NIFTY', '2026-11-23'));
  });

  it('lists no expired contract', () => {
    for (const contract of listing.contracts('NIFTY', '2026-11-25')) {
      expect(contract.expiry >= '2026-12-01').toBe(true);
    }
  });

  it('has strikes with prices of their own, in their places and on their dates alone', () => {
    const bar = { startMs: 0, openPaise: 1, highPaise: 1, lowPaise: 1, closePaise: 1 };
    const day = (bars: number): BarDay => ({
      date: DATE,
      bars: Array.from({ length: bars }, () => bar),
      barsOutside: [],
    });
    const recorded = recordedStrikes(
      new Map([
        ['NIFTY261124C25025', [day(1)]],
        ['NIFTY261124P25025', [day(1)]],
        ['NIFTY261124P12000', [day(1)]],
        ['NIFTY261124C25050', [day(1)]],
        ['NIFTY261124C50000', [day(0)]],
        ['NIFTY261124C25010.5', [day(1)]],
        ['NIFTY261124F', [day(1)]],
        ['SENSEX261126C25030', [day(1)]],
      ]),
    );
    const laidOver = createListing({
      rules: shortRules,
      calendar: shortCalendar(),
      spotFor: (underlying) => SPOTS[underlying] ?? null,
      recordedOn: recorded,
    });
    const strikes = (date: string): readonly string[] =>
      laidOver
        .contracts('NIFTY', date)
        .filter(({ expiry, kind }) => expiry === '2026-11-24' && kind === 'option')
        .map(({ strikePaise, optionType }) => `${String(strikePaise)}${String(optionType)}`);
    const [first, second, third] = strikes(DATE);
    expect([first, second, third]).toEqual(['1200000CE', '1200000PE', '2200000CE']);
    const all = strikes(DATE);
    const at = all.indexOf('2502500CE');
    expect(all.slice(at - 1, at + 3)).toEqual(['2500000PE', '2502500CE', '2502500PE', '2505000CE']);
    expect(all).toHaveLength(242 + 4);
    expect(strikes('2026-11-23')).toHaveLength(242);
  });

  it('lists nothing for an unknown underlying or without a level', () => {
    expect(listing.contracts('GOLD', DATE)).toEqual([]);
    const blind = createListing({
      rules: shortRules,
      calendar: shortCalendar(),
      spotFor: () => null,
    });
    expect(blind.contracts('NIFTY', DATE)).toEqual([]);
  });
});
