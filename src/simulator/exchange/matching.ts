import { roundToTick } from '../../model/money.ts';
import { type OrderTerms, type Side } from '../../model/order.ts';
import { type Quote } from '../../model/quote.ts';
import { type Contract } from '../../model/contract.ts';
import { type BookEntry } from './book-entry.ts';
import { type ExchangeRules } from './exchange-rules.ts';

/** What a simulated fill took for granted. */
export type FillAssumption = 'took-the-touch' | 'rested-at-its-limit';

/** What each assumption means, for people. */
export const FILL_ASSUMPTIONS: Readonly<Record<FillAssumption, string>> = {
  'took-the-touch':
    'An order that meets the other side when it arrives, triggers or is modified fills at the other side’s best price, not at its own limit',
  'rested-at-its-limit':
    'An order that has stood in the book fills at its own limit as soon as the other side’s best price reaches it',
};

/** One fill, with the quote that made it. */
export interface SimulatedFill {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly units: number;
  readonly pricePaise: number;
  readonly atMs: number;
  readonly quote: Quote;
  readonly assumption: FillAssumption;
}

/** Whether the last price has reached the trigger of a stop order. Other terms need none. */
export function reachesTrigger(terms: OrderTerms, side: Side, lastPaise: number): boolean {
  if (terms.kind !== 'stop') return true;
  return side === 'buy'
    ? lastPaise >= terms.triggerPricePaise
    : lastPaise <= terms.triggerPricePaise;
}

/** Best price of the other side: what a buy pays, what a sell gets. Null when nobody is there. */
export function touchPaise(side: Side, quote: Quote): number | null {
  return side === 'buy' ? quote.askPaise : quote.bidPaise;
}

/** The price that an order may not fill beyond. A market order is a limit through its base, or through the touch. */
export function limitOf(entry: BookEntry, quote: Quote, rules: ExchangeRules): number {
  const { terms, side } = entry.order;
  if (terms.kind === 'limit') return terms.pricePaise;
  if (terms.kind === 'stop') return terms.limitPricePaise;
  const touch = touchPaise(side, quote) ?? quote.lastPaise;
  const basePaise = terms.referencePricePaise > 0 ? terms.referencePricePaise : touch;
  return protectedLimit(basePaise, side, { contract: entry.contract, rules });
}

/** The price at which an order fills now and why there; null when the touch does not reach its limit. */
export function matchAtTouch(
  entry: BookEntry,
  limitPaise: number,
  quote: Quote,
): { readonly pricePaise: number; readonly assumption: FillAssumption } | null {
  const { side } = entry.order;
  const touch = touchPaise(side, quote);
  if (touch === null || (side === 'buy' ? touch > limitPaise : touch < limitPaise)) return null;
  return entry.hasRested
    ? { pricePaise: limitPaise, assumption: 'rested-at-its-limit' }
    : { pricePaise: touch, assumption: 'took-the-touch' };
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
