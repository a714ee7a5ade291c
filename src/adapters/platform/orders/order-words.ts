import { type OptionType } from '../../../model/market/contract.ts';
import { paiseFromRupees } from '../../../model/money/money.ts';
import { type OrderStatus } from '../../../model/orders/order-machine.ts';
import { type Order, type OrderTerms, type Product } from '../../../model/orders/order.ts';
import { type Profile } from '../../../model/orders/platform-profile.ts';

/** What a word means; null when it is not known. */
type Meaning<Value> = (word: unknown) => Value | null;

/** The words of order records. */
export interface OrderWords {
  readonly side: Meaning<Order['side']>;
  readonly product: Meaning<Product>;
  readonly status: Meaning<OrderStatus>;
  readonly optionType: Meaning<OptionType>;
  /** From an `order_info`; null when it is of no known variant. */
  readonly terms: (info: unknown) => OrderTerms | null;
}

/** The words of a profile. */
export function readWords({ words }: Profile): OrderWords {
  const { side, product, status, optionType } = words;
  return {
    side: meanings([
      [side.buy, 'buy'],
      [side.sell, 'sell'],
    ]),
    product: meanings([
      [product.intraday, 'intraday'],
      [product.carryForward, 'carry-forward'],
    ]),
    status: meanings([
      [status.completed, 'completed'],
      [status.cancelled, 'cancelled'],
      [status.rejected, 'rejected'],
      [status.open, 'open'],
      [status.triggerPending, 'trigger-pending'],
      [status.placePending, 'place-pending'],
      [status.modifyPending, 'modify-pending'],
      [status.cancelPending, 'cancel-pending'],
    ]),
    optionType: meanings([
      [optionType.call, 'CE'],
      [optionType.put, 'PE'],
    ]),
    terms: termsReader(words.orderType),
  };
}

/** Compares one by one: the words of a record are fresh strings, which a map would have to hash first. */
function meanings<Value>(
  pairs: readonly (readonly [word: string, value: Value])[],
): Meaning<Value> {
  return (word) => {
    for (const pair of pairs) if (pair[0] === word) return pair[1];
    return null;
  };
}

type Prices = Readonly<
  Record<'order_type' | 'ref_price' | 'price' | 'trigger_price' | 'limit_price', unknown>
>;

/** A word that we do not know leaves the variant to the fields that are there. */
function termsReader({ market, limit, stop }: Profile['words']['orderType']): OrderWords['terms'] {
  const known = meanings([
    [limit, limitTerms],
    [stop, stopTerms],
    [market, marketTerms],
  ]);
  return (info) => {
    if (typeof info !== 'object' || info === null) return null;
    const prices = info as Prices;
    if (typeof prices.order_type !== 'string') return null;
    const read = known(prices.order_type);
    if (read !== null) return read(prices);
    return stopTerms(prices) ?? limitTerms(prices) ?? marketTerms(prices);
  };
}

function marketTerms({ ref_price: reference }: Prices): OrderTerms | null {
  if (!isPrice(reference)) return null;
  return { kind: 'market', referencePricePaise: paiseFromRupees(reference) };
}

function limitTerms({ price }: Prices): OrderTerms | null {
  return isPrice(price) ? { kind: 'limit', pricePaise: paiseFromRupees(price) } : null;
}

function stopTerms({ trigger_price: trigger, limit_price: limit }: Prices): OrderTerms | null {
  if (!isPrice(trigger) || !isPrice(limit)) return null;
  return {
    kind: 'stop',
    triggerPricePaise: paiseFromRupees(trigger),
    limitPricePaise: paiseFromRupees(limit),
  };
}

/** Whether a value is a price of the wire: rupees, not negative, finite. */
export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_VALUE;
}
