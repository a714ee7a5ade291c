import { invariant } from '../../base/invariant.ts';
import { type Desk, hasCome, type Timed } from '../desk.ts';
import { type Intent, isExit, workingOrders } from '../intents/intent.ts';
import {
  isSameTerms,
  marketableBand,
  marketablePricePaise,
  type PriceBand,
} from '../judging/order-terms.ts';

/** Moves an exit of a square-off that has not filled in time to where the market is now. */
export function repriceExit(desk: Timed & Pick<Desk, 'quotes'>, intent: Intent): void {
  invariant(isExit(intent), 'An entry is driven through the market');
  const working = workingOrders(intent);
  if (working.length === 0 || isChanging(intent) || intent.pricedAtMs === null) return;
  // What could not leave is tried again more often than that, each time at the price of that moment.
  if (intent.modify === null && !hasCome(desk, intent.pricedAtMs + desk.limits.repriceMs)) return;
  const pricePaise = freshPricePaise(desk, intent);
  if (pricePaise === null) return;
  const terms = { kind: 'limit', pricePaise } as const;
  if (working.every((order) => isSameTerms(order.terms, terms))) {
    intent.modify = null;
    return;
  }
  intent.modify = { terms, commandIndex: null, unknownAtMs: intent.modify?.unknownAtMs ?? null };
}

/** Whether new prices can move an exit of a square-off: only those outside of a band, each, or none before it is woken. */
export function movedBy(
  desk: Pick<Desk, 'quotes' | 'nowMs' | 'limits'>,
  intent: Intent,
): PriceBand | 'each' | 'none' {
  const working = workingOrders(intent);
  if (working.length === 0 || isChanging(intent) || intent.pricedAtMs === null) return 'none';
  if (intent.modify !== null) return 'each';
  if (intent.pricedAtMs + desk.limits.repriceMs > desk.nowMs) return 'none';
  const pricePaise = freshPricePaise(desk, intent);
  if (pricePaise === null) return 'each';
  const terms = { kind: 'limit', pricePaise } as const;
  if (!working.every((order) => isSameTerms(order.terms, terms))) return 'each';
  const { side, contract } = intent.order;
  return marketableBand({ side, contract, bufferPercent: null }, pricePaise, desk.limits) ?? 'each';
}

/** A wish of its own that could not leave yet, as with a full disk, follows the market like an order that rests. */
function isChanging({ cancel, modify, modifyUnderWay }: Intent): boolean {
  if (cancel !== null || modifyUnderWay !== null) return true;
  return modify !== null && modify.commandIndex !== null;
}

/** Null without a fresh quote: there is nothing better to ask for, and the next poll of quotes leads here again. */
function freshPricePaise(
  desk: Pick<Desk, 'quotes' | 'nowMs' | 'limits'>,
  { order }: Intent,
): number | null {
  const { side, contract } = order;
  const { quoteAgeMs } = desk.quotes.ages(contract.symbol, desk.nowMs);
  if (quoteAgeMs === null || quoteAgeMs > desk.limits.quoteAgeMsMax) return null;
  const quote = desk.quotes.last(contract.symbol);
  const pricing = { side, contract, quote, bufferPercent: null, fallbackPaise: null };
  return marketablePricePaise(pricing, desk.limits);
}
