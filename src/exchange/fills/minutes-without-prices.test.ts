import { describe, expect, test } from 'vitest';

import { sampleContract, sampleInstant } from '../../../test/support/sample-world.ts';
import { istClock } from '../../model/time/ist.ts';
import { type ExchangeRules } from '../exchange-rules.ts';
import {
  exchangeWith,
  limit,
  orderOf,
  PESSIMISTIC,
  place,
  price,
  stop,
} from '../../../test/support/exchange-fixture.ts';

const TOUCH: Partial<ExchangeRules> = { slippage: { at: 'touch-in-bar', ticks: 0 } };
const GAP = sampleInstant('09:21:20');

/** A minute at 100; two without a price, through which that holds; then one from 110, to 108 and 112. */
const MINUTES = [
  price('09:20:00', [9_990, 10_010, 10_000]),
  price('09:23:00', [10_990, 11_010, 11_000]),
  price('09:23:15', [10_790, 10_810, 10_800]),
  price('09:23:35', [11_190, 11_210, 11_200]),
  price('09:24:00', [11_190, 11_210, 11_200]),
];

function exchangeAt(at: string, rules: Partial<ExchangeRules> = PESSIMISTIC) {
  const exchange = exchangeWith(MINUTES, rules);
  return { exchange, until: () => (exchange.advanceTo(sampleInstant(at)), exchange) };
}

describe('an order in a minute in which its contract has no price', () => {
  test('does not fill at the price that is held from before, and fills in the next that has one', () => {
    const { exchange, until } = exchangeAt('09:23:30');
    const id = place(exchange, { terms: limit(12_000) }, GAP);
    exchange.advanceTo(sampleInstant('09:22:59'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
    expect(until().fills()).toMatchObject([
      {
        atMs: sampleInstant('09:23'),
        pricePaise: 11_210,
        bestPaise: 10_810,
        worstPaise: 11_210,
        assumption: 'worse-side-of-bar',
        quote: { atMs: sampleInstant('09:23') },
      },
    ]);
  });

  test.each([
    ['its limit, where the next minute goes beyond it', 11_020, [['09:23:00', 11_020]]],
    ['nothing, where the next minute opens beyond it', 10_010, []],
  ])('fills at %s', (_at, limitPaise, fills) => {
    const { exchange, until } = exchangeAt('09:25');
    place(exchange, { terms: limit(limitPaise) }, GAP);
    const told = until()
      .fills()
      .map(({ atMs, pricePaise }) => [istClock(atMs), pricePaise]);
    expect(told).toEqual(fills);
  });

  test('can be cancelled, and moved to a limit that is met there no more than the first', () => {
    const { exchange } = exchangeAt('');
    const cancelled = place(exchange, { terms: limit(12_000) }, GAP);
    const moved = place(exchange, { terms: limit(9_000) }, GAP + 1_000);
    exchange.cancel(cancelled, GAP + 5_000);
    exchange.modify(moved, limit(12_000), GAP + 5_000);
    exchange.advanceTo(sampleInstant('09:22:59'));
    expect(orderOf(exchange, cancelled).status).toBe('cancelled');
    expect(exchange.fills()).toEqual([]);
    exchange.advanceTo(sampleInstant('09:23'));
    expect(exchange.fills()).toMatchObject([{ orderId: moved, pricePaise: 11_210 }]);
  });

  test('is not filled for having stood before, although the held price is beyond its limit', () => {
    const exchange = exchangeWith(
      [
        price('09:20:00', [9_990, 10_010]),
        price('09:20:59', [9_790, 9_810]),
        price('09:23:00', [9_890, 9_910]),
        price('09:24:00', [9_790, 9_810]),
      ],
      PESSIMISTIC,
    );
    place(exchange, { terms: limit(9_850) }, sampleInstant('09:20:30'));
    exchange.advanceTo(sampleInstant('09:23:59'));
    expect(exchange.fills()).toEqual([]);
    exchange.advanceTo(sampleInstant('09:24'));
    expect(exchange.fills()).toMatchObject([{ pricePaise: 9_850, assumption: 'traded-through' }]);
  });

  test('is not triggered by the held price, and counts as jumped when the next price is beyond its trigger', () => {
    const { exchange, until } = exchangeAt('09:23:30');
    place(exchange, { terms: stop(10_500, 12_000) }, GAP);
    expect(until().fills()).toMatchObject([
      { atMs: sampleInstant('09:23'), pricePaise: 11_210, assumption: 'stop-gapped' },
    ]);
  });

  test('that was filled in part before waits with the rest of it', () => {
    const { exchange, until } = exchangeAt('09:23', {
      ...PESSIMISTIC,
      depthLotsMin: 1,
      depthLotsMax: 1,
    });
    place(exchange, { quantityUnits: 2 * 65, terms: limit(12_000) }, sampleInstant('09:20:05'));
    const told = until()
      .fills()
      .map(({ atMs, units, pricePaise }) => [istClock(atMs), units, pricePaise]);
    expect(told).toEqual([
      ['09:20:05', 65, 10_010],
      ['09:23:00', 65, 11_210],
    ]);
  });
});

describe('orders that wait for a price', () => {
  test('are told once each, with when they began to', () => {
    const { exchange, until } = exchangeAt('09:25');
    const id = place(exchange, { terms: limit(12_000) }, GAP);
    exchange.modify(id, limit(12_100), GAP + 1_000);
    // It waits for its trigger, with a price or without.
    place(exchange, { terms: stop(10_500, 12_000) }, GAP + 2_000);
    place(exchange, { terms: limit(12_000) }, sampleInstant('09:24:10'));
    expect(until().unserved()).toEqual([{ orderId: id, atMs: GAP + 100, why: 'no-price' }]);
  });

  test('are not those that rested before: they miss nothing, though another contract trades then', () => {
    const { instrumentId, symbol } = sampleContract('PE');
    const atMs = sampleInstant('09:21:30');
    const put = { atMs, symbol, price: [5_000, 5_010, 5_005] } as const;
    const exchange = exchangeWith([...MINUTES, put], PESSIMISTIC);
    const resting = place(exchange, { terms: limit(9_000) }, sampleInstant('09:20:05'));
    const change = { instrumentId, symbol, terms: limit(6_000) };
    const other = place(exchange, change, GAP);
    exchange.advanceTo(sampleInstant('09:22'));
    expect(exchange.fills()).toMatchObject([{ orderId: other, atMs }]);
    expect(orderOf(exchange, resting).status).toBe('open');
    expect(exchange.unserved().map(({ orderId }) => orderId)).toEqual([other]);
  });

  test('are none where orders fill at the held price', () => {
    const { exchange, until } = exchangeAt('09:25', TOUCH);
    place(exchange, { terms: limit(12_000) }, GAP);
    expect(until().fills()).toMatchObject([
      { pricePaise: 10_010, bestPaise: 10_010, worstPaise: 10_010, assumption: 'took-the-touch' },
    ]);
    expect(exchange.unserved()).toEqual([]);
  });
});
