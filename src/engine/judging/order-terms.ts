import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type OrderTerms, type Side } from '../../model/orders/order.ts';
import { type EngineLimits } from '../engine-limits.ts';

/** Hundredths of a percent. */
const WHOLE = 10_000;

type BufferLimits = Pick<EngineLimits, 'optionBufferPercent' | 'otherBufferPercent'>;

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
  limits: BufferLimits,
): number | null {
  const basePaise = touchOrLastPaise(pricing) ?? pricing.fallbackPaise;
  if (basePaise === null) return null;
  const tickPaise = pricing.contract.tickSizePaise;
  // One division of integers: a product that is a whole number of ticks stays one.
  const ticks = (basePaise * bufferedShare(pricing, limits)) / (WHOLE * tickPaise);
  const pricePaise = (pricing.side === 'buy' ? Math.floor(ticks) : Math.ceil(ticks)) * tickPaise;
  return Math.max(tickPaise, pricePaise);
}

/** A price and its buffer together, in parts of which the price alone has `WHOLE`. */
function bufferedShare(
  { side, contract, bufferPercent }: Pick<MarketablePricing, 'side' | 'contract' | 'bufferPercent'>,
  limits: BufferLimits,
): number {
  const defaultPercent =
    contract.kind === 'option' ? limits.optionBufferPercent : limits.otherBufferPercent;
  const buffer = Math.round((bufferPercent ?? defaultPercent) * 100);
  return WHOLE + (side === 'buy' ? buffer : -buffer);
}

/** Prices at which an order of a side would meet the market, both ends included. */
export interface PriceBand {
  readonly symbol: string;
  readonly side: Side;
  readonly fromPaise: number;
  readonly toPaise: number;
}

/** The prices for which `marketablePricePaise` is as given. Null where it is that for none. */
export function marketableBand(
  { side, contract, bufferPercent }: Pick<MarketablePricing, 'side' | 'contract' | 'bufferPercent'>,
  pricePaise: number,
  limits: BufferLimits,
): PriceBand | null {
  const { symbol, tickSizePaise } = contract;
  const ticks = pricePaise / tickSizePaise;
  if (!Number.isInteger(ticks) || ticks < 1) return null;
  const share = bufferedShare({ side, contract, bufferPercent }, limits);
  // All that is less than a tick becomes one.
  if (share <= 0) return ticks === 1 ? { symbol, side, fromPaise: 0, toPaise: Infinity } : null;
  const whole = WHOLE * tickSizePaise;
  const firstOf = (count: number): number =>
    side === 'buy'
      ? Math.ceil((count * whole) / share)
      : Math.floor(((count - 1) * whole) / share) + 1;
  const fromPaise = ticks === 1 ? 0 : firstOf(ticks);
  return { symbol, side, fromPaise, toPaise: firstOf(ticks + 1) - 1 };
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
