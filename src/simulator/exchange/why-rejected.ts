import { type OrderTerms } from '../../model/order.ts';
import { type Market } from '../market/market.ts';
import { checkPrices, checkQuantity, type Refusal } from './admission.ts';
import { type BookEntry } from './book-entry.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { marginShortfallPaise } from './margin.ts';

/** What an order is judged by when it arrives. */
export interface Admission {
  readonly market: Market;
  readonly rules: ExchangeRules;
  /** All orders of the day. */
  readonly entries: Iterable<BookEntry>;
  readonly isTrading: boolean;
  readonly atMs: number;
}

/** Why an order that arrives is rejected; null when it is not. */
export function whyRejected(entry: BookEntry, admission: Admission): Refusal | null {
  const { order, contract } = entry;
  if (!admission.rules.products.some((product) => product === order.product)) {
    return {
      code: 'RejectionCode.ProductNotAllowed',
      reason: `Product is not allowed on this account: ${order.product}`,
    };
  }
  if (!admission.isTrading) {
    return { code: 'RejectionCode.MarketClosed', reason: 'The market is closed' };
  }
  return (
    checkQuantity(contract, order.quantityUnits) ??
    checkPricesNow(entry, order.terms, admission) ??
    checkMargin(entry, admission)
  );
}

/** Why an order cannot have terms at the prices of the moment; null when it can. */
export function checkPricesNow(
  { contract, order: { side } }: BookEntry,
  terms: OrderTerms,
  { market, rules, atMs }: Pick<Admission, 'market' | 'rules' | 'atMs'>,
): Refusal | null {
  const lastPaise = market.quote(contract, atMs)?.lastPaise ?? null;
  return checkPrices(terms, { contract, side, lastPaise, rules });
}

function checkMargin(entry: BookEntry, { entries, ...admission }: Admission): Refusal | null {
  const missingPaise = marginShortfallPaise(entries, entry, admission);
  if (missingPaise === 0) return null;
  return {
    code: 'RejectionCode.Margin',
    reason: `Margin is short by ${(missingPaise / 100).toFixed(2)}`,
  };
}
