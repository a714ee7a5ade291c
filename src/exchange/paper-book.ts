import { type Order } from '../model/orders/order.ts';
import { type Clock } from '../ports/clock.ts';
import {
  type ElementOutcome,
  type Orders,
  type OrdersObservation,
  type PlaceElement,
  type PlaceRequest,
} from '../ports/orders.ts';
import { type Outcome, type Synchronous } from '../ports/outcome.ts';
import { type OrderAnswer } from './book-entry.ts';
import { type Exchange } from './exchange.ts';
import { LIMITS } from './request-limits.ts';

/** What a paper book is made of. */
export interface PaperBookOptions {
  readonly exchange: Exchange;
  /** The run's time: each call first lets the exchange catch up with it. */
  readonly clock: Clock;
  /** How the exchange catches up, where more than the exchange must. @default exchange.advanceTo */
  readonly advanceTo?: (atMs: number) => void;
}

/**
 * The local order book that paper runs and backtests trade against. It answers as the platform does and reaches
 * nothing outside the process. An observation in which nothing changed costs a comparison of two numbers.
 */
export function createPaperBook(options: PaperBookOptions): Synchronous<Orders> {
  const { exchange, clock } = options;
  const now = (): number => {
    const atMs = clock.nowMs();
    if (options.advanceTo === undefined) exchange.advanceTo(atMs);
    else options.advanceTo(atMs);
    return atMs;
  };
  const eachOf = <Item>(
    items: readonly Item[],
    act: (item: Item) => readonly [key: string, answer: OrderAnswer],
  ): Outcome<ReadonlyMap<string, ElementOutcome>> =>
    accepted(new Map(items.map(act).map(([key, answer]) => [key, elementOutcome(answer)])));
  return {
    place: ({ brokerId, elements }) => {
      const atMs = now();
      const problems = checkPlacement({ brokerId, elements });
      if (problems.length > 0) return invalid(problems);
      return eachOf(elements, (one) => [one.tag, exchange.place(one, brokerId, atMs)]);
    },
    modify: (elements) => {
      const atMs = now();
      const problems = [
        ...checkBatch('orders', elements),
        ...checkIds(elements.map(({ orderId }) => orderId)),
      ];
      if (problems.length > 0) return invalid(problems);
      return eachOf(elements, ({ orderId, terms }) => [
        orderId,
        exchange.modify(orderId, terms, atMs),
      ]);
    },
    cancel: (orderIds) => {
      const atMs = now();
      const problems = [...checkBatch('orders', orderIds), ...checkIds(orderIds)];
      if (problems.length > 0) return invalid(problems);
      return eachOf(orderIds, (orderId) => [orderId, exchange.cancel(orderId, atMs)]);
    },
    today: createObserver(exchange, now),
    byId: (orderId) => {
      now();
      const order = exchange.order(orderId);
      return order === undefined ? notFound(orderId) : accepted(order);
    },
    byTag: (tag, range) => {
      now();
      return accepted(exchange.orders().filter((order) => order.tag === tag && isIn(order, range)));
    },
  };
}

function createObserver(exchange: Exchange, catchUp: () => number): Synchronous<Orders>['today'] {
  let seenVersion = -1;
  let unchanged = accepted<OrdersObservation>({
    orders: [],
    changed: [],
    malformed: [],
    isUnchanged: true,
  });
  return () => {
    catchUp();
    if (exchange.version === seenVersion) return unchanged;
    const changed = exchange.changedSince(seenVersion);
    const orders = exchange.orders();
    seenVersion = exchange.version;
    unchanged = accepted({ orders, changed: [], malformed: [], isUnchanged: true });
    return accepted({ orders, changed, malformed: [], isUnchanged: false });
  };
}

function isIn(
  order: Order,
  range: { readonly startMs: number; readonly endMs: number } | undefined,
): boolean {
  if (range === undefined) return true;
  return order.createdAtMs >= range.startMs && order.createdAtMs <= range.endMs;
}

function elementOutcome(answer: OrderAnswer): ElementOutcome {
  return answer.kind === 'accepted'
    ? { kind: 'accepted', orderId: answer.orderId, detail: '' }
    : { kind: 'rejected', detail: answer.reason };
}

function accepted<Value>(value: Value): Outcome<Value> & { readonly kind: 'accepted' } {
  return { kind: 'accepted', value };
}

function invalid(problems: readonly Problem[]): Outcome<never> {
  return { kind: 'rejected', rejection: { form: 'invalid-request', problems } };
}

function notFound(orderId: string): Outcome<never> {
  const rejection = {
    form: 'error-envelope',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    message: `No order "${orderId}" today`,
    details: {},
  } as const;
  return { kind: 'rejected', rejection };
}

/** What is wrong with a request, as the adapters would say it. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Checks the limits of a batch to place. */
function checkPlacement({ brokerId, elements }: PlaceRequest): readonly Problem[] {
  const problems = [...checkBatch('orders', elements)];
  if (!LIMITS.brokerId.test(brokerId)) {
    problems.push({ path: 'broker_id', message: `Must match ${LIMITS.brokerId.source}` });
  }
  const tags = new Set<string>();
  for (const [index, element] of elements.entries()) {
    const path = `orders.${String(index)}`;
    problems.push(...checkElement(path, element));
    if (tags.has(element.tag)) {
      problems.push({ path: `${path}.user_tag`, message: 'Must be unique in its batch' });
    }
    tags.add(element.tag);
  }
  return problems;
}

/** Checks how many items a call carries. */
function checkBatch(path: string, items: readonly unknown[]): readonly Problem[] {
  if (items.length >= 1 && items.length <= LIMITS.batchMax) return [];
  const found = String(items.length);
  return [{ path, message: `Must hold 1 to ${String(LIMITS.batchMax)} items, found ${found}` }];
}

/** Checks that order ids are uuids and all different. */
function checkIds(orderIds: readonly string[]): readonly Problem[] {
  return orderIds.flatMap((orderId, index) => {
    const path = `orders.${String(index)}.order_id`;
    if (!LIMITS.uuid.test(orderId)) return [{ path, message: 'Must be a uuid' }];
    const isRepeated = orderIds.indexOf(orderId) !== index;
    return isRepeated ? [{ path, message: 'Must be unique in its call' }] : [];
  });
}

function checkElement(path: string, element: PlaceElement): readonly Problem[] {
  const problems: Problem[] = [];
  if (element.tag.length < 1 || element.tag.length > LIMITS.tagLengthMax) {
    const message = `Must have 1 to ${String(LIMITS.tagLengthMax)} characters`;
    problems.push({ path: `${path}.user_tag`, message });
  }
  const entries = Object.entries(element.extraTags);
  const isTooLong = entries.some(
    ([key, value]) =>
      key.length > LIMITS.extraTagKeyLengthMax || value.length > LIMITS.extraTagValueLengthMax,
  );
  if (entries.length > LIMITS.extraTagsMax || isTooLong) {
    problems.push({ path: `${path}.extra_tags`, message: 'Too many entries, or one too long' });
  }
  if (!Number.isSafeInteger(element.quantityUnits)) {
    problems.push({ path: `${path}.quantity`, message: 'Must be a whole number' });
  }
  return problems;
}
