import { invariant } from '../../base/invariant.ts';
import { type Order, type OrderTerms } from '../../model/order.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { Exchange } from '../exchange/exchange.ts';
import { type ExchangeRules } from '../exchange/exchange-rules.ts';
import {
  sampleCalendar,
  sampleContract,
  sampleInstant,
  sampleListing,
  sampleOrder,
} from './sample-world.ts';
import { scriptedMarket, type ScriptedPrice } from './scripted-market.ts';

/** When tests place their orders unless they say otherwise. */
export const OPEN = sampleInstant('09:20');
const delay = { minMs: 100, maxMs: 100 };

/** Everything takes exactly 100 ms. */
export const STEADY: Partial<ExchangeRules> = {
  placing: delay,
  modifying: delay,
  cancelling: delay,
};

/** A price of the sample call from a clock time on; the last price is the bid unless given. */
export function price(
  clock: string,
  [bid, ask, last = bid]: readonly [bidPaise: number, askPaise: number, lastPaise?: number],
): ScriptedPrice {
  const { symbol } = sampleContract('CE');
  return { atMs: sampleInstant(clock), symbol, price: [bid, ask, last] };
}

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
