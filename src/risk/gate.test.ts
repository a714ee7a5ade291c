import { describe, expect, it } from 'vitest';

import { aContract, aDay, aLeg, at, DATE } from '../../test/support/engine-rig.ts';
import { type LegOrder, type TermsRequest } from '../model/orders/command.ts';
import { ACTIVE, type Lock } from '../model/orders/halt-and-lock.ts';
import { type ApprovalFacts, approveOrder, approveTerms } from './approve-order.ts';
import { type AccountFacts } from './check-account.ts';
import { checkOrder, checkTerms } from './check-order.ts';
import { describeRefusal } from './refusal.ts';
import { DEFAULT_RISK_LIMITS as limits } from './risk-limits.ts';

function ruleOf(over: Partial<LegOrder>): string | null {
  return checkOrder(aLeg(over), { date: DATE, limits })?.rule ?? null;
}

function termsRule(terms: TermsRequest, side: 'buy' | 'sell' = 'buy'): string | null {
  return checkTerms(terms, { side, contract: aContract(), limits })?.rule ?? null;
}

function anAccount(over: Partial<AccountFacts> = {}): AccountFacts {
  return {
    halt: ACTIVE,
    locks: [],
    vetoes: [],
    lotsOfRun: 1,
    lotsOfAccount: 1,
    premiums: [],
    workingEntries: 1,
    unknownOrders: 0,
    ...over,
  };
}

function facts(over: Partial<ApprovalFacts> = {}): ApprovalFacts {
  return {
    nowMs: at('10:00'),
    mode: 'live',
    day: aDay(),
    limits,
    ordersAgeMs: 0,
    ordersTrouble: '',
    quotesTrouble: '',
    quoteAgeMs: 0,
    priceAgeMs: 0,
    lastPaise: 100,
    held: { netUnits: 0, coveredUnits: 0 },
    account: anAccount(),
    ...over,
  };
}

const ENTRY = { ...aLeg(), terms: { kind: 'limit', pricePaise: 100 } } as const;
const EXIT = { ...ENTRY, role: 'exit', side: 'buy' } as const;

describe('an order in itself', () => {
  it.each<[string | null, Partial<LegOrder>]>([
    [null, {}],
    ['leg-name', { leg: '' }],
    ['leg-name', { leg: 'CE' }],
    ['leg-name', { leg: 'a'.repeat(21) }],
    ['expired', { contract: aContract({ expiry: '2026-11-19' }) }],
    [null, { contract: aContract({ expiry: DATE }) }],
    ['quantity', { quantityUnits: 0 }],
    ['quantity', { quantityUnits: -75 }],
    ['quantity', { quantityUnits: NaN }],
    ['quantity', { quantityUnits: 75.5 }],
    ['lot', { quantityUnits: 76 }],
  ])('is judged as %s: %j', (rule, over) => {
    expect(ruleOf(over)).toBe(rule);
  });

  it.each<[string | null, TermsRequest]>([
    [null, { kind: 'marketable', bufferPercent: 0 }],
    ['price', { kind: 'marketable', bufferPercent: 100 }],
    ['price', { kind: 'marketable', bufferPercent: NaN }],
    ['market-order', { kind: 'market', referencePricePaise: 0 }],
    [null, { kind: 'limit', pricePaise: 5 }],
    ['price', { kind: 'limit', pricePaise: 0 }],
    ['price', { kind: 'limit', pricePaise: Infinity }],
    ['tick', { kind: 'limit', pricePaise: 6 }],
    [null, { kind: 'stop', triggerPricePaise: 100, limitPricePaise: 100 }],
    ['tick', { kind: 'stop', triggerPricePaise: 101, limitPricePaise: 105 }],
    ['price', { kind: 'stop', triggerPricePaise: 100, limitPricePaise: 95 }],
  ])('has terms judged as %s: %j', (rule, terms) => {
    expect(termsRule(terms)).toBe(rule);
  });

  it('may be a market order where that is allowed', () => {
    const market = { kind: 'market', referencePricePaise: 0 } as const;
    const about = { side: 'buy', contract: aContract() } as const;
    expect(
      checkTerms(market, { ...about, limits: { ...limits, areMarketOrdersAllowed: true } }),
    ).toBeNull();
  });

  it('has a selling stop below its trigger', () => {
    const stop = { kind: 'stop', triggerPricePaise: 100 } as const;
    expect(termsRule({ ...stop, limitPricePaise: 95 }, 'sell')).toBeNull();
    expect(termsRule({ ...stop, limitPricePaise: 105 }, 'sell')).toBe('price');
  });
});

