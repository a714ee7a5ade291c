import { type z } from 'zod';

import { type Json } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type OrderAnswer } from '../../exchange/book-entry.ts';
import { type Order } from '../../model/orders/order.ts';
import { type OrderRecords } from './order-record.ts';
import { type OrderRequestSchemas, type WirePlacement } from './order-requests.ts';
import { type Endpoint, type PlatformParts } from './platform-parts.ts';
import { readInstant, readValidBody } from './read-body.ts';
import {
  errorEnvelope,
  jsonAnswer,
  jsonText,
  type SimulatedResponse,
  validationError,
} from './simulated-message.ts';

/** Makes the endpoints of the orders host. An unknown order gets 404 with an error envelope. */
export function ordersEndpoints(
  { exchange, brokerId }: PlatformParts,
  { schemas, records }: { schemas: OrderRequestSchemas; records: OrderRecords },
): Readonly<Record<'place' | 'modify' | 'cancel' | 'today' | 'byId' | 'byTag', Endpoint>> {
  return {
    place: withBody(schemas.place, ({ orders, brokerId: wanted }, nowMs) => {
      const answers = orders.map(({ userTag, ...order }) => {
        const element = { ...order, tag: userTag };
        return wanted === brokerId
          ? exchange.place(element, brokerId, nowMs)
          : ({ kind: 'refused', reason: 'Unknown broker' } as const);
      });
      return jsonAnswer(
        200,
        orders.map((order, index) => placeAnswer(order, answers[index])),
      );
    }),
    modify: withBody(schemas.modify, ({ orders }, nowMs) =>
      byOrderId(
        orders.map(({ orderId, terms }) => [orderId, exchange.modify(orderId, terms, nowMs)]),
        'Modify requested',
      ),
    ),
    cancel: withBody(schemas.cancel, (ids, nowMs) =>
      byOrderId(
        ids.map((id) => [id, exchange.cancel(id, nowMs)]),
        'Cancel requested',
      ),
    ),
    today: ({ asSeen }) => jsonText(200, records.list(asSeen(exchange.orders()))),
    byId: ({ query, asSeen }) => {
      const id = query.get('order_id');
      if (id === null) return missingQuery('order_id');
      const [order] = asSeen([exchange.order(id.toLowerCase()) ?? []].flat());
      return order === undefined
        ? errorEnvelope(404, 'ORDER_NOT_FOUND', 'There is no such order today')
        : jsonText(200, records.one(order));
    },
    byTag: ({ query, asSeen }) => {
      const tag = query.get('user_tag');
      if (tag === null) return missingQuery('user_tag');
      const range = readRange(query);
      if (!range.ok) return range.error;
      const { startMs, endMs } = range.value;
      const isWanted = (order: Order): boolean =>
        order.tag === tag && order.createdAtMs >= startMs && order.createdAtMs <= endMs;
      return jsonText(200, records.list(asSeen(exchange.orders().filter(isWanted))));
    },
  };
}

function placeAnswer({ userTag, extraTags }: WirePlacement, answer: OrderAnswer | undefined): Json {
  const isAccepted = answer?.kind === 'accepted';
  return {
    success: isAccepted,
    order_id: isAccepted ? answer.orderId : null,
    user_tag: userTag,
    extra_tags: extraTags,
  };
}

function withBody<Value>(
  schema: z.ZodType<Value>,
  act: (value: Value, nowMs: number) => SimulatedResponse,
): Endpoint {
  return ({ body, nowMs }) => {
    const read = readValidBody(schema, body);
    return read.ok ? act(read.value, nowMs) : read.error;
  };
}

function byOrderId(
  answers: readonly (readonly [id: string, answer: OrderAnswer])[],
  done: string,
): SimulatedResponse {
  const entries = answers.map(([id, answer]) => {
    const success = answer.kind === 'accepted';
    return [id, { success, msg: success ? done : answer.reason }] as const;
  });
  return jsonAnswer(200, Object.fromEntries(entries));
}

function missingQuery(name: string): SimulatedResponse {
  return validationError([{ loc: ['query', name], msg: 'Field required', type: 'missing' }]);
}

function readRange(
  query: URLSearchParams,
): Result<{ readonly startMs: number; readonly endMs: number }, SimulatedResponse> {
  const bounds = { start_ts: -Infinity, end_ts: Infinity };
  for (const name of ['start_ts', 'end_ts'] as const) {
    const text = query.get(name);
    if (text === null) continue;
    const atMs = readInstant(text);
    if (atMs === null) {
      const detail = { loc: ['query', name], msg: 'Input should be a valid datetime' };
      return fail(validationError([{ ...detail, type: 'datetime_parsing' }]));
    }
    bounds[name] = atMs;
  }
  return ok({ startMs: bounds.start_ts, endMs: bounds.end_ts });
}
