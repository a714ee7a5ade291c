import { type z } from 'zod';

import { type Json } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type OrderAnswer } from '../../exchange/book-entry.ts';
import { type Order } from '../../model/orders/order.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { orderJson, ordersJson } from './order-record.ts';
import { orderRequestSchemas } from './order-requests.ts';
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
export function ordersEndpoints({
  exchange,
  brokerIds,
  switches,
}: PlatformParts): Readonly<
  Record<'place' | 'modify' | 'cancel' | 'today' | 'byId' | 'byTag', Endpoint>
> {
  const schemas = orderRequestSchemas(switches.isLenient);
  return {
    place: withBody(schemas.place, ({ orders, brokerId }, nowMs) => {
      const answers = orders.map((order) => {
        const isKnown = brokerIds.includes(brokerId);
        return placeAnswer(order, isKnown && exchange.place(order, brokerId, nowMs));
      });
      return jsonAnswer(200, answers);
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
    today: ({ asSeen }) => jsonText(200, ordersJson(asSeen(exchange.orders()))),
    byId: ({ query, asSeen }) => {
      const id = query.get('order_id');
      if (id === null) return missingQuery('order_id');
      const [order] = asSeen([exchange.order(id.toLowerCase()) ?? []].flat());
      return order === undefined
        ? errorEnvelope(404, 'ORDER_NOT_FOUND', 'There is no such order today')
        : jsonText(200, orderJson(order));
    },
    byTag: ({ query, asSeen }) => {
      const tag = query.get('user_tag');
      if (tag === null) return missingQuery('user_tag');
      const range = readRange(query);
      if (!range.ok) return range.error;
      const { startMs, endMs } = range.value;
      const isWanted = (order: Order): boolean =>
        order.tag === tag && order.createdAtMs >= startMs && order.createdAtMs <= endMs;
      return jsonText(200, ordersJson(asSeen(exchange.orders().filter(isWanted))));
    },
  };
}

/** Of an order for an unknown broker there is no answer of the exchange. */
function placeAnswer({ tag, extraTags }: PlaceElement, answer: OrderAnswer | false): Json {
  const isAccepted = answer !== false && answer.kind === 'accepted';
  return {
    success: isAccepted,
    order_id: isAccepted ? answer.orderId : null,
    user_tag: tag,
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
