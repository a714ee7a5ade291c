import { type OrderTerms } from '../model/order.ts';

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
