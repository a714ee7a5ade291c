import { type Contract } from '../../model/market/contract.ts';
import { roundToTick } from '../../model/money/money.ts';
import { type TermsRequest } from '../../model/orders/command.ts';
import { type OrderTerms, type Side } from '../../model/orders/order.ts';

type StopTerms = Extract<OrderTerms, { kind: 'stop' }>;

/**
 * Terms of a stop after `rejections` orders for it were refused: as asked, then the limit halfway to the trigger, then
 * one tick beyond the trigger. An exchange refuses prices too far from the market, and the limit is the farther of the two.
 * The trigger never moves: it is what the strategy decided. Terms of other kinds stay as they are.
 */
export function laddered(
  terms: TermsRequest,
  rejections: number,
  { side, contract }: { readonly side: Side; readonly contract: Contract },
): TermsRequest {
  if (terms.kind !== 'stop' || rejections === 0) return terms;
  const { triggerPricePaise, limitPricePaise } = terms;
  const tickPaise = contract.tickSizePaise;
  const sign = side === 'buy' ? 1 : -1;
  const bufferPaise = Math.abs(limitPricePaise - triggerPricePaise);
  const halfPaise = roundToTick(bufferPaise / 2, tickPaise, 'down');
  const wantedPaise = rejections === 1 ? Math.max(tickPaise, halfPaise) : tickPaise;
  const drawnPaise = triggerPricePaise + sign * Math.min(bufferPaise, wantedPaise);
  return { ...terms, limitPricePaise: Math.max(tickPaise, drawnPaise) };
}

/** Whether the last price is at or beyond the trigger: the exchange takes no such stop, and the market is where it was to act. */
export function isPassed(terms: TermsRequest, side: Side, lastPaise: number | null): boolean {
  if (terms.kind !== 'stop' || lastPaise === null) return false;
  const { triggerPricePaise } = terms;
  return side === 'buy' ? lastPaise >= triggerPricePaise : lastPaise <= triggerPricePaise;
}

/**
 * A stop whose prices the gate refuses, made valid: on the tick, rounded outwards, the limit one tick beyond the trigger
 * where it was on the wrong side of it. Null where it cannot be fixed.
 */
export function mended(terms: StopTerms, side: Side, contract: Contract): StopTerms | null {
  const { triggerPricePaise, limitPricePaise } = terms;
  const tickPaise = contract.tickSizePaise;
  if (!isPrice(triggerPricePaise, tickPaise)) return null;
  const [outwards, sign] = side === 'buy' ? (['up', 1] as const) : (['down', -1] as const);
  const onTick = (paise: number): number =>
    Math.max(tickPaise, roundToTick(paise, tickPaise, outwards));
  const trigger = onTick(triggerPricePaise);
  const limit = isPrice(limitPricePaise, tickPaise) ? onTick(limitPricePaise) : trigger;
  const isRight = sign * (limit - trigger) >= 0;
  const limitPaise = isRight ? limit : onTick(trigger + sign * tickPaise);
  return { kind: 'stop', triggerPricePaise: trigger, limitPricePaise: limitPaise };
}

function isPrice(paise: number, tickPaise: number): boolean {
  return Number.isFinite(paise) && paise >= tickPaise && paise <= Number.MAX_SAFE_INTEGER;
}
