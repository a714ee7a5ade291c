import { describe, expect, test } from 'vitest';

import {
  sampleCalendar,
  sampleContract,
  sampleInstant,
  sampleListing,
} from '../../test/support/sample-world.ts';
import { scriptedMarket } from '../../test/support/scripted-market.ts';
import { Exchange } from './exchange.ts';
import {
  exchangeWith,
  limit,
  OPEN,
  orderOf,
  place,
  price,
  STEADY,
  stop,
} from '../../test/support/exchange-fixture.ts';

const { symbol } = sampleContract('CE');

describe('placing', () => {
  test('an order is place pending until it reaches the exchange, then open', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(9_000) });
    exchange.advanceTo(OPEN + 99);
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'place-pending',
      statusWord: 'Place Pending',
    });
    exchange.advanceTo(OPEN + 100);
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'open',
      createdAtMs: OPEN,
      updatedAtMs: OPEN + 100,
    });
  });

  test('a limit through the touch fills at the touch, not at its limit', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(12_000) });
    exchange.advanceTo(OPEN + 100);
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      filledUnits: 65,
      filledValuePaise: 65 * 10_010,
    });
    expect(exchange.fills()).toMatchObject([
      { assumption: 'took-the-touch', quote: { askPaise: 10_010 }, side: 'buy' },
    ]);
  });

  test('a limit that has rested fills at its own price when the touch crosses it', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [8_000, 8_020]),
    ]);
    const id = place(exchange, { terms: limit(9_000) });
    exchange.advanceTo(sampleInstant('09:29:59'));
    expect(orderOf(exchange, id).status).toBe('open');
    exchange.advanceTo(sampleInstant('10:00'));
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      filledValuePaise: 65 * 9_000,
      updatedAtMs: sampleInstant('09:30'),
    });
    expect(exchange.fills()).toMatchObject([{ assumption: 'rested-at-its-limit' }]);
  });

  test('a sell takes the bid', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { side: 'sell', terms: limit(9_000) });
    exchange.advanceTo(OPEN + 100);
    expect(orderOf(exchange, id).filledValuePaise).toBe(65 * 9_990);
  });

  test('nothing fills where nobody offers', () => {
    const nobody = { atMs: sampleInstant('09:15'), symbol, price: [9_990, null, 10_000] } as const;
    const exchange = exchangeWith([nobody]);
    const id = place(exchange, { terms: limit(12_000) });
    exchange.advanceTo(sampleInstant('12:00'));
    expect(orderOf(exchange, id).status).toBe('open');
  });
});

describe('market orders', () => {
  test('without a reference they are limits 10 percent through the touch', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:16', [12_000, 12_020]),
    ]);
    const id = place(exchange, { terms: { kind: 'market', referencePricePaise: 0 } });
    exchange.advanceTo(OPEN + 100);
    expect(orderOf(exchange, id).filledValuePaise).toBe(65 * 12_020);
  });

  test('beyond the protection of their reference they rest', () => {
    const exchange = exchangeWith([
      price('09:15', [11_990, 12_010]),
      price('09:30', [10_980, 11_000]),
    ]);
    const id = place(exchange, { terms: { kind: 'market', referencePricePaise: 10_000 } });
    exchange.advanceTo(sampleInstant('09:29'));
    expect(orderOf(exchange, id).status).toBe('open');
    exchange.advanceTo(sampleInstant('09:31'));
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      filledValuePaise: 65 * 11_000,
    });
  });
});

describe('stop orders', () => {
  test('wait for the last price, then are limits at the touch', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [11_990, 12_010, 11_995]),
      price('09:31', [12_010, 12_030, 12_000]),
    ]);
    const id = place(exchange, { terms: stop(12_000, 12_500) });
    exchange.advanceTo(OPEN + 100);
    expect(orderOf(exchange, id).statusWord).toBe('Trigger Pending');
    exchange.advanceTo(sampleInstant('09:30:30'));
    expect(orderOf(exchange, id).status).toBe('trigger-pending');
    exchange.advanceTo(sampleInstant('09:31'));
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      filledValuePaise: 65 * 12_030,
    });
  });

  test('triggered beyond the limit, they stay open unfilled', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [13_000, 13_020]),
    ]);
    const id = place(exchange, { terms: stop(12_000, 12_500) });
    exchange.advanceTo(sampleInstant('10:00'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
  });

  test('a sell stop triggers downwards', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [7_990, 8_010]),
    ]);
    const id = place(exchange, { side: 'sell', terms: stop(8_000, 7_500) });
    exchange.advanceTo(sampleInstant('10:00'));
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      filledValuePaise: 65 * 7_990,
    });
  });
});

