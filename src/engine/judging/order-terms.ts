import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type OrderTerms, type Side } from '../../model/orders/order.ts';
import { type EngineLimits } from '../engine-limits.ts';

/** What the price of a marketable order is made from. */
export interface MarketablePricing {
  readonly side: Side;
  readonly contract: Contract;
  /** Percent; null takes the default of the contract's kind. */
  readonly bufferPercent: number | null;
  /** The quote, or null to start from `fallbackPaise`. */
  readonly quote: Quote | null;
  /** Price without a quote; null when there is none. */
  readonly fallbackPaise: number | null;
}

/**
 * The limit of a marketable order: the opposite touch (the last price without one) and the buffer beyond it,
 * rounded to the tick inside that band, never below one tick. Null when there is nothing to start from.
 */
export function marketablePricePaise(
  pricing: MarketablePricing,
  limits: Pick<EngineLimits, 'optionBufferPercent' | 'otherBufferPercent'>,
): number | null {
  const basePaise = touchOrLastPaise(pricing) ?? pricing.fallbackPaise;
  if (basePaise === null) return null;
  const { contract, side } = pricing;
  const defaultPercent =
    contract.kind === 'option' ? limits.optionBufferPercent : limits.otherBufferPercent;
  const buffer = Math.round((pricing.bufferPercent ?? defaultPercent) * 100);
  const tickPaise = contract.tickSizePaise;
  const isBuy = side === 'buy';
  // One division of integers: a product that is a whole number of ticks stays one.
  const ticks = (basePaise * (10_000 + (isBuy ? buffer : -buffer))) / (10_000 * tickPaise);
  const pricePaise = (isBuy ? Math.floor(ticks) : Math.ceil(ticks)) * tickPaise;
  return Math.max(tickPaise, pricePaise);
}

/** The price at which an order of a side meets the market: the opposite touch, or the last price without one. */
export function touchOrLastPaise({
  side,
  quote,
}: Pick<MarketablePricing, 'side' | 'quote'>): number | null {
  if (quote === null) return null;
  return (side === 'buy' ? quote.askPaise : quote.bidPaise) ?? quote.lastPaise;
}

/** Whether two terms ask for the same. */
export function isSameTerms(left: OrderTerms, right: OrderTerms): boolean {
  if (left.kind === 'limit') {
    return right.kind === 'limit' && left.pricePaise === right.pricePaise;
  }
  if (left.kind === 'stop') {
    return (
      right.kind === 'stop' &&
      left.triggerPricePaise === right.triggerPricePaise &&
      left.limitPricePaise === right.limitPricePaise
    );
  }
  return right.kind === 'market' && left.referencePricePaise === right.referencePricePaise;
}
