import { fail, ok, type Result } from '../../../base/result.ts';
import { type Order } from '../../../model/orders/order.ts';
import { type Profile } from '../../../model/orders/platform-profile.ts';
import {
  type ElementOutcome,
  type ModifyElement,
  type Orders,
  type OrdersObservation,
  type PlaceRequest,
} from '../../../ports/orders.ts';
import { type Outcome } from '../../../ports/outcome.ts';
import { type TransportResult } from '../../../ports/transport.ts';
import {
  type AnswerRules,
  invalidRequest,
  malformed,
  mismatch,
  readAnswer,
  successBody,
} from '../../shared/answer.ts';
import { formatInstant } from '../../../model/time/instant.ts';
import { parseJsonBody } from '../../shared/json-body.ts';
import { type PlatformSession } from '../../shared/session.ts';
import { changeOutcomes, placeOutcomes } from './element-outcomes.ts';
import { modifyBody, placeBody } from './map.ts';
import { OrdersPollReader } from './poll-reader.ts';
import { createOrderReader, type OrderReader } from './read-order.ts';
import { type OrderRequestWires, orderRequestWires } from './wire.ts';

type ElementsOutcome = Outcome<ReadonlyMap<string, ElementOutcome>>;

/** The orders host of the platform. */
export function createOrders(options: {
  readonly session: PlatformSession;
  readonly profile: Profile;
}): Orders {
  return new PlatformOrders(options.session, options.profile);
}

/** Holds the last poll of today's orders; everything else is without state. Methods are bound. */
class PlatformOrders implements Orders {
  readonly #profile: Profile;
  readonly #client: OrdersClient;
  readonly #wires: OrderRequestWires;
  readonly #rules: AnswerRules;
  readonly #reader: OrderReader;
  readonly #poll: OrdersPollReader;

