import { invariant } from '../../base/invariant.ts';
import { foldOrder } from '../../model/orders/order-fold.ts';
import { isContradiction } from '../../model/orders/order-machine.ts';
import { type LegRef, type Order, type OrderEvent, type Seen } from '../../model/orders/order.ts';
import { ListedIds } from '../polling/listed-ids.ts';

/** An order that was over, and a newer record that says otherwise. */
export interface Contradiction {
  readonly known: Order;
  readonly record: Order;
}

const NO_EVENTS: readonly OrderEvent[] = [];

/** Every order of the day that polls have shown, newest version of each. */
export class SeenOrders {
  readonly #orders = new Map<string, Order>();
  readonly #unclaimed = new Map<string, Order[]>();
  #lastPoll: readonly Order[] = [];
  #contradicted: Contradiction[] = [];
  readonly #contradictedIds = new Set<string>();

  /** Folds a poll. Records that are the same objects at the same places as in the last poll are skipped. */
  observe(
    records: readonly Order[],
    seen: Seen,
    legRefOf: (order: Order) => LegRef | null,
  ): readonly OrderEvent[] {
    const last = this.#lastPoll;
    if (records === last) return NO_EVENTS;
    const news = records.filter((record, index) => record !== last[index]);
    this.#lastPoll = records;
    return this.observeSome(news, seen, legRefOf);
  }

  /** Folds records that are not the whole list. */
  observeSome(
    records: readonly Order[],
    seen: Seen,
    legRefOf: (order: Order) => LegRef | null,
  ): readonly OrderEvent[] {
    const events: OrderEvent[] = [];
    for (const record of records) {
      const legRef = legRefOf(record);
      const held = this.#orders.get(record.orderId);
      if (held !== undefined) this.#noteContradiction(held, record);
      const fold = foldOrder(held, record, { legRef, seen });
      if (fold.order === held) continue;
      invariant(fold.order.filledUnits >= (held?.filledUnits ?? 0), 'Fills of an order shrink');
      this.#orders.set(record.orderId, fold.order);
      if (legRef === null) this.#keepUnclaimed(fold.order);
      events.push(...fold.events);
    }
    return events;
  }

  /** Takes what the last records said against what was known: of each order once. */
  takeContradicted(): readonly Contradiction[] {
    const contradicted = this.#contradicted;
    if (contradicted.length > 0) this.#contradicted = [];
    return contradicted;
  }

  #noteContradiction(known: Order, record: Order): void {
    if (!isContradiction(known, record) || this.#contradictedIds.has(known.orderId)) return;
    this.#contradictedIds.add(known.orderId);
    this.#contradicted.push({ known, record });
  }

  /** Orders with a tag that no intent had when they were seen; they are claimed by this call. */
  claim(tag: string): readonly Order[] {
    const orders = this.#unclaimed.get(tag) ?? [];
    this.#unclaimed.delete(tag);
    return orders;
  }

  /** The newest version of an order; undefined when no poll has shown it. */
  get(orderId: string): Order | undefined {
    return this.#orders.get(orderId);
  }

  all(): Iterable<Order> {
    return this.#orders.values();
  }

  #keepUnclaimed(order: Order): void {
    if (order.tag === '') return;
    const others = (this.#unclaimed.get(order.tag) ?? []).filter(
      ({ orderId }) => orderId !== order.orderId,
    );
    this.#unclaimed.set(order.tag, [...others, order]);
  }
}

/** How long complete lists must lack an order before it counts as missing: never after the first of them. */
const MISSING_MS_MIN = 5_000;

/** What changed about orders that a list had shown and then lacked. */
export interface ListChange {
  readonly vanished: readonly string[];
  readonly returned: readonly string[];
}

interface Gap {
  readonly sinceMs: number;
  isTold: boolean;
}

/**
 * Watches that the list of the day's orders only grows. An order that it lacks keeps its last state everywhere else:
 * one that worked may still fill.
 */
export class ListWatch {
  readonly #listed = new ListedIds();
  readonly #shown = new Set<string>();
  readonly #gaps = new Map<string, Gap>();

  /** Takes in a list of which every record could be read. */
  observe(orders: readonly Pick<Order, 'orderId'>[], nowMs: number): ListChange {
    const news = orders.slice(this.#listed.take(orders));
    for (const { orderId } of news) this.#shown.add(orderId);
    const present = this.#listed.ids;
    const returned = this.#close(present);
    const vanished: string[] = [];
    if (present.size === this.#shown.size) return { vanished, returned };
    for (const orderId of this.#shown) {
      if (present.has(orderId)) continue;
      const gap = this.#gaps.get(orderId) ?? { sinceMs: nowMs, isTold: false };
      this.#gaps.set(orderId, gap);
      const isMissing = nowMs - gap.sinceMs >= MISSING_MS_MIN;
      if (!isMissing || gap.isTold) continue;
      gap.isTold = true;
      vanished.push(orderId);
    }
    return { vanished, returned };
  }

  /** Orders that were told to be missing and have not returned. */
  missing(): readonly string[] {
    return [...this.#gaps].filter(([, { isTold }]) => isTold).map(([orderId]) => orderId);
  }

  /** Whether a list lacks something: then every further one has to be looked at. */
  get hasGaps(): boolean {
    return this.#gaps.size > 0;
  }

  /** Whether further lists may still tell that something is missing. */
  get isLooking(): boolean {
    for (const { isTold } of this.#gaps.values()) if (!isTold) return true;
    return false;
  }

  #close(present: ReadonlySet<string>): readonly string[] {
    const returned: string[] = [];
    for (const [orderId, { isTold }] of this.#gaps) {
      if (!present.has(orderId)) continue;
      this.#gaps.delete(orderId);
      if (isTold) returned.push(orderId);
    }
    return returned;
  }
}