describe('the day', () => {
  test('working orders are cancelled when the last session ends', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const open = place(exchange, { terms: limit(9_000) });
    const waiting = place(exchange, { terms: stop(12_000, 12_500) });
    exchange.advanceTo(sampleInstant('15:40', -1));
    expect(exchange.orders().map(({ status }) => status)).toEqual(['open', 'trigger-pending']);
    exchange.advanceTo(sampleInstant('18:00'));
    for (const id of [open, waiting]) {
      expect(orderOf(exchange, id)).toMatchObject({
        status: 'cancelled',
        rejectionReason: 'Cancelled at the end of the day',
        updatedAtMs: sampleInstant('15:40'),
      });
    }
  });

  test('ends for the orders of every underlying', () => {
    const other = { ...sampleContract('CE'), underlying: 'BANKNIFTY', symbol: 'BANKNIFTY261124C1' };
    const exchange = new Exchange({
      market: scriptedMarket([]),
      listing: {
        underlyings: ['NIFTY', 'BANKNIFTY'],
        contracts: (of, date) => (of === 'NIFTY' ? sampleListing.contracts(of, date) : [other]),
      },
      calendar: sampleCalendar,
      seed: 'two',
      rules: STEADY,
    });
    place(exchange, { terms: limit(9_000) });
    place(exchange, { terms: limit(9_000), symbol: other.symbol, instrumentId: other.symbol });
    exchange.advanceTo(sampleInstant('15:40', -1));
    expect(exchange.orders().map(({ status }) => status)).toEqual(['open', 'open']);
    exchange.advanceTo(sampleInstant('15:40'));
    expect(exchange.orders().map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  test('orders and fills are forgotten at midnight IST', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    place(exchange, { terms: limit(12_000) });
    exchange.advanceTo(sampleInstant('23:59:59', 999));
    expect(exchange.orders()).toHaveLength(1);
    exchange.advanceTo(sampleInstant('23:59:59', 1_000));
    expect(exchange.orders()).toHaveLength(0);
    expect(exchange.fills()).toHaveLength(0);
  });

  test('ids and broker ids differ from order to order and from day to day', () => {
    const exchange = exchangeWith([]);
    const monday = OPEN + 3 * 86_400_000;
    const ids = [OPEN, OPEN, monday, monday].map((atMs) => place(exchange, {}, atMs));
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  test('says when something happens next, and nothing when nothing can', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [8_980, 9_000]),
    ]);
    expect(exchange.nextEventMs()).toBeNull();
    place(exchange, { terms: limit(9_000) });
    expect(exchange.nextEventMs()).toBe(OPEN + 100);
    exchange.advanceTo(OPEN + 100);
    expect(exchange.nextEventMs()).toBe(sampleInstant('09:30'));
    exchange.advanceTo(sampleInstant('09:30'));
    expect(exchange.nextEventMs()).toBe(sampleInstant('15:40'));
    exchange.advanceTo(sampleInstant('15:40'));
    expect(exchange.nextEventMs()).toBeNull();
  });

  test('an earlier instant changes nothing', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(9_000) });
    exchange.advanceTo(OPEN + 100);
    const before = exchange.orders();
    exchange.advanceTo(OPEN);
    expect(exchange.orders()).toBe(before);
    exchange.cancel(id, OPEN);
    expect(orderOf(exchange, id).updatedAtMs).toBe(OPEN + 100);
  });

  test('prices from outside are looked at when they are said to have changed', () => {
    let ask = 10_010;
    const exchange = new Exchange({
      market: {
        index: () => null,
        quote: (contract, atMs) => ({
          symbol: contract.symbol,
          bidPaise: ask - 20,
          askPaise: ask,
          lastPaise: ask - 10,
          atMs,
        }),
        nextChangeMs: () => null,
      },
      listing: sampleListing,
      calendar: sampleCalendar,
      seed: 'board',
      rules: STEADY,
    });
    const id = place(exchange, { terms: limit(9_000) });
    exchange.advanceTo(OPEN + 1_000);
    ask = 8_990;
    exchange.pricesChanged(OPEN + 2_000);
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      filledValuePaise: 65 * 9_000,
    });
  });
});
