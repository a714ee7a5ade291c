import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { roundToTick } from '../../model/money/money.ts';
import { type OrderTerms, type Side } from '../../model/orders/order.ts';
import { type BookEntry } from '../book-entry.ts';
import { type ExchangeRules } from '../exchange-rules.ts';
import { type FillPrice, isServed, type Match, type QueueModel } from './fill-models.ts';

/** One fill, with the quote that made it and the range in which it could have happened. */
export interface SimulatedFill extends FillPrice {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly units: number;
  readonly atMs: number;
  readonly quote: Quote;
}

/** Whether the last price has reached the trigger of a stop order. Other terms need none. */
export function reachesTrigger(terms: OrderTerms, side: Side, lastPaise: number): boolean {
  if (terms.kind !== 'stop') return true;
  return side === 'buy'
    ? lastPaise >= terms.triggerPricePaise
    : lastPaise <= terms.triggerPricePaise;
}

/** Best price of the other side: what a buy pays, what a sell gets. Null when there is none. */
export function touchPaise(side: Side, quote: Quote): number | null {
  return side === 'buy' ? quote.askPaise : quote.bidPaise;
}

/** The price that an order may not fill beyond. A market order is a limit through its base, or through the touch. */
export function fillLimitOf(entry: BookEntry, quote: Quote, rules: ExchangeRules): number {
  const { terms, side } = entry.order;
  if (terms.kind === 'limit') return terms.pricePaise;
  if (terms.kind === 'stop') return terms.limitPricePaise;
  const touch = touchPaise(side, quote) ?? quote.lastPaise;
  const basePaise = terms.referencePricePaise > 0 ? terms.referencePricePaise : touch;
  return protectedLimit(basePaise, side, { contract: entry.contract, rules });
}

/** What of an order in the book decides whether it meets the other side. */
type Standing = Pick<BookEntry, 'hasRested'> & { readonly order: Pick<BookEntry['order'], 'side'> };

/** The price at which an order fills now and why there, before slippage; null when the other side does not let it. */
export function matchAtTouch(
  { hasRested, order: { side } }: Standing,
  limitPaise: number,
  { quote, queue }: { readonly quote: Quote; readonly queue: QueueModel },
): Match | null {
  const touch = touchPaise(side, quote);
  if (touch === null) return null;
  const beyondPaise = side === 'buy' ? limitPaise - touch : touch - limitPaise;
  if (!isServed(beyondPaise, hasRested, queue)) return null;
  if (!hasRested) return { pricePaise: touch, assumption: 'took-the-touch' };
  const assumption = queue === 'nobody' ? 'rested-at-its-limit' : 'traded-through';
  return { pricePaise: limitPaise, assumption };
}

function protectedLimit(
  basePaise: number,
  side: Side,
  { contract, rules }: { contract: Contract; rules: ExchangeRules },
): number {
  const percent =
    contract.kind === 'option' ? rules.protectionPercentOption : rules.protectionPercentOther;
  const distancePaise = (basePaise * percent) / 100;
  if (side === 'buy') return roundToTick(basePaise + distancePaise, contract.tickSizePaise, 'up');
  const lowPaise = roundToTick(basePaise - distancePaise, contract.tickSizePaise, 'down');
  return Math.max(contract.tickSizePaise, lowPaise);
}
