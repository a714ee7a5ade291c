import { type Contract } from '../model/market/contract.ts';
import { roundToTick } from '../model/money/money.ts';
import { type OrderTerms, type Side } from '../model/orders/order.ts';
import { type Distance, distancePaise } from './distance.ts';

/** What a stop is measured from. */
export interface StopFrom {
  readonly contract: Contract;
  /** Side that opened the position: `sell` for a short one. */
  readonly entrySide: Side;
  /** Price that the distance is counted from. */
  readonly pricePaise: number;
  readonly stop: Distance;
  /** From trigger to limit, percent of the trigger; null takes 8 for options, 1 for others. */
  readonly bufferPercent: number | null;
}

/** How far a protective limit lies beyond the price when the author does not say, percent. */
export function defaultBufferPercent(kind: Contract['kind']): number {
  return kind === 'option' ? 8 : 1;
}

/**
 * Terms of the stop order of a position: the trigger on the losing side, rounded outwards so that it is never tighter
 * than asked; the limit beyond it, rounded outwards too, and never below one tick.
 */
export function stopTerms(from: StopFrom): Extract<OrderTerms, { kind: 'stop' }> {
  const distance = distancePaise(from.stop, from.pricePaise, from.contract);
  const isShort = from.entrySide === 'sell';
  return stopTermsAt(from, isShort ? from.pricePaise + distance : from.pricePaise - distance);
}

/** Terms of the stop order whose trigger is at a price. */
export function stopTermsAt(
  from: Pick<StopFrom, 'contract' | 'entrySide' | 'bufferPercent'>,
  triggerPaise: number,
): Extract<OrderTerms, { kind: 'stop' }> {
  const { tickSizePaise, kind } = from.contract;
  const isShort = from.entrySide === 'sell';
  const outwards = (pricePaise: number): number =>
    Math.max(tickSizePaise, roundToTick(pricePaise, tickSizePaise, isShort ? 'up' : 'down'));
  const triggerPricePaise = outwards(triggerPaise);
  const bufferPercent = from.bufferPercent ?? defaultBufferPercent(kind);
  const share = { kind: 'percent', percent: bufferPercent } as const;
  const buffer = distancePaise(share, triggerPricePaise, from.contract);
  const limitPricePaise = outwards(
    isShort ? triggerPricePaise + buffer : triggerPricePaise - buffer,
  );
  return { kind: 'stop', triggerPricePaise, limitPricePaise };
}
