import { z } from 'zod';
import { type OrderTerms, type Product, type Side } from '../../model/order.ts';
import { type WordsProfile } from '../../model/profile.ts';
import { LIMITS } from './limits.ts';

/** An order as a place request asks for it. */
export interface WirePlacement {
  readonly userTag: string;
  readonly extraTags: Readonly<Record<string, string>>;
  readonly instrumentId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantityUnits: number;
  readonly product: Product;
  readonly terms: OrderTerms;
}

/** Bodies of the orders endpoints, checked as the interface documents them; what it leaves open is lenient. */
export interface OrderRequestSchemas {
  readonly place: z.ZodType<{ brokerId: string; orders: WirePlacement[] }>;
  readonly modify: z.ZodType<{ orders: { orderId: string; terms: OrderTerms }[] }>;
  readonly cancel: z.ZodType<string[]>;
}

/** Thousands of simulators speak the same words, one for each day of a drill. */
const MADE = new WeakMap<WordsProfile, Map<boolean, OrderRequestSchemas>>();

/** The schemas for a vocabulary. `isCancelLimited` says whether cancel holds to the documented 10 ids. */
export function orderRequestSchemas(
  words: WordsProfile,
  isCancelLimited: boolean,
): OrderRequestSchemas {
  const made = MADE.get(words) ?? new Map<boolean, OrderRequestSchemas>();
  MADE.set(words, made);
  const known = made.get(isCancelLimited);
  if (known !== undefined) return known;
  const schemas = makeSchemas(words, isCancelLimited);
  made.set(isCancelLimited, schemas);
  return schemas;
}

function makeSchemas(words: WordsProfile, isCancelLimited: boolean): OrderRequestSchemas {
  const terms = orderInfoSchema(words);
  const modification = z
    .object({ order_id: z.guid(), order_info: terms })
    .transform((one) => ({ orderId: one.order_id.toLowerCase(), terms: one.order_info }));
  const ids = z
    .array(z.guid().transform((id) => id.toLowerCase()))
    .refine((items) => new Set(items).size === items.length, { message: 'items must be unique' });
  return {
    place: z
      .strictObject({
        orders: z.array(placementSchema(words, terms)).min(1).max(LIMITS.batchMax),
        broker_id: z
          .string()
          .min(1)
          .max(32)
          .regex(/^[a-zA-Z0-9_]+$/),
      })
      .transform(({ broker_id, orders }) => ({ brokerId: broker_id, orders })),
    modify: z.strictObject({ orders: z.array(modification).min(1).max(LIMITS.batchMax) }),
    cancel: isCancelLimited ? ids.max(LIMITS.batchMax) : ids,
  };
}

function placementSchema(
  { side, product }: WordsProfile,
  terms: z.ZodType<OrderTerms>,
): z.ZodType<WirePlacement> {
  return z
    .object({
      user_tag: z.string().max(LIMITS.tagLengthMax).nullish(),
      extra_tags: extraTagsSchema.nullish(),
      instrument_id: z.string(),
      symbol: z.string(),
      side: z.enum([side.buy, side.sell]),
      quantity: wholeNumber,
      product_type: z.enum([product.intraday, product.carryForward]),
      order_info: terms,
    })
    .transform((one) => ({
      userTag: one.user_tag ?? '',
      extraTags: one.extra_tags ?? {},
      instrumentId: one.instrument_id,
      symbol: one.symbol,
      side: one.side === side.buy ? 'buy' : 'sell',
      quantityUnits: one.quantity,
      product: one.product_type === product.intraday ? 'intraday' : 'carry-forward',
      terms: one.order_info,
    }));
}

/** zod's own check of whole numbers calls a text "no number"; the platform's kind says "no integer". */
const wholeNumber = z.custom<number>((value) => Number.isSafeInteger(value), {
  params: { expected: 'int' },
});

const extraTagsSchema = z
  .record(z.string(), z.string().max(LIMITS.extraTagValueLengthMax))
  .refine((tags) => Object.keys(tags).length <= LIMITS.extraTagsMax, {
    message: `at most ${String(LIMITS.extraTagsMax)} entries`,
  })
  .refine((tags) => Object.keys(tags).every((key) => key.length <= LIMITS.extraTagKeyLengthMax), {
    message: `keys of at most ${String(LIMITS.extraTagKeyLengthMax)} characters`,
  });

function orderInfoSchema({ orderType }: WordsProfile): z.ZodType<OrderTerms> {
  return z.discriminatedUnion('order_type', [
    z
      .object({ order_type: z.literal(orderType.market), ref_price: paise.default(0) })
      .transform(({ ref_price }) => ({ kind: 'market' as const, referencePricePaise: ref_price })),
    z
      .object({ order_type: z.literal(orderType.limit), price: paise })
      .transform(({ price }) => ({ kind: 'limit' as const, pricePaise: price })),
    z
      .object({ order_type: z.literal(orderType.stop), trigger_price: paise, limit_price: paise })
      .transform(({ trigger_price, limit_price }) => ({
        kind: 'stop' as const,
        triggerPricePaise: trigger_price,
        limitPricePaise: limit_price,
      })),
  ]);
}

/** Beyond it a price in paise is no exact number any more. */
const RUPEES_MAX = 1e12;

/** Rupees to paise. Less than a paisa is kept, so that the tick check sees it. */
const paise = z
  .number()
  .min(-RUPEES_MAX)
  .max(RUPEES_MAX)
  .transform((rupees) => {
    const exact = rupees * 100;
    const whole = Math.round(exact);
    return Math.abs(exact - whole) < 1e-6 ? whole : exact;
  });
