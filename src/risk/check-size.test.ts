import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aContract, aLeg } from '../../test/support/engine-rig.ts';
import { type OrderTerms, type Side } from '../model/orders/order.ts';
import { checkDistance, checkRepetition, checkSize, limitOf } from './check-size.ts';
import { DEFAULT_RISK_LIMITS, type RiskLimits } from './risk-limits.ts';

const CONTRACT = aContract();
const STOP = { kind: 'stop', triggerPricePaise: 10_000, limitPricePaise: 15_000 } as const;

function limits(over: Partial<RiskLimits> = {}): RiskLimits {
  return { ...DEFAULT_RISK_LIMITS, priceDistancePercentMax: 40, ...over };
}

function distance(side: Side, terms: OrderTerms, lastPaise: number | null): string {
  const about = { lastPaise, limits: limits() };
  const refusal = checkDistance({ side, contract: CONTRACT }, terms, about);
  return refusal === null ? '' : `${refusal.rule}: ${refusal.allowed}`;
}

describe('how far an entry may go past the last price', () => {
  it('is a share of it either way, or twenty ticks where that is more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        (side, lastPaise, pricePaise) => {
          const worse = side === 'buy' ? pricePaise - lastPaise : lastPaise - pricePaise;
          const isAllowed = worse * 100 <= lastPaise * 40 || worse <= 20 * CONTRACT.tickSizePaise;
          expect(distance(side, { kind: 'limit', pricePaise }, lastPaise) === '').toBe(isAllowed);
        },
      ),
    );
  });

  it.each([
    ['buy', 200],
    ['sell', 200],
  ] as const)('is twenty ticks for a cheap %s, to the tick', (side, lastPaise) => {
    const beyond = (ticks: number): OrderTerms => {
      const paise = ticks * CONTRACT.tickSizePaise * (side === 'buy' ? 1 : -1);
      return { kind: 'limit', pricePaise: lastPaise + paise };
    };
    expect(distance(side, beyond(20), lastPaise)).toBe('');
    expect(distance(side, beyond(21), lastPaise)).toContain('price-distance');
  });

  it('rounds the edge that it names to the paisa', () => {
    const beyond = { kind: 'limit', pricePaise: 20_000 } as const;
    expect(distance('buy', beyond, 10_004)).toContain('at most ₹140.06');
  });

  it('says where the edge is', () => {
    const at = (pricePaise: number): OrderTerms => ({ kind: 'limit', pricePaise });
    expect(distance('buy', at(14_001), 10_000)).toBe(
      'price-distance: at most ₹140.00, from ₹100.00',
    );
    expect(distance('sell', at(5_999), 10_000)).toBe(
      'price-distance: at least ₹60.00, from ₹100.00',
    );
  });

  it('is measured from the trigger of a stop, however far that is from the market', () => {
    expect(distance('buy', { ...STOP, limitPricePaise: 14_000 }, 100)).toBe('');
    expect(distance('buy', STOP, 15_000)).toContain('price-distance');
  });

  it.each([null, 0, -5, NaN])('is not known with a last price of %s', (lastPaise) => {
    expect(distance('buy', { kind: 'limit', pricePaise: 100 }, lastPaise)).toContain('no-quote');
  });

  it('is not asked of what has no limit, nor where there is no rule', () => {
    expect(distance('buy', { kind: 'market', referencePricePaise: 0 }, null)).toBe('');
    const about = { lastPaise: 1, limits: limits({ priceDistancePercentMax: null }) };
    const terms = { kind: 'limit', pricePaise: 99_999 } as const;
    expect(checkDistance({ side: 'buy', contract: CONTRACT }, terms, about)).toBeNull();
  });
});

describe('how large an entry may be', () => {
  const ruleOf = (lots: number, pricePaise: number | null, over: Partial<RiskLimits>): unknown =>
    checkSize(aLeg({ quantityUnits: 75 * lots }), pricePaise, limits(over))?.rule ?? null;

  it.each([
    [10, null, null],
    [11, null, 'order-lots'],
    [NaN, null, 'order-lots'],
  ])('is up to the most lots: %d', (lots, pricePaise, rule) => {
    expect(ruleOf(lots, pricePaise, { orderLotsMax: 10 })).toBe(rule);
  });

  it.each([
    [100, null],
    [101, 'order-value'],
    [NaN, 'order-value'],
  ])('is up to the most that it may be worth: %d paise a unit', (pricePaise, rule) => {
    expect(ruleOf(1, pricePaise, { orderValuePaiseMax: 7_500 })).toBe(rule);
  });

  it('has no worth without a price', () => {
    expect(ruleOf(1, null, { orderValuePaiseMax: 1 })).toBeNull();
  });
});

it('the limit of an order is that of its terms', () => {
  expect(limitOf(STOP)).toBe(15_000);
  expect(limitOf({ kind: 'limit', pricePaise: 7 })).toBe(7);
  expect(limitOf({ kind: 'market', referencePricePaise: 7 })).toBeNull();
});

it.each<readonly [string | null, number, number | null, Partial<RiskLimits>]>([
  [null, 2, null, {}],
  ['leg-entries', 3, null, {}],
  ['leg-entries', 3, 0, {}],
  [null, 3, null, { legEntriesMax: null }],
  ['duplicate', 0, 0, {}],
  ['duplicate', 0, 999, {}],
  [null, 0, 1_000, {}],
  [null, 0, 0, { duplicateWithinMs: 0 }],
])('is judged %s: %d entries into the leg, the same %s ms ago, with %j', (rule, ...about) => {
  const [legEntries, sameAgeMs, over] = about;
  const limits = { ...DEFAULT_RISK_LIMITS, legEntriesMax: 3, duplicateWithinMs: 1_000, ...over };
  expect(checkRepetition(aLeg(), { legEntries, sameAgeMs }, limits)?.rule ?? null).toBe(rule);
});
