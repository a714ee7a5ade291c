import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  sampleCalendar,
  sampleContract,
  sampleInstant,
  sampleListing,
  sampleOrder,
} from '../../test/support/sample-world.ts';
import { scriptedMarket } from '../../test/support/scripted-market.ts';
import { isTerminal } from '../model/orders/order-machine.ts';
import { type Order, type OrderTerms } from '../model/orders/order.ts';
import { type KnownStatus } from './book-entry.ts';
import { mayFollow } from './day-orders.ts';
import { Exchange } from './exchange.ts';

type Action =
  | { kind: 'place'; side: 'buy' | 'sell'; lots: number; terms: OrderTerms }
  | { kind: 'modify'; nth: number; terms: OrderTerms }
  | { kind: 'cancel'; nth: number };

const START = sampleInstant('15:30');
const { symbol } = sampleContract('CE');

const paise = fc.integer({ min: 1_990, max: 2_010 }).map((ticks) => ticks * 5);
const terms: fc.Arbitrary<OrderTerms> = fc.oneof(
  paise.map((pricePaise) => ({ kind: 'limit', pricePaise }) as const),
  fc.tuple(paise, paise).map(([triggerPricePaise, limitPricePaise]) => {
    return { kind: 'stop', triggerPricePaise, limitPricePaise } as const;
  }),
  fc.constantFrom(0, 10_000).map((referencePricePaise) => {
    return { kind: 'market', referencePricePaise } as const;
  }),
);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 0, max: 30 }),
    terms,
  }),
  fc.record({ kind: fc.constant('modify' as const), nth: fc.nat(20), terms }),
  fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(20) }),
);
const world = fc.record({
  seed: fc.string(),
  prices: fc.array(fc.integer({ min: 1_985, max: 2_015 }), { minLength: 5, maxLength: 40 }),
  steps: fc.array(fc.record({ afterMs: fc.nat(40_000), action }), { maxLength: 40 }),
});

function exchangeOf(seed: string, prices: readonly number[]): Exchange {
  return new Exchange({
    market: scriptedMarket(
      prices.map((ticks, index) => ({
        atMs: START + index * 20_000,
        symbol,
        price: [ticks * 5 - 5, ticks * 5 + 5, ticks * 5],
      })),
    ),
    listing: sampleListing,
    calendar: sampleCalendar,
    seed,
    rules: { depthLotsMin: 1, depthLotsMax: 9, cancelRefusedPercent: 20 },
  });
}

function act(exchange: Exchange, what: Action, atMs: number): void {
  if (what.kind === 'place') {
    const { side, lots, terms: asked } = what;
    const element = sampleOrder({ side, quantityUnits: lots * 65, terms: asked });
    exchange.place(element, 'broker', atMs);
    return;
  }
  const orderId = exchange.orders()[what.nth]?.orderId ?? 'none';
  if (what.kind === 'modify') exchange.modify(orderId, what.terms, atMs);
  else exchange.cancel(orderId, atMs);
}

/** Plays the steps and calls `check` with the orders before and after each. */
function play(
  {
    seed,
    prices,
    steps,
  }: { seed: string; prices: number[]; steps: { afterMs: number; action: Action }[] },
  check: (before: ReadonlyMap<string, Order>, after: readonly Order[]) => void,
): Exchange {
  const exchange = exchangeOf(seed, prices);
  let atMs = START;
  const observe = (change: () => void): void => {
    const before = new Map(exchange.orders().map((order) => [order.orderId, order]));
    change();
    check(before, exchange.orders());
  };
  for (const { afterMs, action: what } of steps) {
    atMs += afterMs;
    observe(() => {
      exchange.advanceTo(atMs);
    });
    observe(() => {
      act(exchange, what, atMs);
    });
  }
  observe(() => {
    exchange.advanceTo(sampleInstant('16:00'));
  });
  return exchange;
}

test('orders keep to their life, whatever is asked and however prices move', () => {
  fc.assert(
    fc.property(world, (one) => {
      play(one, (before, after) => {
        expect(after.length).toBeGreaterThanOrEqual(before.size);
        for (const order of after) {
          expect(order.filledUnits).toBeLessThanOrEqual(Math.max(0, order.quantityUnits));
          expect(order.filledUnits % 65).toBe(0);
          expect(order.status === 'completed').toBe(
            order.filledUnits === order.quantityUnits && order.filledUnits > 0,
          );
          const was = before.get(order.orderId);
          if (was === undefined || was === order) continue;
          expect(isTerminal(was.status)).toBe(false);
          expect(order.filledUnits).toBeGreaterThanOrEqual(was.filledUnits);
          expect(order.filledValuePaise).toBeGreaterThanOrEqual(was.filledValuePaise);
          expect(order.updatedAtMs).toBeGreaterThanOrEqual(was.updatedAtMs);
        }
      });
    }),
    { numRuns: 200 },
  );
});

