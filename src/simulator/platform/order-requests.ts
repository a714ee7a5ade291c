import { z } from 'zod';

import { isRecord } from '../../base/json.ts';
import { LIMITS } from '../../exchange/request-limits.ts';
import { kept } from '../../base/kept.ts';
import { type OrderTerms } from '../../model/orders/order.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { boundedList, openObject } from './read-body.ts';
import { SIMULATED_WORDS } from './vocabulary.ts';

/** Bodies of the orders endpoints, checked as the interface documents them. */
export interface OrderRequestSchemas {
  readonly place: z.ZodType<{ brokerId: string; orders: PlaceElement[] }>;
  readonly modify: z.ZodType<{ orders: { orderId: string; terms: OrderTerms }[] }>;
  readonly cancel: z.ZodType<string[]>;
}

/** Kept: a drill makes thousands of simulators. */
const MADE = new Map<boolean, OrderRequestSchemas>();

/** The schemas of a simulator, lenient or not. */
export function orderRequestSchemas(isLenient: boolean): OrderRequestSchemas {
  return kept(MADE, isLenient, () => makeSchemas(isLenient));
}

function makeSchemas(isLenient: boolean): OrderRequestSchemas {
  const terms = orderInfoSchema(isLenient);
  const placement = placementSchema(terms, isLenient);
  const modification = openObject({ order_id: z.guid(), order_info: terms }, isLenient).transform(
    (one) => ({ orderId: one.order_id.toLowerCase(), terms: one.order_info }),
  );
  return {
    place: z
      .strictObject({
        orders: boundedList(placement, { min: 1, max: LIMITS.batchMax }),
        broker_id: z
          .string()
          .min(1)
          .max(32)
          .regex(/^[a-zA-Z0-9_]+$/),
      })
      .transform(({ broker_id, orders }) => ({ brokerId: broker_id, orders })),
    modify: z.strictObject({ orders: boundedList(modification, { min: 1, max: LIMITS.batchMax }) }),
    cancel: boundedList(
      z.guid().transform((id) => id.toLowerCase()),
      { max: LIMITS.batchMax },
    ).refine((items) => new Set(items).size === items.length, { message: 'items must be unique' }),
  };
}

function placementSchema(
  terms: z.ZodType<OrderTerms>,
  isLenient: boolean,
): z.ZodType<PlaceElement> {
  const { side, product } = SIMULATED_WORDS;
  const tag = z.string().max(LIMITS.tagLengthMax);
  const shape = {
    user_tag: isLenient ? tag.nullish() : tag,
    extra_tags: isLenient ? extraTagsSchema.nullish() : extraTagsSchema,
    instrument_id: z.string(),
    symbol: z.string(),
    side: z.enum([side.buy, side.sell]),
    quantity: wholeNumber,
    product_type: z.enum([product.intraday, product.carryForward]),
    order_info: terms,
    /** The interface names it without a type. */
    delay: z.unknown().optional(),
  };
  return openObject(shape, isLenient).transform((one) => ({
    tag: one.user_tag ?? '',
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

/** Not a zod record: those skip the key `__proto__`, and check every entry of a large one. */
const extraTagsSchema = z
  .unknown()
  .superRefine((tags, found) => {
    if (!isRecord(tags)) {
      found.addIssue({ code: 'invalid_type', expected: 'record', input: tags });
      return;
    }
    const entries = Object.entries(tags);
    if (entries.length <= LIMITS.extraTagsMax) {
      for (const [key, value] of entries) checkTag(key, value, found);
    } else {
      const message = `at most ${String(LIMITS.extraTagsMax)} entries`;
      found.addIssue({ code: 'custom', message, input: tags });
    }
  })
  .transform((tags) => tags as Readonly<Record<string, string>>);

function checkTag(key: string, value: unknown, found: z.RefinementCtx): void {
  const path = [key];
  if (key.length > LIMITS.extraTagKeyLengthMax) {
    const message = `keys of at most ${String(LIMITS.extraTagKeyLengthMax)} characters`;
    found.addIssue({ code: 'custom', message, input: key });
  } else if (typeof value !== 'string') {
    found.addIssue({ code: 'invalid_type', expected: 'string', input: value, path });
  } else if (value.length > LIMITS.extraTagValueLengthMax) {
    const maximum = LIMITS.extraTagValueLengthMax;
    found.addIssue({ code: 'too_big', origin: 'string', maximum, input: value, path });
  }
}

function orderInfoSchema(isLenient: boolean): z.ZodType<OrderTerms> {
  const { orderType } = SIMULATED_WORDS;
  const market = {
    order_type: z.literal(orderType.market),
    ref_price: isLenient ? paise.default(0) : paise,
  };
  const limit = { order_type: z.literal(orderType.limit), price: paise };
  const stop = {
    order_type: z.literal(orderType.stop),
    trigger_price: paise,
    limit_price: paise,
  };
  return z.discriminatedUnion('order_type', [
    openObject(market, isLenient).transform(({ ref_price }) => ({
      kind: 'market' as const,
      referencePricePaise: ref_price,
    })),
    openObject(limit, isLenient).transform(({ price }) => ({
      kind: 'limit' as const,
      pricePaise: price,
    })),
    openObject(stop, isLenient).transform(({ trigger_price, limit_price }) => ({
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
