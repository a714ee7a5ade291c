import { z } from 'zod';

import { kept } from '../../../base/kept.ts';
import { type Profile } from '../../../model/orders/platform-profile.ts';

/** Orders of one place or modify call, and identifiers of one cancel (interface, limits). The least is 1. */
const ORDERS_PER_CALL_MAX = 10;
/** Name of a broker connection (interface, PlaceOrdersRequest). */
const BROKER_ID = /^[a-zA-Z0-9_]{1,32}$/;
/** Text form of a uuid (interface, `format: uuid`); any version. */
export const ORDER_ID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
/** Own bound: no contract or instrument has a longer name. */
const NAME_LENGTH_MAX = 64;
/** Own bound: a crore units is beyond any index order. */
const QUANTITY_UNITS_MAX = 10_000_000;
/** Own bound: ten crore rupees is beyond any price. */
const PRICE_RUPEES_MAX = 100_000_000;

const rupees = z
  .number()
  .max(PRICE_RUPEES_MAX)
  .refine(isWholePaise, { error: 'must be whole paise' });
const price = rupees.positive();
const name = z.string().min(1).max(NAME_LENGTH_MAX);
const orderId = z.string().regex(ORDER_ID, { error: 'must be a uuid' });

/** Order info variants of requests, in the profile's closed words. */
function orderInfoWire({ orderType }: Profile['words']) {
  return z.discriminatedUnion('order_type', [
    z.strictObject({ order_type: z.literal(orderType.market), ref_price: rupees.min(0) }),
    z.strictObject({ order_type: z.literal(orderType.limit), price }),
    z.strictObject({
      order_type: z.literal(orderType.stop),
      trigger_price: price,
      limit_price: price,
    }),
  ]);
}

/** What may leave for the orders host. */
export interface OrderRequestWires {
  readonly place: z.ZodType;
  readonly modify: z.ZodType;
  readonly cancel: z.ZodType;
  readonly orderId: z.ZodType;
  readonly userTag: z.ZodType;
}

/** Schemas take longer to make than a day of orders takes to check. */
const made = new WeakMap<Profile, OrderRequestWires>();

/** Schemas of those, with every limit of the interface and of the profile. */
export function orderRequestWires(profile: Profile): OrderRequestWires {
  return kept(made, profile, () => makeWires(profile));
}

function makeWires({ words, limits }: Profile): OrderRequestWires {
  const order_info = orderInfoWire(words);
  const orderWire = z.strictObject({
    user_tag: userTagWire(limits.tagLengthMax),
    extra_tags: z
      .record(
        z.string().min(1).max(limits.extraTagKeyLengthMax),
        z.string().max(limits.extraTagValueLengthMax),
      )
      .refine((tags) => Object.keys(tags).length <= limits.extraTagsMax, {
        error: `must have at most ${String(limits.extraTagsMax)} entries`,
      }),
    instrument_id: name,
    symbol: name,
    side: z.enum([words.side.buy, words.side.sell]),
    quantity: z.int().min(1).max(QUANTITY_UNITS_MAX),
    product_type: z.enum([words.product.intraday, words.product.carryForward]),
    order_info,
  });
  return {
    place: z.strictObject({
      orders: batch(orderWire, ORDERS_PER_CALL_MAX).refine(
        (orders) => areDistinct(orders.map(({ user_tag }) => user_tag)),
        { error: 'must have a tag of its own for each order' },
      ),
      broker_id: z.string().regex(BROKER_ID, { error: 'must be 1 to 32 of a-z, A-Z, 0-9 and _' }),
    }),
    modify: z.strictObject({
      orders: batch(z.strictObject({ order_id: orderId, order_info }), ORDERS_PER_CALL_MAX).refine(
        (orders) => areDistinct(orders.map(({ order_id }) => order_id.toLowerCase())),
        { error: 'must name each order once' },
      ),
    }),
    cancel: batch(orderId, limits.cancelBatchMax).refine(
      (ids) => areDistinct(ids.map((id) => id.toLowerCase())),
      { error: 'must name each order once' },
    ),
    orderId,
    userTag: userTagWire(limits.tagLengthMax),
  };
}

/** One element of the answer to place. The type of `order_id` is not shown. */
export const placedWire = z.object({
  success: z.boolean(),
  order_id: z.union([z.string().min(1), z.int()]).nullable(),
  user_tag: z.string(),
});

/** One value of the answers to modify and cancel. */
export const changedWire = z.object({ msg: z.string(), success: z.boolean() });

function userTagWire(lengthMax: number) {
  return z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[\x20-\x7e]*$/, { error: 'must be visible ASCII' });
}

function batch<Item extends z.ZodType>(item: Item, max: number) {
  return z.array(item).min(1).max(max);
}

function areDistinct(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length;
}

function isWholePaise(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-4;
}
