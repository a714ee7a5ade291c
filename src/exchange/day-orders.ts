import { invariant } from '../base/invariant.ts';
import { type Quote } from '../model/market/quote.ts';
import { isTerminal } from '../model/orders/order-machine.ts';
import { type Order } from '../model/orders/order.ts';
import { type Calendar, type CalendarDay } from '../model/time/calendar.ts';
import { DAY_MS, istDate, startOfIstDay } from '../model/time/ist.ts';
import { type BookEntry, type KnownStatus, STATUS_WORDS } from './book-entry.ts';
import { reachesTrigger } from './fills/match-at-touch.ts';

/** What may change in the snapshot of an order. */
export type OrderChange = Partial<
  Pick<Order, 'terms' | 'rejectionCode' | 'rejectionReason' | 'filledUnits' | 'filledValuePaise'>
> & { readonly status: KnownStatus };

/**
 * The day's orders. An order is *waiting* (sent, not yet at the exchange), *working* (may fill; listed by underlying in
 * time order) or *terminal* (never changes again). Must hold: status follows the table, fills only grow and never
 * exceed the quantity, `updatedAtMs` never goes back, and every change raises `version`.
 */
export class DayOrders {
  readonly #entries = new Map<string, BookEntry>();
  /** Of each entry its order, at its place. */
  readonly #orders: Order[] = [];
  readonly #working = new Map<string, BookEntry[]>();
  #snapshot: readonly Order[] | null = [];
  #version = 0;

  /** Grows with every change of any order. */
  get version(): number {
    return this.#version;
  }

  /** How many orders the day has. */
  get size(): number {
    return this.#entries.size;
  }

  /** Underlyings that have working orders. */
  get workingUnderlyings(): IterableIterator<string> {
    return this.#working.keys();
  }

  /** Adds an order on its way to the exchange. */
  add(entry: BookEntry): void {
    invariant(!this.#entries.has(entry.order.orderId), 'An order id was given twice');
    this.#entries.set(entry.order.orderId, entry);
    entry.place = this.#orders.length;
    this.#touch(entry);
  }

  /** The order of an id, or undefined. */
  find(orderId: string): BookEntry | undefined {
    return this.#entries.get(orderId);
  }

  /** All orders of the day, oldest first. The same array until something changes. */
  orders(): readonly Order[] {
    this.#snapshot ??= this.#orders.slice();
    return this.#snapshot;
  }

  /** All entries, oldest first. */
  entries(): Iterable<BookEntry> {
    return this.#entries.values();
  }

  /** Orders that changed after the book had this version. */
  changedSince(version: number): readonly Order[] {
    const changed: Order[] = [];
    for (const entry of this.#entries.values()) {
      if (entry.version > version) changed.push(entry.order);
    }
    return changed;
  }

  /** Orders of an underlying that may fill, oldest first. Safe to change the book while reading it. */
  working(underlying: string): readonly BookEntry[] {
    return [...(this.#working.get(underlying) ?? [])];
  }

  /** Whether a stop reaches its trigger at a quote: from there on it is a limit order. */
  trigger(entry: BookEntry, { lastPaise }: Quote, atMs: number): boolean {
    const { terms, side, status } = entry.order;
    if (!reachesTrigger(terms, side, lastPaise)) return false;
    entry.isTriggered = true;
    if (status === 'trigger-pending') this.update(entry, { status: 'open' }, atMs);
    return true;
  }

  /** Replaces the snapshot of an order. */
  update(entry: BookEntry, change: OrderChange, atMs: number): void {
    const before = entry.order;
    const filledUnits = change.filledUnits ?? before.filledUnits;
    invariant(
      mayFollow(before.status, change.status),
      `An order cannot go from ${before.status} to ${change.status}`,
    );
    invariant(
      filledUnits === before.filledUnits ||
        (filledUnits > before.filledUnits && filledUnits <= before.quantityUnits),
      'Fills only grow, up to the quantity',
    );
    invariant(atMs >= before.updatedAtMs, 'An order is never updated in its past');
    entry.past.push(before);
    entry.order = {
      ...before,
      ...change,
      updatedAtMs: atMs,
      statusWord: STATUS_WORDS[change.status],
    };
    this.#touch(entry);
    this.#list(entry, before.status);
  }

  /** Forgets the day. */
  clear(): void {
    this.#entries.clear();
    this.#orders.length = 0;
    this.#working.clear();
    this.#snapshot = null;
    this.#version += 1;
  }

  #touch(entry: BookEntry): void {
    this.#version += 1;
    this.#snapshot = null;
    this.#orders[entry.place] = entry.order;
    entry.version = this.#version;
  }

  #list(entry: BookEntry, before: KnownStatus): void {
    const { underlying } = entry.contract;
    const listed = this.#working.get(underlying) ?? [];
    if (before === 'place-pending' && !isTerminal(entry.order.status)) {
      this.#working.set(underlying, [...listed, entry]);
    } else if (before !== 'place-pending' && isTerminal(entry.order.status)) {
      const left = listed.filter((other) => other !== entry);
      if (left.length === 0) this.#working.delete(underlying);
      else this.#working.set(underlying, left);
    }
  }
}

/** Which status may follow which. Staying in a working status is allowed (a partial fill); a terminal one is for ever. */
const FOLLOWS: Readonly<Record<KnownStatus, readonly KnownStatus[]>> = {
  'place-pending': ['open', 'trigger-pending', 'rejected'],
  'trigger-pending': ['open', 'modify-pending', 'cancel-pending', 'cancelled'],
  open: ['open', 'completed', 'modify-pending', 'cancel-pending', 'cancelled'],
  'modify-pending': ['modify-pending', 'open', 'trigger-pending', 'completed', 'cancelled'],
  'cancel-pending': ['cancel-pending', 'cancelled', 'completed', 'open', 'trigger-pending'],
  completed: [],
  cancelled: [],
  rejected: [],
};

/** Whether an order may go from one status to another. */
export function mayFollow(from: KnownStatus, to: KnownStatus): boolean {
  return FOLLOWS[from].includes(to);
}

/** Cancels what is still working when the day's last session ends. */
export function cancelAtClose(book: DayOrders, atMs: number): void {
  for (const underlying of [...book.workingUnderlyings]) {
    for (const entry of book.working(underlying)) {
      const rejectionReason = 'Cancelled at the end of the day';
      book.update(entry, { status: 'cancelled', rejectionReason }, atMs);
    }
  }
}

/** One IST date with what the exchange needs of it at every step. */
export interface ExchangeDay {
  readonly calendarDay: CalendarDay;
  /** Midnight IST at which it begins and at which the next begins. */
  readonly startMs: number;
  readonly endMs: number;
  /** When the last session ends; null on a closed day. */
  readonly closesAtMs: number | null;
}

/** The trading day of an instant. */
export function exchangeDayAt(calendar: Calendar, atMs: number): ExchangeDay {
  const date = istDate(atMs);
  const calendarDay = calendar.day(date);
  const startMs = startOfIstDay(date);
  const closesAtMs = calendarDay.sessions.at(-1)?.endMs ?? null;
  return { calendarDay, startMs, endMs: startMs + DAY_MS, closesAtMs };
}

/** Whether continuous trading is on. */
export function isTrading(day: ExchangeDay, atMs: number): boolean {
  return day.calendarDay.sessions.some(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
}
