import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { invariant } from '../base/invariant.ts';
import { type Contract } from '../model/market/contract.ts';
import { instantAt } from '../model/time/ist.ts';
import { createListing } from './listing.ts';
import { createModelledMarket, type ModelledMarket } from './modelled-market.ts';
import { PRICING_MODEL } from './option-pricing/pricing-model.ts';
import { createGeneratedIndex } from './price-generator/generated-index.ts';
import { createRecordedIndex } from './recorded-index.ts';
import { shortCalendar, shortRules } from '../../test/support/short-tables.ts';

const EXPIRY = '2026-11-24';
const SPLIT = '2026-11-21';
const calendar = shortCalendar({
  [SPLIT]: [
    ['09:15', '10:00'],
    ['11:30', '12:30'],
  ],
});
const index = createGeneratedIndex({ seed: 11, calendar, stepMs: 5000 });
const listing = createListing({ rules: shortRules, calendar, spotFor: index.referencePaise });
const contracts = listing.contracts('NIFTY', '2026-11-20');
const OPEN_MS = instantAt('2026-11-20', '09:15');

function marketOf(pricing = {}): ModelledMarket {
  return createModelledMarket({ index, calendar, pricing });
}

/** Instants inside sessions, from the 20th to the expiry on the 24th. */
const instants = fc
  .tuple(
    fc.constantFrom('2026-11-20', '2026-11-23', EXPIRY),
    fc.integer({ min: 0, max: 375 * 60_000 - 1 }),
  )
  .map(([date, sinceOpenMs]) => instantAt(date, '09:15') + sinceOpenMs);

const anyContract = fc.constantFrom(...contracts);
const market = marketOf();

/** Last price; NaN, which fits no expectation, where there is none. */
function lastAt(contract: Contract | undefined, atMs: number, on = market): number {
  return (contract && on.quote(contract, atMs)?.lastPaise) ?? NaN;
}

/** Best prices; nobody's bid is worth 0. */
function touch(contract: Contract, atMs: number): { readonly bid: number; readonly ask: number } {
  const quote = market.quote(contract, atMs);
  return { bid: quote?.bidPaise ?? 0, ask: quote?.askPaise ?? NaN };
}

function levelAt(atMs: number): number {
  return market.index('NIFTY', atMs)?.lastPaise ?? NaN;
}

/** The contract nearest to the money whose symbol begins so. */
function contractOf(prefix: string): Contract {
  const named = contracts.filter(({ symbol }) => symbol.startsWith(prefix));
  const found = named[Math.floor(named.length / 2)];
  invariant(found !== undefined, `No contract ${prefix}`);
  return found;
}

function triples<Item>(items: readonly Item[]): (readonly [Item, Item, Item])[] {
  return items.flatMap((middle, place) => {
    const [before, after] = [items[place - 1], items[place + 1]];
    return before === undefined || after === undefined ? [] : [[before, middle, after] as const];
  });
}

function pairs(expiry: string): { readonly ce: Contract; readonly pe: Contract }[] {
  const options = contracts.filter((one) => one.expiry === expiry && one.kind === 'option');
  return options
    .filter(({ optionType }) => optionType === 'CE')
    .flatMap((ce) => {
      const pe = options.find(
        ({ strikePaise, optionType }) => strikePaise === ce.strikePaise && optionType === 'PE',
      );
      return pe === undefined ? [] : [{ ce, pe }];
    });
}

