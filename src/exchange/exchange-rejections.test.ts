import { describe, expect, test } from 'vitest';

import {
  sampleCalendar,
  sampleContract,
  sampleInstant,
  sampleListing,
  sampleOrder,
} from '../../test/support/sample-world.ts';
import { scriptedMarket } from '../../test/support/scripted-market.ts';
import { type Order } from '../model/orders/order.ts';
import { type PlaceElement } from '../ports/orders.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { Exchange } from './exchange.ts';
import { checkQuantity } from './rejections.ts';
import { limit, orderOf, STEADY, stop } from '../../test/support/exchange-fixture.ts';

/** When the index rises, and with it the margin of what is short. */
const RISES = sampleInstant('11:00');
const future = sampleContract('FUT');

function settled(
  change: Partial<PlaceElement>,
  rules: Partial<ExchangeRules> = {},
  atMs = sampleInstant('09:20'),
): Pick<Order, 'status' | 'rejectionCode' | 'rejectionReason'> {
  const exchange = exchangeWith(rules);
  const answer = exchange.place(sampleOrder(change), 'broker', atMs);
  exchange.advanceTo(atMs + 1_000);
  return orderOf(exchange, answer.kind === 'accepted' ? answer.orderId : '');
}

function exchangeWith(rules: Partial<ExchangeRules>): Exchange {
  const atMs = sampleInstant('09:15');
  return new Exchange({
    market: scriptedMarket([
      { atMs, symbol: 'NIFTY', price: [null, null, 2_600_000] },
      { atMs: RISES, symbol: 'NIFTY', price: [null, null, 2_700_000] },
      { atMs, symbol: sampleContract('CE').symbol, price: [9_990, 10_010, 10_000] },
      { atMs, symbol: sampleContract('PE').symbol, price: [9_990, 10_010, 10_000] },
      { atMs, symbol: future.symbol, price: [2_599_990, 2_600_010, 2_600_000] },
    ]),
    listing: sampleListing,
    calendar: sampleCalendar,
    seed: 'rejections',
    rules: { ...STEADY, ...rules },
  });
}

describe('rejections come after the order was taken, with a code and a reason', () => {
  const CASES: readonly (readonly [string, Partial<PlaceElement>, string | null])[] = [
    ['one lot', { quantityUnits: 65 }, null],
    ['a unit less', { quantityUnits: 64 }, 'LotMultiple'],
    ['a unit more', { quantityUnits: 66 }, 'LotMultiple'],
    ['nothing', { quantityUnits: 0 }, 'LotMultiple'],
    ['a negative quantity', { quantityUnits: -65 }, 'LotMultiple'],
    ['the last multiple below the freeze quantity', { quantityUnits: 1755 }, null],
    ['the first above it', { quantityUnits: 1820 }, 'FreezeQuantity'],
    ['a price on the tick', { terms: limit(10_005) }, null],
    ['a price off the tick', { terms: limit(10_003) }, 'TickMultiple'],
    ['a price of less than a paisa', { terms: limit(10_000.5) }, 'TickMultiple'],
    ['one tick', { terms: limit(5) }, null],
    ['no price', { terms: limit(0) }, 'PriceBand'],
    ['a negative price', { terms: limit(-5) }, 'PriceBand'],
    ['the top of an option’s band', { terms: limit(60_000) }, null],
    ['a tick above it', { terms: limit(60_005) }, 'PriceBand'],
    [
      'a reference off the tick',
      { terms: { kind: 'market', referencePricePaise: 3 } },
      'TickMultiple',
    ],
    ['a buy stop just above the last price', { terms: stop(10_005, 10_005) }, null],
    ['a buy stop at the last price', { terms: stop(10_000, 10_100) }, 'TriggerPrice'],
    [
      'a buy stop with its limit below its trigger',
      { terms: stop(11_000, 10_995) },
      'TriggerPrice',
    ],
    ['a sell stop just below the last price', { side: 'sell', terms: stop(9_995, 9_995) }, null],
    ['a sell stop at the last price', { side: 'sell', terms: stop(10_000, 9_900) }, 'TriggerPrice'],
    [
      'a sell stop with its limit above',
      { side: 'sell', terms: stop(9_000, 9_005) },
      'TriggerPrice',
    ],
  ];

  test.each(CASES)('%s', (_name, change, code) => {
    const order = settled(change);
    expect(order.rejectionCode).toBe(code === null ? '' : `RejectionCode.${code}`);
    expect(order.status === 'rejected').toBe(code !== null);
    expect(order.rejectionReason === '').toBe(code === null);
  });

  test.each([
    ['the bottom of a future’s band', 2_340_000, null],
    ['a tick below it', 2_339_995, 'RejectionCode.PriceBand'],
    ['the top', 2_860_000, null],
    ['a tick above it', 2_860_005, 'RejectionCode.PriceBand'],
  ])('%s', (_name, pricePaise, code) => {
    const { instrumentId, symbol } = future;
    expect(settled({ instrumentId, symbol, terms: limit(pricePaise) }).rejectionCode).toBe(
      code ?? '',
    );
  });

  test.each([
    ['09:14:59', 899, true],
    ['09:14:59', 900, false],
    ['15:39:59', 899, false],
    ['15:39:59', 900, true],
  ])('market closed is judged at the arrival: %s + %i ms', (clock, extraMs, isRejected) => {
    const order = settled({ terms: limit(5) }, {}, sampleInstant(clock, extraMs));
    expect(order.rejectionCode).toBe(isRejected ? 'RejectionCode.MarketClosed' : '');
  });

  test('on a closed day the market is closed', () => {
    const saturday = sampleInstant('10:00') + 86_400_000;
    expect(settled({}, {}, saturday).rejectionCode).toBe('RejectionCode.MarketClosed');
  });

  test('a product that the account does not have', () => {
    const rules = { products: ['carry-forward'] } as const;
    expect(settled({ product: 'intraday' }, rules).rejectionCode).toBe(
      'RejectionCode.ProductNotAllowed',
    );
    expect(settled({ product: 'carry-forward' }, rules).rejectionCode).toBe('');
  });
});