  constructor(session: PlatformSession, profile: Profile) {
    this.#profile = profile;
    this.#client = createOrdersClient(session);
    this.#wires = orderRequestWires(profile);
    this.#reader = createOrderReader(profile, session.scrub);
    this.#poll = new OrdersPollReader(this.#reader);
    this.#rules = {
      errors: new Map([[422, 'validation']]),
      certainStatuses: profile.rejections.certainStatuses,
      scrub: session.scrub,
    };
  }

  readonly place = async (request: PlaceRequest): Promise<ElementsOutcome> => {
    const body = this.#wires.place.safeParse(placeBody(request, this.#profile.words));
    if (!body.success) return invalidRequest(body.error);
    const tags = request.elements.map(({ tag }) => tag);
    const result = await this.#client.place(body.data);
    return readAnswer(result, this.#rules, (answer) =>
      placeOutcomes(answer, tags, this.#rules.scrub),
    );
  };

  readonly modify = async (elements: readonly ModifyElement[]): Promise<ElementsOutcome> => {
    const body = this.#wires.modify.safeParse(modifyBody(elements, this.#profile.words));
    if (!body.success) return invalidRequest(body.error);
    const orderIds = elements.map(({ orderId }) => orderId);
    const result = await this.#client.modify(body.data);
    return this.#readChanges(result, orderIds, this.#profile.results.modifyKeyedBy);
  };

  readonly cancel = async (orderIds: readonly string[]): Promise<ElementsOutcome> => {
    const body = this.#wires.cancel.safeParse(orderIds);
    if (!body.success) return invalidRequest(body.error);
    const result = await this.#client.cancel(body.data);
    return this.#readChanges(result, orderIds, this.#profile.results.cancelKeyedBy);
  };

  readonly today = async (): Promise<Outcome<OrdersObservation>> => {
    const body = successBody(await this.#client.todayOrders(), this.#rules);
    if (!body.ok) return body.error;
    const read = this.#poll.read(body.value);
    return read.ok ? { kind: 'accepted', value: read.value } : malformed(200, read.error);
  };

  readonly byId = async (orderId: string): Promise<Outcome<Order>> => {
    const checked = this.#wires.orderId.safeParse(orderId);
    if (!checked.success) return invalidRequest(checked.error);
    const result = await this.#client.order(new URLSearchParams({ order_id: orderId }));
    const outcome = readAnswer(result, this.#rules, (record) => this.#readOne(record));
    if (outcome.kind !== 'accepted') return outcome;
    const isAsked = outcome.value.orderId.toLowerCase() === orderId.toLowerCase();
    return isAsked ? outcome : mismatch('The answer is another order');
  };

  readonly byTag = async (
    tag: string,
    range?: { readonly startMs: number; readonly endMs: number },
  ): Promise<Outcome<readonly Order[]>> => {
    const checked = this.#wires.userTag.safeParse(tag);
    if (!checked.success) return invalidRequest(checked.error);
    const result = await this.#client.ordersByUserTag(this.#tagQuery(tag, range));
    const outcome = readAnswer(result, this.#rules, (records) => this.#readAll(records));
    if (outcome.kind !== 'accepted') return outcome;
    if (outcome.value.some((order) => order.tag !== tag)) {
      return mismatch('The answer has orders with another tag');
    }
    const other = outcome.value.find(({ orderId }) => (this.#poll.tagOf(orderId) ?? tag) !== tag);
    if (other === undefined) return outcome;
    return mismatch(`The answer has order ${other.orderId}, which has another tag in the list`);
  };

  #readChanges(
    result: TransportResult,
    orderIds: readonly string[],
    keyedBy: 'order-id' | 'index',
  ): ElementsOutcome {
    const body = successBody(result, this.#rules);
    if (!body.ok) return body.error;
    const parsed = parseJsonBody(body.value);
    if (!parsed.ok) return malformed(200, parsed.error);
    const outcomes = changeOutcomes({
      body: parsed.value,
      text: body.value.toString('utf8'),
      orderIds,
      keyedBy,
      scrub: this.#rules.scrub,
    });
    return outcomes.ok
      ? { kind: 'accepted', value: outcomes.value }
      : malformed(200, outcomes.error);
  }

  #tagQuery(
    tag: string,
    range: { readonly startMs: number; readonly endMs: number } | undefined,
  ): URLSearchParams {
    const query = new URLSearchParams({ user_tag: tag });
    const { sendRange, rangeFormat } = this.#profile.lookup;
    if (sendRange && range !== undefined) {
      query.set('start_ts', formatInstant(range.startMs, rangeFormat));
      query.set('end_ts', formatInstant(range.endMs, rangeFormat));
    }
    return query;
  }

  #readOne(record: unknown): Result<Order, string> {
    const order = this.#reader.read(record);
    return order === null ? fail(this.#reader.explain(record).problem) : ok(order);
  }

  /** With even one record that cannot be read, the answer proves no absence: none of it counts. */
  #readAll(records: unknown): Result<readonly Order[], string> {
    if (!Array.isArray(records)) return fail('The answer is not a list');
    const orders: Order[] = [];
    for (const [index, record] of (records as readonly unknown[]).entries()) {
      const order = this.#readOne(record);
      if (!order.ok) return fail(`Record ${String(index)}: ${order.error}`);
      orders.push(order.value);
    }
    return ok(orders);
  }
}

/** The endpoints of the orders host, one method each. Bodies are checked before, answers after. */
interface OrdersClient {
  readonly place: (body: unknown) => Promise<TransportResult>;
  readonly modify: (body: unknown) => Promise<TransportResult>;
  readonly cancel: (body: unknown) => Promise<TransportResult>;
  readonly todayOrders: () => Promise<TransportResult>;
  readonly order: (query: URLSearchParams) => Promise<TransportResult>;
  readonly ordersByUserTag: (query: URLSearchParams) => Promise<TransportResult>;
}

/** Makes the client on a session. Nothing that writes is sent twice. */
function createOrdersClient(session: PlatformSession): OrdersClient {
  const write = (method: 'POST' | 'PUT', path: string, body: unknown): Promise<TransportResult> =>
    session.send(
      {
        role: 'orders',
        method,
        path,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      'write',
    );
  const read = (path: string): Promise<TransportResult> =>
    session.send(
      { role: 'orders', method: 'GET', path, headers: { accept: 'application/json' }, body: null },
      'read',
    );
  return {
    place: (body) => write('POST', '/place', body),
    modify: (body) => write('PUT', '/modify', body),
    cancel: (body) => write('POST', '/cancel', body),
    todayOrders: () => read('/today-orders'),
    order: (query) => read(`/order?${query.toString()}`),
    ordersByUserTag: (query) => read(`/orders-by-user-tag?${query.toString()}`),
  };
}