describe('every quote', () => {
  it('has bid, last and ask in this order, on ticks, above 0', () => {
    fc.assert(
      fc.property(anyContract, instants, (contract, atMs) => {
        const quote = market.quote(contract, atMs);
        const { bidPaise, lastPaise, askPaise } = quote ?? { lastPaise: NaN };
        expect(askPaise).toBeGreaterThanOrEqual(lastPaise);
        expect(bidPaise ?? 0).toBeLessThanOrEqual(lastPaise);
        expect(bidPaise ?? 0).toBeLessThan(askPaise ?? NaN);
        for (const paise of [bidPaise ?? 5, lastPaise, askPaise]) {
          expect(paise).toBeGreaterThanOrEqual(5);
          expect((paise ?? NaN) % contract.tickSizePaise).toBe(0);
        }
        expect(quote?.atMs).toBeLessThanOrEqual(atMs);
      }),
      { numRuns: 500 },
    );
  });

  it('depends on nothing but contract and time', () => {
    const asked = fc.array(fc.tuple(anyContract, instants), { maxLength: 30 });
    fc.assert(
      fc.property(asked, (questions) => {
        const fresh = marketOf();
        const backwards = questions
          .toReversed()
          .map(([contract, atMs]) => fresh.quote(contract, atMs))
          .toReversed();
        expect(questions.map(([contract, atMs]) => market.quote(contract, atMs))).toEqual(
          backwards,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('holds until the next change of the index', () => {
    fc.assert(
      fc.property(anyContract, instants, (contract, atMs) => {
        const nextMs = market.nextChangeMs('NIFTY', atMs) ?? atMs + 1;
        expect(nextMs).toBeGreaterThan(atMs);
        expect(market.quote(contract, nextMs - 1)).toEqual(market.quote(contract, atMs));
      }),
    );
  });
});

describe('option premiums', () => {
  it('obey put-call parity within their spreads', () => {
    for (const date of ['2026-11-20', '2026-11-23', EXPIRY]) {
      const atMs = instantAt(date, '12:00');
      const forward = lastAt(contracts[0], atMs);
      for (const { ce, pe } of pairs(EXPIRY)) {
        const parity = forward - (ce.strikePaise ?? NaN);
        // Discounting takes at most 0.1 % of the difference within a week.
        const slack = 15 + Math.abs(parity) * 0.001;
        const call = touch(ce, atMs);
        const put = touch(pe, atMs);
        expect(call.bid - put.ask).toBeLessThanOrEqual(parity + slack);
        expect(call.ask - put.bid).toBeGreaterThanOrEqual(parity - slack);
      }
    }
  });

  it('fall with the strike for calls, rise for puts, and bend upward', () => {
    fc.assert(
      fc.property(fc.constantFrom(EXPIRY, '2026-12-08', '2027-03-30'), instants, (expiry, atMs) => {
        const chain = pairs(expiry).map(({ ce, pe }) => ({
          call: lastAt(ce, atMs),
          put: lastAt(pe, atMs),
        }));
        for (const [below, at, above] of triples(chain)) {
          expect(at.call).toBeLessThanOrEqual(below.call);
          expect(at.put).toBeGreaterThanOrEqual(below.put);
          // Rounding to ticks can take a little from a butterfly.
          expect(below.call + above.call - 2 * at.call).toBeGreaterThanOrEqual(-15);
          expect(below.put + above.put - 2 * at.put).toBeGreaterThanOrEqual(-15);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('decay to the intrinsic value', () => {
    const atMs = instantAt(EXPIRY, '15:29:58');
    for (const { ce, pe } of pairs(EXPIRY)) {
      const inTheMoney = levelAt(atMs) - (ce.strikePaise ?? NaN);
      expect(Math.abs(lastAt(ce, atMs) - Math.max(5, inTheMoney))).toBeLessThanOrEqual(400);
      expect(Math.abs(lastAt(pe, atMs) - Math.max(5, -inTheMoney))).toBeLessThanOrEqual(400);
    }
  });

  it('are worth more with more time', () => {
    const straddles = [EXPIRY, '2026-12-01', '2026-12-29'].map((expiry) => {
      const middle = pairs(expiry)[60];
      return lastAt(middle?.ce, OPEN_MS) + lastAt(middle?.pe, OPEN_MS);
    });
    expect(straddles[1]).toBeGreaterThan(straddles[0] ?? NaN);
    expect(straddles[2]).toBeGreaterThan(straddles[1] ?? NaN);
  });

  it('rise when the index falls below its reference by more than the delta says', () => {
    const flat = marketOf({ spotElasticity: 0 });
    const ce = pairs('2026-12-01')[60]?.ce;
    for (const date of ['2026-11-20', '2026-11-23', EXPIRY]) {
      const atMs = instantAt(date, '13:00');
      const fall = (index.referencePaise('NIFTY', date) ?? NaN) - levelAt(atMs);
      expect(Math.sign(lastAt(ce, atMs) - lastAt(ce, atMs, flat))).toBe(Math.sign(fall));
    }
  });
});

describe('there is no price', () => {
  const option = contractOf('NIFTY261124C');

  it.each([
    ['before the open', '2026-11-20', '09:14:59', false],
    ['at the open', '2026-11-20', '09:15', true],
    ['in the last second', '2026-11-20', '15:29:59', true],
    ['at the close', '2026-11-20', '15:30', false],
    ['in the pause of a split day', SPLIT, '10:00', false],
    ['in the second session of a split day', SPLIT, '11:30', true],
    ['on a Sunday', '2026-11-22', '12:00', false],
    ['on the day of expiry', EXPIRY, '15:29:59', true],
    ['after the expiry', '2026-11-25', '12:00', false],
  ])('%s (%s %s): %s', (...[, date, clock, isPriced]) => {
    for (const contract of contracts.filter(({ expiry }) => expiry === EXPIRY)) {
      expect(market.quote(contract, instantAt(date, clock)) !== null).toBe(isPriced);
    }
  });

  it('of an unknown underlying or a kind that is not modelled', () => {
    const atMs = OPEN_MS + 1000;
    expect(market.quote({ ...option, underlying: 'GOLD' }, atMs)).toBeNull();
    expect(market.quote({ ...option, kind: 'other' }, atMs)).toBeNull();
    expect(market.quote({ ...option, strikePaise: null }, atMs)).toBeNull();
    expect(market.index('GOLD', atMs)).toBeNull();
    expect(market.nextChangeMs('GOLD', atMs)).toBeNull();
  });

  it('in minutes without a bar', () => {
    const bars = ['09:15', '09:17'].map((clock) => ({
      startMs: instantAt('2026-11-20', clock),
      openPaise: 2_500_000,
      highPaise: 2_500_000,
      lowPaise: 2_500_000,
      closePaise: 2_500_000,
    }));
    const days = { NIFTY: [{ date: '2026-11-20', bars, barsOutside: [] }] };
    const recorded = createModelledMarket({
      index: createRecordedIndex({ days, calendar }),
      calendar,
    });
    expect(recorded.quote(option, OPEN_MS)).not.toBeNull();
    expect(recorded.quote(option, OPEN_MS + 60_000)).toBeNull();
    expect(recorded.index('NIFTY', OPEN_MS + 60_000)).toBeNull();
    expect(recorded.quote(option, OPEN_MS + 120_000)).not.toBeNull();
  });
});

it('keeps the price of what expires at 15:30 while the session goes on', () => {
  const long = shortCalendar({ [EXPIRY]: [['09:15', '15:40']] });
  const path = createGeneratedIndex({ seed: 3, calendar: long });
  const late = createModelledMarket({ index: path, calendar: long });
  const strikes = createListing({
    rules: shortRules,
    calendar: long,
    spotFor: path.referencePaise,
  });
  const open = instantAt(EXPIRY, '15:29:59');
  const close = instantAt(EXPIRY, '15:39:59');
  expect(late.index('NIFTY', close)).not.toEqual(late.index('NIFTY', open));
  const listed = strikes.contracts('NIFTY', EXPIRY);
  for (const contract of listed) expect(late.quote(contract, close)).not.toBeNull();
  for (const contract of listed.filter(({ expiry }) => expiry === EXPIRY)) {
    expect(late.quote(contract, close)).toEqual(late.quote(contract, open));
  }
});

describe('spreads', () => {
  const ce = contractOf('NIFTY261124C');
  const spreadShare = (atMs: number): number => {
    const { bid, ask } = touch(ce, atMs);
    return (ask - bid) / lastAt(ce, atMs);
  };

  it('are wider just after the open', () => {
    expect(spreadShare(OPEN_MS)).toBeGreaterThan(1.3 * spreadShare(OPEN_MS + 180_000));
  });
});

it('says what it assumes, with its numbers', () => {
  const text = marketOf({ rate: 0.071 }).assumptions.join('\n');
  expect(text).toContain('7.1 %');
  expect(text).toContain('its overnight step can be foreseen in the evening');
  expect(text).toContain('seed "11"');
  expect(text).toContain(`${String(PRICING_MODEL.premiumOverExpected)} times`);
});

it('prices no whole day for a Muhurat evening', () => {
  const evening = shortCalendar({ '2026-11-22': [['18:00', '19:00']] }, ['2026-11-22']);
  const withEvening = createModelledMarket({ index, calendar: evening });
  const without = createModelledMarket({ index, calendar: shortCalendar() });
  const call = contractOf('NIFTY261124C');
  const atMs = instantAt('2026-11-20', '15:00');
  const dearer = lastAt(call, atMs, withEvening) / lastAt(call, atMs, without);
  expect(dearer).toBeGreaterThan(1);
  expect(dearer).toBeLessThan(1.05);
});