test.each([
  [1_755, null],
  [1_820, 'RejectionCode.FreezeQuantity'],
])('the freeze quantity itself is allowed: %i of 1755', (quantityUnits, code) => {
  const contract = { ...sampleContract('CE'), freezeUnits: 1_755 };
  expect(checkQuantity(contract, quantityUnits)?.code ?? null).toBe(code);
});

describe('orders that cannot become one are refused at once', () => {
  test.each([
    ['an unknown symbol', { symbol: 'NIFTY261123C99999' }],
    ['an id of another contract', { instrumentId: sampleContract('PE').instrumentId }],
  ])('%s', (_name, change) => {
    const exchange = exchangeWith({});
    const answer = exchange.place(sampleOrder(change), 'broker', sampleInstant('09:20'));
    expect(answer.kind).toBe('refused');
    expect(exchange.orders()).toEqual([]);
  });

  test('an expired contract', () => {
    const exchange = exchangeWith({});
    const afterExpiry = sampleInstant('10:00') + 4 * 86_400_000;
    expect(exchange.place(sampleOrder(), 'broker', afterExpiry).kind).toBe('refused');
  });

  test('the symbol serves as the instrument id too', () => {
    const exchange = exchangeWith({});
    const element = sampleOrder({ instrumentId: sampleOrder().symbol });
    expect(exchange.place(element, 'broker', sampleInstant('09:20')).kind).toBe('accepted');
  });

  test('more orders than a day allows', () => {
    const exchange = exchangeWith({ ordersPerDayMax: 2 });
    const kinds = [1, 2, 3].map(
      () => exchange.place(sampleOrder(), 'broker', sampleInstant('09:20')).kind,
    );
    expect(kinds).toEqual(['accepted', 'accepted', 'refused']);
  });
});

describe('margin', () => {
  const shortMargin = 65 * 312_000;
  const short = { side: 'sell', terms: limit(9_000) } as const;

  test('is not checked unless it is switched on', () => {
    expect(settled(short).status).toBe('completed');
  });

  test('must cover a short option', () => {
    expect(settled(short, { availableMarginPaise: shortMargin }).status).toBe('completed');
    expect(settled(short, { availableMarginPaise: shortMargin - 1 })).toMatchObject({
      rejectionCode: 'RejectionCode.Margin',
      rejectionReason: 'Margin is short by 0.01',
    });
  });

  test('must cover the premium of a long option', () => {
    expect(settled({}, { availableMarginPaise: 65 * 10_000 }).rejectionCode).toBe('');
    expect(settled({}, { availableMarginPaise: 65 * 10_000 - 1 }).rejectionCode).toBe(
      'RejectionCode.Margin',
    );
  });

  test('is that of each broker, and what another one holds frees none of it', () => {
    const exchange = exchangeWith({ availableMarginPaise: shortMargin });
    const atMs = sampleInstant('09:20');
    exchange.place(sampleOrder(short), 'broker', atMs);
    exchange.place(sampleOrder(short), 'other', atMs + 1_000);
    // At "broker" it closes the short; at a third it is long.
    exchange.place(sampleOrder({ terms: limit(11_000) }), 'third', atMs + 2_000);
    exchange.place(sampleOrder(short), 'broker', atMs + 3_000);
    exchange.advanceTo(atMs + 4_000);
    expect(exchange.orders().map(({ status }) => status)).toEqual([
      ...['completed', 'completed', 'completed', 'rejected'],
    ]);
  });

  test('counts what is held and what works, and never stands in the way of an exit', () => {
    const exchange = exchangeWith({ availableMarginPaise: shortMargin });
    const atMs = sampleInstant('09:20');
    exchange.place(sampleOrder(short), 'broker', atMs);
    exchange.place(sampleOrder(short), 'broker', atMs + 1_000);
    exchange.place(sampleOrder({ terms: limit(11_000) }), 'broker', atMs + 2_000);
    exchange.place(sampleOrder(short), 'broker', atMs + 3_000);
    exchange.advanceTo(atMs + 4_000);
    expect(exchange.orders().map(({ status }) => status)).toEqual([
      'completed',
      'rejected',
      'completed',
      'completed',
    ]);
  });

  test('does not stand in the way of an exit even when it no longer covers what is held', () => {
    const exchange = exchangeWith({ availableMarginPaise: shortMargin });
    exchange.place(sampleOrder(short), 'broker', sampleInstant('09:20'));
    exchange.place(sampleOrder(short), 'broker', RISES);
    exchange.place(sampleOrder({ terms: limit(11_000) }), 'broker', RISES);
    exchange.advanceTo(RISES + 1_000);
    expect(exchange.orders().map(({ status }) => status)).toEqual([
      'completed',
      'rejected',
      'completed',
    ]);
  });
});
