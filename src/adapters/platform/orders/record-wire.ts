import { z } from 'zod';

import { type Profile } from '../../../model/orders/platform-profile.ts';
import { type InstantReader } from '../../../model/time/instant.ts';
import { ORDER_ID } from './wire.ts';

const price = z.number().min(0);
const units = z.int().min(0);

/**
 * An order record of the interface, with the fields that the profile lets be null. The poll reads records by
 * hand, thirty times as fast; this schema says what is wrong with one that it refuses.
 */
export function orderRecordWire(profile: Profile, instants: InstantReader): z.ZodType {
  const nullables = new Set(profile.records.nullableOrderFields);
  const mayBeNull = (field: string, schema: z.ZodType): z.ZodType =>
    nullables.has(field) ? schema.nullable() : schema;
  const instant = z.string().refine((text) => !Number.isNaN(instants.read(text)), {
    error: 'not an ISO 8601 date and time',
  });
  const text = (field: string): z.ZodType => mayBeNull(field, z.string());
  return z
    .object({
      order_id: z.string().regex(ORDER_ID, { error: 'not a uuid' }),
      created_at: instant,
      updated_at: instant,
      user_tag: text('user_tag'),
      extra_tags: mayBeNull('extra_tags', z.looseObject({})),
      instrument_id: z.string(),
      symbol: z.string(),
      product_type: z.string(),
      side: z.enum([profile.words.side.buy, profile.words.side.sell]),
      quantity: units,
      lot_size: units,
      order_info: orderInfoWire(profile),
      broker_id: z.string(),
      user_id: z.string(),
      broker_order_id: text('broker_order_id'),
      status: z.string(),
      rejection_code: text('rejection_code'),
      rejection_reason: text('rejection_reason'),
      trade_time: text('trade_time'),
      filled_quantity: units,
      average_price: mayBeNull('average_price', price),
      underlying: text('underlying'),
      strike_price: mayBeNull('strike_price', price),
      instrument_type: text('instrument_type'),
      option_type: text('option_type'),
      expiry: z.string().nullable(),
    })
    .refine(({ filled_quantity, quantity }) => filled_quantity <= quantity, {
      error: 'more filled than ordered',
    })
    .refine(
      ({ filled_quantity, average_price }) => filled_quantity === 0 || average_price !== null,
      { error: 'filled without an average price' },
    );
}

function orderInfoWire({ words }: Profile): z.ZodType {
  const { market, limit, stop } = words.orderType;
  const known = new Set([market, limit, stop]);
  const prices = {
    market: { ref_price: price },
    limit: { price },
    stop: { trigger_price: price, limit_price: price },
  };
  // An answer may use a word that we do not know; then its fields say which variant it is.
  const unknownWord = z.string().refine((word) => !known.has(word), { error: 'another variant' });
  return z.union([
    z.object({ order_type: z.literal(market), ...prices.market }),
    z.object({ order_type: z.literal(limit), ...prices.limit }),
    z.object({ order_type: z.literal(stop), ...prices.stop }),
    z.object({ order_type: unknownWord, ...prices.stop }),
    z.object({ order_type: unknownWord, ...prices.limit }),
    z.object({ order_type: unknownWord, ...prices.market }),
  ]);
}
