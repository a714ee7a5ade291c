import { describe, expect, it } from 'vitest';

import { aContract, aDay, aLeg, at } from '../../test/support/engine-rig.ts';
import { type LegOrder } from '../model/orders/command.ts';
import { ACTIVE } from '../model/orders/halt-and-lock.ts';
import {
  approveOrder,
  approveTerms,
  type PricedOrder,
  type ScreenFacts,
  screenOrder,
  type TermsFacts,
} from './approve-order.ts';
import { type AccountFacts } from './check-account.ts';
import { DEFAULT_RISK_LIMITS, type RiskLimits } from './risk-limits.ts';

const ACCOUNT: AccountFacts = {
  halt: ACTIVE,
  locks: [],
  vetoes: [],
  lotsOfRun: 1,
  lotsOfAccount: 1,
  premiums: [],
  workingEntries: 1,
  unknownOrders: 0,
};
const HALTED: AccountFacts = { ...ACCOUNT, halt: { ...ACTIVE, state: 'reducing' } };
const NONE_HELD = { netUnits: 0, coveredUnits: 0 };
const AT_LIMIT: PricedOrder = { ...aLeg(), terms: { kind: 'limit', pricePaise: 1_000 } };

function limits(over: Partial<RiskLimits>): RiskLimits {
  return { ...DEFAULT_RISK_LIMITS, ...over };
}

function screened(order: Partial<LegOrder>, over: Partial<ScreenFacts> = {}): string | null {
  const facts: ScreenFacts = {
    nowMs: at('10:00'),
    mode: 'live',
    day: aDay(),
    limits: DEFAULT_RISK_LIMITS,
    held: NONE_HELD,
    account: ACCOUNT,
    repetition: { legEntries: 0, sameAgeMs: null },
    ordersOfRun: 0,
    ordersToday: 0,
    slices: 1,
    pricePaise: 1_000,
    listedLotUnits: 75,
    ...over,
  };
  return screenOrder(aLeg(order), facts)?.rule ?? null;
}

function withTerms(order: Partial<PricedOrder>, over: Partial<TermsFacts> = {}): string | null {
  const { halt, locks, vetoes } = ACCOUNT;
  const about = { nowMs: at('10:00'), mode: 'live', day: aDay(), lastPaise: 1_000 } as const;
  const facts: TermsFacts = { ...about, limits: DEFAULT_RISK_LIMITS, halt, locks, vetoes, ...over };
  const verdict = approveTerms({ ...AT_LIMIT, ...order }, facts);
  return verdict.ok ? null : verdict.error.rule;
}

describe('an entry that a strategy asks for', () => {
  it.each<[string | null, Partial<ScreenFacts>]>([
    [null, {}],
    ['outside-session', { nowMs: at('15:40') }],
    ['halted', { account: HALTED }],
    ['lot', { listedLotUnits: 65 }],
    ['not-listed', { listedLotUnits: undefined }],
    [null, { listedLotUnits: null }],
    ['order-value', { pricePaise: 1_001, limits: limits({ orderValuePaiseMax: 75_000 }) }],
    [null, { pricePaise: 1_000, limits: limits({ orderValuePaiseMax: 75_000 }) }],
    ['leg-entries', { repetition: { legEntries: 10, sameAgeMs: null } }],
    ['duplicate', { repetition: { legEntries: 0, sameAgeMs: 0 } }],
  ])('is judged %s: %j', (rule, over) => {
    expect(screened({}, over)).toBe(rule);
  });

  it('is judged in itself first', () => {
    expect(screened({ quantityUnits: 76 }, { nowMs: at('15:40') })).toBe('lot');
  });

  it.each<readonly [string | null, number, number]>([
    [null, 8, 0],
    ['orders-per-run', 9, 0],
    [null, 0, 18],
    ['orders-per-day', 0, 19],
  ])(
    'is judged %s as two slices after %i orders of the run and %i of the day',
    (rule, ...asked) => {
      const [ordersOfRun, ordersToday] = asked;
      const caps = limits({ ordersPerRunMax: 10, ordersPerDayMax: 20 });
      expect(screened({}, { ordersOfRun, ordersToday, slices: 2, limits: caps })).toBe(rule);
    },
  );

  it.each<[string, Partial<ScreenFacts>]>([
    ['the halt', { account: HALTED }],
    ['an equal entry just before', { repetition: { legEntries: 0, sameAgeMs: 0 } }],
  ])('passes %s as a hedge alone', (_, over) => {
    expect(screened({}, { ...over, isHedge: true })).toBeNull();
    expect(screened({}, { ...over, isHedge: false })).not.toBeNull();
    expect(screened({}, over)).not.toBeNull();
  });

  it('does not pass the count of entries into its leg as a hedge', () => {
    const repetition = { legEntries: 10, sameAgeMs: null };
    expect(screened({}, { isHedge: true, repetition })).toBe('leg-entries');
  });
});

