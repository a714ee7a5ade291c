import { invariant } from '../../src/base/invariant.ts';
import {
  sampleCalendar,
  sampleContract,
  sampleInstant,
  sampleListing,
  sampleOrder,
} from './sample-world.ts';
import { scriptedMarket, type ScriptedPrice } from './scripted-market.ts';
import { type Order, type OrderTerms } from '../../src/model/orders/order.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import { type ExchangeRules } from '../../src/exchange/exchange-rules.ts';
import { Exchange } from '../../src/exchange/exchange.ts';

/** When tests place their orders unless they say otherwise. */
export const OPEN = sampleInstant('09:20');
const delay = { minMs: 100, maxMs: 100 };

/** Everything takes exactly 100 ms. */
export const STEADY: Partial<ExchangeRules> = {
  placing: delay,
  modifying: delay,
  cancelling: delay,
};

/** What a backtest fills by: the worse side of the bar, after everybody else at a price. */
export const PESSIMISTIC: Partial<ExchangeRules> = {
  queue: 'all-before-us',
  slippage: { at: 'worse-side-of-bar', ticks: 0 },
};

/** A price of the sample call from a clock time on; the last price is the bid unless given. */
export function price(
  clock: string,
  [bid, ask, last = bid]: readonly [bidPaise: number, askPaise: number, lastPaise?: number],
): ScriptedPrice {
  const { symbol } = sampleContract('CE');
  return { atMs: sampleInstant(clock), symbol, price: [bid, ask, last] };
}

/** A minute that opens at 100, goes to 98 and 104, and closes at 101, with 20 paise from bid to ask; then 101. */
export const BAR_OF_STEPS: readonly ScriptedPrice[] = [
  price('09:20:00', [9_990, 10_010, 10_000]),
  price('09:20:15', [9_790, 9_810, 9_800]),
  price('09:20:35', [10_390, 10_410, 10_400]),
  price('09:20:59', [10_090, 10_110, 10_100]),
  price('09:21:00', [10_090, 10_110, 10_100]),
];

/** An exchange over scripted prices where everything takes 100 ms. */
export function exchangeWith(
  prices: readonly ScriptedPrice[],
  rules: Partial<ExchangeRules> = {},
): Exchange {
  return new Exchange({
    market: scriptedMarket(prices),
    listing: sampleListing,
    calendar: sampleCalendar,
    seed: 'fixture',
    rules: { ...STEADY, ...rules },
  });
}

/** Places the sample order with changes, and gives its id, or the reason of a refusal. */
export function place(exchange: Exchange, change: Partial<PlaceElement>, atMs = OPEN): string {
  const answer = exchange.place(sampleOrder(change), 'broker', atMs);
  return answer.kind === 'accepted' ? answer.orderId : answer.reason;
}

/** The order of an id. */
export function orderOf(exchange: Exchange, orderId: string): Order {
  const order = exchange.order(orderId);
  invariant(order !== undefined, `No order ${orderId}`);
  return order;
}

/** Terms of a limit order. */
export function limit(pricePaise: number): OrderTerms {
  return { kind: 'limit', pricePaise };
}

/** Terms of a stop order. */
export function stop(triggerPricePaise: number, limitPricePaise: number): OrderTerms {
  return { kind: 'stop', triggerPricePaise, limitPricePaise };
}
