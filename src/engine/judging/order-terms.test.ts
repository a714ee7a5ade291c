import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aContract } from '../../../test/support/engine-rig.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type OrderTerms } from '../../model/orders/order.ts';
import { DEFAULT_ENGINE_LIMITS } from '../engine-limits.ts';
import {
  isSameTerms,
  marketableBand,
  marketablePricePaise,
  type MarketablePricing,
} from './order-terms.ts';

const quote: Quote = { symbol: 's', bidPaise: 9_990, askPaise: 10_010, lastPaise: 10_000, atMs: 0 };

function price(over: Partial<MarketablePricing> = {}): number | null {
  const base = { side: 'buy', contract: aContract(), bufferPercent: null, quote } as const;
  return marketablePricePaise({ ...base, fallbackPaise: null, ...over }, DEFAULT_ENGINE_LIMITS);
}

describe('marketablePricePaise', () => {
  it.each<[string, number | null, Partial<MarketablePricing>]>([
    ['the ask and 8 % in options', 10_810, {}],
    ['the bid less 8 %', 9_195, { side: 'sell' }],
    ['1 % in futures', 10_110, { contract: aContract({ kind: 'future' }) }],
    ['a buffer of its own', 10_010, { bufferPercent: 0 }],
    ['the last price without a touch', 10_800, { quote: { ...quote, askPaise: null } }],
    ['the fallback without a quote', 1_080, { quote: null, fallbackPaise: 1_000 }],
    ['nothing without either', null, { quote: null }],
    ['never less than a tick', 5, { side: 'sell', quote: { ...quote, bidPaise: 5 } }],
  ])('takes %s', (_, expected, over) => {
    expect(price(over)).toBe(expected);
  });

  it('is a multiple of the tick, inside the band, and through the touch', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(99), (ticks, bufferPercent) => {
        const touch = { ...quote, bidPaise: ticks * 5, askPaise: ticks * 5 };
        const buy = price({ quote: touch, bufferPercent }) ?? NaN;
        const sell = price({ quote: touch, bufferPercent, side: 'sell' }) ?? NaN;
        expect(buy % 5).toBe(0);
        expect(sell % 5).toBe(0);
        expect(buy).toBeGreaterThanOrEqual(ticks * 5);
        expect(sell).toBeLessThanOrEqual(ticks * 5);
        expect(buy * 100).toBeLessThanOrEqual(ticks * 5 * (100 + bufferPercent));
        expect(sell * 100).toBeGreaterThanOrEqual(ticks * 5 * (100 - bufferPercent));
      }),
    );
  });
});

describe('marketableBand', () => {
  it('has exactly the prices that come to that limit', () => {
    const ticks = fc.integer({ min: 1, max: 2_000 });
    const buffers = fc.constantFrom(0, 0.01, 0.5, 3, 8, 99.5, 100, 120);
    const sides = fc.constantFrom('buy', 'sell');
    fc.assert(
      fc.property(ticks, fc.tuple(buffers, sides), fc.nat(4_000), (limit, how, lastPaise) => {
        const [bufferPercent, side] = how;
        const touch = { bidPaise: lastPaise, askPaise: lastPaise, lastPaise };
        const own = price({ quote: { ...quote, ...touch }, bufferPercent, side });
        const of = { side, contract: aContract(), bufferPercent };
        for (const pricePaise of [limit * 5, own ?? 0, (own ?? 0) + 5]) {
          const band = marketableBand(of, pricePaise, DEFAULT_ENGINE_LIMITS);
          const isWithin =
            band !== null && band.fromPaise <= lastPaise && lastPaise <= band.toPaise;
          expect(isWithin).toBe(own === pricePaise);
        }
      }),
    );
  });

  it('is none of a limit that is no whole number of ticks', () => {
    const of = { side: 'buy', contract: aContract(), bufferPercent: null } as const;
    expect(marketableBand(of, 12, DEFAULT_ENGINE_LIMITS)).toBeNull();
  });
});

const TERMS: readonly OrderTerms[] = [
  { kind: 'market', referencePricePaise: 0 },
  { kind: 'market', referencePricePaise: 5 },
  { kind: 'limit', pricePaise: 5 },
  { kind: 'limit', pricePaise: 10 },
  { kind: 'stop', triggerPricePaise: 5, limitPricePaise: 5 },
  { kind: 'stop', triggerPricePaise: 5, limitPricePaise: 10 },
  { kind: 'stop', triggerPricePaise: 10, limitPricePaise: 10 },
];

describe('isSameTerms', () => {
  it('tells terms apart by kind and by every price', () => {
    for (const [row, left] of TERMS.entries()) {
      for (const [column, right] of TERMS.entries()) {
        expect(isSameTerms({ ...left }, right)).toBe(row === column);
      }
    }
  });
});
