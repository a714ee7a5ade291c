import { type Contract } from '../model/market/contract.ts';
import { type OrderStatus } from '../model/orders/order-machine.ts';
import { type Order, type OrderTerms } from '../model/orders/order.ts';
import { type PlaceElement } from '../ports/orders.ts';
import { uuidOf } from './identities.ts';

/** That the minute of a change passes the limit of the order that is changed, and by which price. */
export interface Passed {
  /** When the change was made. */
  readonly atMs: number;
  /** When that price comes up. */
  readonly quotedAtMs: number;
}

/** Terms that a modify under way asks for, and when it was asked. */
export interface PendingChange {
  readonly terms: OrderTerms;
  readonly askedAtMs: number;
}

/**
 * An order as the exchange holds it. `order` is an immutable snapshot, replaced at every change; the rest is
 * what the exchange knows and does not show.
 */
export interface BookEntry {
  order: Order & { readonly status: KnownStatus };
  /** The snapshots before it, oldest first. */
  readonly past: Order[];
  readonly contract: Contract;
  /** Number of the order in the book's day, from 0. */
  place: number;
  /** The book's version at the last change. */
  version: number;
  /** False only for a stop order that still waits for its trigger. */
  isTriggered: boolean;
  /** When it was placed, or the change asked for that made its terms. */
  askedAtMs: number;
  /** Since when it may fill under its terms: it arrived, was changed or reached its trigger. Null until then. */
  activeSinceMs: number | null;
  /** When it first might have filled, but that its contract had no price in that minute. Null when it always had one. */
  waitedFromMs: number | null;
  /** When the market passed its trigger and its limit at once and left it unfilled. Null when it did not. */
  missedAtMs: number | null;
  /** Of the last change or cancel, when its minute passes the limit before it; null where it does not. */
  passed: Passed | null;
  /** Whether it has stood in the book without meeting the other side: then it fills at its own price. */
  hasRested: boolean;
  /** The price it may not fill beyond; null until a market order has seen its first quote. */
  limitPaise: number | null;
  /** What a modify under way asks for. */
  pending: PendingChange | null;
  modifications: number;
}

/** The status of an order at the exchange that nothing is under way for. */
export function standingStatus(entry: BookEntry): 'open' | 'trigger-pending' {
  return entry.isTriggered ? 'open' : 'trigger-pending';
}

/** Lets an order stand under other terms as if it had just come: it lost its place, and waits for a trigger of its own. */
export function standUnder(entry: BookEntry, { terms, askedAtMs }: PendingChange): void {
  entry.askedAtMs = askedAtMs;
  entry.isTriggered = terms.kind !== 'stop';
  entry.activeSinceMs = null;
  entry.hasRested = false;
  entry.limitPaise = null;
  entry.passed = null;
}

/** Units still to fill. */
export function remainingUnits(entry: BookEntry): number {
  return entry.order.quantityUnits - entry.order.filledUnits;
}

/** Why the platform would not take a modify or a cancel now; null when it would. */
export function whyNotChangeable(entry: BookEntry | undefined): string | null {
  if (entry === undefined) return 'Order not found';
  const { status, statusWord } = entry.order;
  if (status === 'open' || status === 'trigger-pending') return null;
  return `Order is ${statusWord}`;
}

/** The platform's words for where an order stands. */
export const STATUS_WORDS: Readonly<Record<Exclude<OrderStatus, 'unrecognised'>, string>> = {
  'place-pending': 'Place Pending',
  open: 'Open',
  'trigger-pending': 'Trigger Pending',
  'modify-pending': 'Modify Pending',
  'cancel-pending': 'Cancel Pending',
  cancelled: 'Canceled',
  rejected: 'Rejected',
  completed: 'Completed',
};

/** A status that the simulator itself can give. */
export type KnownStatus = keyof typeof STATUS_WORDS;

/** What an order gets besides what was asked for. */
export interface EntryOrigin {
  readonly contract: Contract;
  readonly brokerId: string;
  readonly atMs: number;
  /** A text that no other order has: its id is made from it. */
  readonly orderKey: string;
  readonly brokerOrderId: string;
}

/** An order on its way to the exchange. */
export function newEntry(element: PlaceElement, origin: EntryOrigin): BookEntry {
  const { contract, brokerId, atMs } = origin;
  return {
    order: {
      orderId: uuidOf(origin.orderKey),
      createdAtMs: atMs,
      updatedAtMs: atMs,
      tag: element.tag,
      extraTags: element.extraTags,
      instrumentId: element.instrumentId,
      symbol: contract.symbol,
      underlying: contract.underlying,
      expiry: contract.expiry,
      strikePaise: contract.strikePaise,
      optionType: contract.optionType,
      product: element.product,
      side: element.side,
      quantityUnits: element.quantityUnits,
      lotSizeUnits: contract.lotSizeUnits,
      terms: element.terms,
      brokerId,
      brokerOrderId: origin.brokerOrderId,
      status: 'place-pending',
      statusWord: STATUS_WORDS['place-pending'],
      rejectionCode: '',
      rejectionReason: '',
      filledUnits: 0,
      filledValuePaise: 0,
    },
    past: [],
    contract,
    place: 0,
    version: 0,
    isTriggered: element.terms.kind !== 'stop',
    askedAtMs: atMs,
    activeSinceMs: null,
    waitedFromMs: null,
    missedAtMs: null,
    passed: null,
    hasRested: false,
    limitPaise: null,
    pending: null,
    modifications: 0,
  };
}

/** What the platform answers about one order of a call. */
export type OrderAnswer =
  | { readonly kind: 'accepted'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** No order can be made of it. */
export function refused(reason: string): OrderAnswer {
  return { kind: 'refused', reason };
}
