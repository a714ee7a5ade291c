import { counted } from '../../base/counted.ts';
import { type Order } from '../../model/orders/order.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type MalformedRecord, type OrdersObservation } from '../../ports/orders.ts';
import { type Desk } from '../desk.ts';

/** What the records of a list are that could not be read. */
export interface SortedMalformed {
  /** Those that may be ours: with even one, the list proves nothing. */
  readonly doubtful: readonly MalformedRecord[];
  /** Those that provably are not: with another tag than ours, of a known foreign order, or a copy of another record. */
  readonly others: readonly MalformedRecord[];
}

/** Tells the records that provably are not ours from those that may be. */
export function sortMalformed(desk: Desk, malformed: readonly MalformedRecord[]): SortedMalformed {
  if (malformed.length === 0) return { doubtful: [], others: [] };
  const own = ownOrderIds(desk);
  const isOfOthers = (record: MalformedRecord): boolean =>
    record.isCopy === true || isForeign(desk, own, record);
  return {
    doubtful: malformed.filter((record) => !isOfOthers(record)),
    others: malformed.filter(isOfOthers),
  };
}

/** Orders of others among those records that are in no other record of the list, and the ones of them that were read before. */
export function othersIn(
  desk: Pick<Desk, 'orders'>,
  { orders }: Pick<OrdersObservation, 'orders'>,
  others: readonly MalformedRecord[],
): { readonly othersCount: number; readonly othersKnown: readonly Order[] } {
  if (others.length === 0) return { othersCount: 0, othersKnown: [] };
  const shown = new Set(orders.map(({ orderId }) => orderId));
  const ids = new Set(others.flatMap(({ orderId }) => orderId ?? []));
  const unnamed = others.filter(({ orderId }) => orderId === undefined).length;
  const fresh = [...ids].filter((orderId) => !shown.has(orderId));
  const othersKnown = fresh.flatMap((orderId) => desk.orders.get(orderId) ?? []);
  return { othersCount: fresh.length + unnamed, othersKnown };
}

/** What some records say wherever they stand in the list: the same trouble has the same key. Empty for none. */
export function keyOfMalformed(records: readonly MalformedRecord[]): string {
  return records
    .map(({ orderId, tag, problem }) => `${orderId ?? ''} ${tag ?? ''} ${problem}`)
    .join('\n');
}

/** The first of some records, for people: its place, its identifiers where readable, what is wrong with it. */
export function describeMalformed(records: readonly MalformedRecord[]): string {
  const [first] = records;
  if (first === undefined) return '';
  const { index, orderId, tag, problem } = first;
  const id = orderId === undefined ? 'order_id not readable' : `order_id ${orderId}`;
  const ownTag = tag === undefined ? 'user_tag not readable' : `user_tag "${tag}"`;
  const more = records.length === 1 ? '' : ` (and ${counted(records.length - 1, 'more record')})`;
  return `record ${String(index)} (${id}, ${ownTag}): ${problem}${more}`;
}

/**
 * A tag of our form without an intent may be that of an order of an earlier life, which a run may ask for again: it is no
 * stranger's. An order that is ours stays ours whatever tag its record shows.
 */
function isForeign(
  desk: Pick<Desk, 'intents' | 'orders'>,
  own: ReadonlySet<string>,
  { orderId, tag }: MalformedRecord,
): boolean {
  if (orderId !== undefined && own.has(orderId)) return false;
  if (tag !== undefined) return !isOurTag(tag) && desk.intents.byTag(tag) === undefined;
  const known = orderId === undefined ? undefined : desk.orders.get(orderId);
  return known !== undefined && !isOurTag(known.tag) && desk.intents.byTag(known.tag) === undefined;
}

function ownOrderIds(desk: Pick<Desk, 'intents'>): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { orders, acceptedOrderId } of desk.intents.all()) {
    for (const orderId of orders.keys()) own.add(orderId);
    if (acceptedOrderId !== null) own.add(acceptedOrderId);
  }
  return own;
}
