import { invariant } from '../../base/invariant.ts';
import { isSameJson, type Json } from '../../base/json.ts';
import { type Order } from '../../model/orders/order.ts';
import { type OrdersObservation } from '../../ports/orders.ts';

type Malformed = OrdersObservation['malformed'];
/** An order at a place of the list: new or changed, or a number: the place where it was in the poll before. */
type Edit = readonly [place: number, order: Order | number];
/** Empty: as the poll before. `0` for what is as expected; `changed` refers to places of the list where it can. */
type Coded =
  | readonly []
  | readonly [
      isUnchanged: 0 | 1,
      length: number,
      edits: readonly Edit[],
      malformed: Malformed | 0,
      changed: readonly (Order | number)[] | 0,
    ];

const NONE: OrdersObservation = { orders: [], changed: [], malformed: [], isUnchanged: false };

/** Writes polls of orders as what differs from the poll written before. */
export class OrdersEncoder {
  #before = NONE;

  encode(poll: OrdersObservation): readonly Json[] {
    const before = this.#before;
    this.#before = poll;
    const { edits, fresh } = editsBetween(before.orders, poll.orders);
    const isSameList = edits.length === 0 && poll.orders.length === before.orders.length;
    const isSameMalformed = isSameJson(poll.malformed, before.malformed);
    const isChangedKnown = isSameItems(poll.changed, fresh);
    if (isSameList && isSameMalformed && isChangedKnown && poll.isUnchanged) return [];
    const coded: Coded = [
      poll.isUnchanged ? 1 : 0,
      poll.orders.length,
      edits,
      isSameMalformed ? 0 : poll.malformed,
      isChangedKnown ? 0 : poll.changed.map((order) => placeOf(poll.orders, order)),
    ];
    return coded as unknown as readonly Json[];
  }
}

/** Reads what `OrdersEncoder` wrote. An order that did not change is the same object as in the poll read before. */
export class OrdersDecoder {
  #before = NONE;

  decode(json: readonly Json[]): OrdersObservation {
    const coded = json as unknown as Coded;
    this.#before = coded.length === 0 ? sameAgain(this.#before) : edited(this.#before, coded);
    return this.#before;
  }
}

function sameAgain(before: OrdersObservation): OrdersObservation {
  if (before.isUnchanged && before.changed.length === 0) return before;
  return { orders: before.orders, changed: [], malformed: before.malformed, isUnchanged: true };
}

function edited(before: OrdersObservation, coded: Exclude<Coded, readonly []>): OrdersObservation {
  const [isUnchanged, length, edits, malformed, changed] = coded;
  const orders = before.orders.slice(0, length);
  const fresh: Order[] = [];
  for (const [place, what] of edits) {
    if (typeof what === 'object') fresh.push(what);
    invariant(place < length, 'The journal has an order beyond the end of its list');
    orders[place] = orderAt(before.orders, what);
  }
  return {
    orders,
    changed: changed === 0 ? fresh : changed.map((what) => orderAt(orders, what)),
    malformed: malformed === 0 ? before.malformed : malformed,
    isUnchanged: isUnchanged === 1,
  };
}

function orderAt(orders: readonly Order[], what: Order | number): Order {
  const order = typeof what === 'number' ? orders[what] : what;
  invariant(order !== undefined, 'The journal refers to an order that no poll had');
  return order;
}

function editsBetween(
  before: readonly Order[],
  after: readonly Order[],
): { readonly edits: readonly Edit[]; readonly fresh: readonly Order[] } {
  const edits: Edit[] = [];
  const fresh: Order[] = [];
  let places: Map<string, number> | null = null;
  for (const [place, order] of after.entries()) {
    if (isSameJson(order, before[place])) continue;
    places ??= new Map(before.map(({ orderId }, index) => [orderId, index]));
    const placeBefore = places.get(order.orderId);
    if (placeBefore !== undefined && isSameJson(order, before[placeBefore])) {
      edits.push([place, placeBefore]);
    } else {
      edits.push([place, order]);
      fresh.push(order);
    }
  }
  return { edits, fresh };
}

function isSameItems(one: readonly Order[], other: readonly Order[]): boolean {
  return one.length === other.length && one.every((order, index) => order === other[index]);
}

function placeOf(orders: readonly Order[], order: Order): Order | number {
  const place = orders.indexOf(order);
  return place === -1 ? order : place;
}