test('no status follows another but by the table', () => {
  fc.assert(
    fc.property(world, (one) => {
      const seen = new Map<string, KnownStatus>();
      const violations: string[] = [];
      const exchange = exchangeOf(one.seed, one.prices);
      let atMs = START;
      const look = (): void => {
        for (const { orderId, status } of exchange.orders()) {
          const was = seen.get(orderId);
          const is = status as KnownStatus;
          if (was !== undefined && was !== is && !isReachable(was, is)) {
            violations.push(`${was} was followed by ${is}`);
          }
          seen.set(orderId, is);
        }
      };
      for (const { afterMs, action: what } of one.steps) {
        atMs += afterMs;
        for (;;) {
          const nextMs = exchange.nextEventMs();
          if (nextMs === null || nextMs > atMs) break;
          exchange.advanceTo(nextMs);
          look();
        }
        act(exchange, what, atMs);
        look();
      }
      expect(violations).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

/** At one instant an order may pass through `open` on its way. */
function isReachable(from: KnownStatus, to: KnownStatus): boolean {
  return mayFollow(from, to) || (mayFollow(from, 'open') && mayFollow('open', to));
}

test('a fill is never beyond the limit that held, and the fills of an order add up to it', () => {
  fc.assert(
    fc.property(world, (one) => {
      const withoutModify = one.steps.filter((step) => step.action.kind !== 'modify');
      const exchange = play({ ...one, steps: withoutModify }, () => undefined);
      for (const order of exchange.orders()) {
        const fills = exchange.fills().filter(({ orderId }) => orderId === order.orderId);
        const units = fills.reduce((sum, fill) => sum + fill.units, 0);
        const valuePaise = fills.reduce((sum, fill) => sum + fill.units * fill.pricePaise, 0);
        expect([units, valuePaise]).toEqual([order.filledUnits, order.filledValuePaise]);
        const { terms: asked, side } = order;
        if (asked.kind === 'market') continue;
        const limitPaise = asked.kind === 'limit' ? asked.pricePaise : asked.limitPricePaise;
        for (const { pricePaise } of fills) {
          expect(side === 'buy' ? pricePaise <= limitPaise : pricePaise >= limitPaise).toBe(true);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('looking ahead misses no price at which an order would have moved', () => {
  fc.assert(
    fc.property(world, (one) => {
      const ahead = exchangeOf(one.seed, one.prices);
      const step = exchangeOf(one.seed, one.prices);
      let atMs = START;
      for (const { afterMs, action: what } of [...one.steps, { afterMs: 900_000, action: null }]) {
        const untilMs = atMs + afterMs;
        for (; atMs < untilMs; atMs = nextPriceMs(atMs, untilMs)) step.pricesChanged(atMs);
        ahead.advanceTo(atMs);
        step.pricesChanged(atMs);
        if (what === null) continue;
        act(ahead, what, atMs);
        act(step, what, atMs);
      }
      expect(ahead.orders()).toEqual(step.orders());
      expect(ahead.fills()).toEqual(step.fills());
    }),
    { numRuns: 150 },
  );
});

function nextPriceMs(atMs: number, untilMs: number): number {
  return Math.min(untilMs, START + (Math.floor((atMs - START) / 20_000) + 1) * 20_000);
}

test('nothing moves before the next event', () => {
  fc.assert(
    fc.property(world, (one) => {
      const exchange = exchangeOf(one.seed, one.prices);
      let atMs = START;
      for (const { afterMs, action: what } of one.steps) {
        atMs += afterMs;
        const { version } = exchange;
        const nextMs = exchange.nextEventMs() ?? Infinity;
        exchange.advanceTo(Math.min(atMs, nextMs - 1));
        expect(exchange.version).toBe(version);
        act(exchange, what, atMs);
      }
    }),
    { numRuns: 100 },
  );
});

test('after the day nothing works any more', () => {
  fc.assert(
    fc.property(world, (one) => {
      const exchange = play(one, () => undefined);
      expect(exchange.orders().every(({ status }) => isTerminal(status))).toBe(true);
      expect(exchange.nextEventMs()).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test('the same seed and calls give the same orders and fills', () => {
  fc.assert(
    fc.property(world, (one) => {
      const [left, right] = [play(one, () => undefined), play(one, () => undefined)];
      expect(JSON.stringify([right.orders(), right.fills()])).toBe(
        JSON.stringify([left.orders(), left.fills()]),
      );
    }),
    { numRuns: 60 },
  );
});

test('how often one looks does not change what happens', () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 500, max: 30_000 }), (one, lookEveryMs) => {
      const placements = one.steps.filter((step) => step.action.kind === 'place');
      const rarely = exchangeOf(one.seed, one.prices);
      const often = exchangeOf(one.seed, one.prices);
      let atMs = START;
      for (const { afterMs, action: what } of placements) {
        for (let lookMs = atMs; lookMs < atMs + afterMs; lookMs += lookEveryMs) {
          often.advanceTo(lookMs);
        }
        atMs += afterMs;
        act(rarely, what, atMs);
        act(often, what, atMs);
      }
      for (const exchange of [rarely, often]) exchange.advanceTo(sampleInstant('16:00'));
      expect(often.orders()).toEqual(rarely.orders());
    }),
    { numRuns: 60 },
  );
});