describe('an exit that a strategy asks for', () => {
  const held = { netUnits: -75, coveredUnits: 0 };

  it('is held against the position, not against the rules of entries', () => {
    const full = { account: HALTED, ordersOfRun: 9_999, listedLotUnits: undefined, held };
    expect(screened({ role: 'exit', side: 'buy' }, full)).toBeNull();
    expect(screened({ role: 'exit', side: 'buy' })).toBe('not-held');
    expect(screened({ role: 'exit', side: 'buy', quantityUnits: 150 }, { held })).toBe(
      'exceeds-position',
    );
  });
});

describe('an entry about to leave', () => {
  const facts = {
    nowMs: at('10:00'),
    mode: 'live',
    day: aDay(),
    ordersAgeMs: 0,
    ordersTrouble: '',
    quotesTrouble: '',
    quoteAgeMs: 0,
    priceAgeMs: 0,
    lastPaise: 1_000,
    held: NONE_HELD,
    limits: limits({ orderValuePaiseMax: 75_000 }),
  } as const;

  it('is worth what its limit says, not what the market last paid', () => {
    const dear = { ...AT_LIMIT, terms: { kind: 'limit', pricePaise: 1_005 } } as const;
    const approved = approveOrder(AT_LIMIT, { ...facts, lastPaise: 1_005, account: ACCOUNT });
    expect(approved.ok).toBe(true);
    expect(approveOrder(dear, { ...facts, account: ACCOUNT })).toMatchObject({
      error: { rule: 'order-value' },
    });
  });

  it.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])('while the account is halted leaves as a hedge (%s): %s', (isHedge, leaves) => {
    const about = { ...facts, account: HALTED, ...(isHedge === undefined ? {} : { isHedge }) };
    expect(approveOrder(AT_LIMIT, about).ok).toBe(leaves);
  });
});

describe('other terms', () => {
  const { halt } = HALTED;

  it.each<[string | null, Partial<PricedOrder>, Partial<TermsFacts>]>([
    [null, {}, {}],
    ['tick', { terms: { kind: 'limit', pricePaise: 1_001 } }, {}],
    ['order-lots', {}, { limits: limits({ orderLotsMax: 0 }) }],
    ['price-distance', { terms: { kind: 'limit', pricePaise: 595 } }, {}],
    ['halted', {}, { halt }],
    ['halted', {}, { halt, isHedge: false }],
    [null, {}, { halt, isHedge: true }],
  ])('are judged %s for an entry: %j with %j', (rule, order, over) => {
    expect(withTerms(order, over)).toBe(rule);
  });

  it('of an exit need a price on the tick', () => {
    const terms = { kind: 'limit', pricePaise: 1_001 } as const;
    expect(withTerms({ role: 'exit', terms })).toBe('tick');
  });
});

it('the rules of a lot speak of the contract as it is listed today', () => {
  const contract = aContract({ lotSizeUnits: 25 });
  expect(screened({ contract })).toBe('lot');
  expect(screened({ contract }, { listedLotUnits: 25 })).toBeNull();
});