describe('an order about to leave', () => {
  it.each<[string, Partial<ApprovalFacts>]>([
    ['stale-orders', { ordersAgeMs: null }],
    ['stale-orders', { ordersAgeMs: limits.ordersAgeMsMax + 1 }],
    ['no-quote', { quoteAgeMs: null }],
    ['stale-quote', { quoteAgeMs: limits.quoteAgeMsMax + 1 }],
    ['stale-quote', { priceAgeMs: limits.priceAgeMsMax + 1 }],
    ['unverified-day', { day: aDay({ isVerified: false }) }],
    ['entries-ended', { nowMs: at('15:39') }],
  ])('is stopped by %s as an entry, and not as an exit', (rule, over) => {
    const entry = approveOrder(ENTRY, facts(over));
    expect(entry).toMatchObject({ ok: false, error: { rule } });
    const exit = approveOrder(EXIT, facts({ ...over, held: { netUnits: -75, coveredUnits: 0 } }));
    expect(exit.ok).toBe(true);
  });

  it.each<[Partial<ApprovalFacts>, string, string]>([
    [{ quoteAgeMs: 7_000, priceAgeMs: 9_000 }, '7000 ms', '5000 ms'],
    [{ quoteAgeMs: 0, priceAgeMs: 70_000 }, '70000 ms', '60000 ms'],
  ])('names the age that is too high: %j', (over, found, allowed) => {
    const entry = approveOrder(ENTRY, facts(over));
    expect(entry).toMatchObject({ error: { rule: 'stale-quote', found, allowed } });
  });

  it('passes on the limits themselves', () => {
    const { ordersAgeMsMax, quoteAgeMsMax, priceAgeMsMax } = limits;
    const edge = {
      ordersAgeMs: ordersAgeMsMax,
      quoteAgeMs: quoteAgeMsMax,
      priceAgeMs: priceAgeMsMax,
    };
    expect(approveOrder(ENTRY, facts(edge)).ok).toBe(true);
  });

  it('is stopped outside the session, entry or exit', () => {
    const held = { netUnits: -75, coveredUnits: 0 };
    for (const order of [ENTRY, EXIT]) {
      const verdict = approveOrder(order, facts({ nowMs: at('15:40'), held }));
      expect(verdict).toMatchObject({ ok: false, error: { rule: 'outside-session' } });
    }
  });

  it.each<[string | null, number, number]>([
    [null, -75, 0],
    [null, -150, 75],
    ['exceeds-position', -75, 75],
    ['exceeds-position', -75, 150],
    ['not-held', 0, 0],
    ['not-held', 75, 0],
  ])('as an exit is judged %s with %i held and %i covered', (rule, netUnits, coveredUnits) => {
    const verdict = approveOrder(EXIT, facts({ held: { netUnits, coveredUnits } }));
    expect(verdict.ok ? null : verdict.error.rule).toBe(rule);
  });

  it.each([
    [null, 105],
    ['lot', 30],
    ['lot', 155],
  ])('as an exit of an odd lot is judged %s: %i of the 105 units that are free', (rule, units) => {
    const held = { netUnits: -130, coveredUnits: 25 };
    const verdict = approveOrder({ ...EXIT, quantityUnits: units }, facts({ held }));
    expect(verdict.ok ? null : verdict.error.rule).toBe(rule);
  });
});

describe('a refusal', () => {
  it('says what, what was found and what is allowed', () => {
    const refusal = checkOrder(aLeg({ quantityUnits: 80 }), { date: DATE, limits });
    expect(refusal === null ? '' : describeRefusal(refusal)).toBe(
      'Quantity of NIFTY261124C24500: found 80 units, allowed multiples of the lot, 75 units',
    );
  });
});

describe('other terms for an order that works', () => {
  const halted = { state: 'reducing', sinceMs: 0, reason: 'bad day', by: 'operator' } as const;
  const locked: Lock = {
    runId: null,
    protection: 'day-loss',
    reason: 'too much',
    sinceMs: 0,
    untilMs: null,
  };

  it.each<[string, Partial<AccountFacts>]>([
    ['halted', { halt: halted }],
    ['locked', { locks: [locked] }],
  ])('are stopped as %s for an entry, and not for an exit', (rule, over) => {
    const { nowMs, day, mode, lastPaise, account } = facts({ account: anAccount(over) });
    const about = { nowMs, day, mode, limits, lastPaise, ...account };
    expect(approveTerms(ENTRY, about)).toMatchObject({ ok: false, error: { rule } });
    expect(approveTerms(EXIT, about).ok).toBe(true);
  });

  it('wait for the session, for an entry', () => {
    const { day, mode, lastPaise, account } = facts();
    const about = { nowMs: at('15:40'), day, mode, limits, lastPaise, ...account };
    const rule = 'outside-session';
    expect(approveTerms(ENTRY, about)).toMatchObject({ ok: false, error: { rule } });
  });
});
