import { type Order, type OrderTerms, type Product, type Side } from '../model/orders/order.ts';
import { type Outcome } from './outcome.ts';

/** One order to place. */
export interface PlaceElement {
  /** Unique in its batch: results are matched by it. 1 to 32 characters. */
  readonly tag: string;
  /** At most 3; keys up to 20, values up to 30 characters. */
  readonly extraTags: Readonly<Record<string, string>>;
  readonly instrumentId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantityUnits: number;
  readonly product: Product;
  readonly terms: OrderTerms;
}

/** A batch of 1 to 10 orders for one broker. */
export interface PlaceRequest {
  readonly brokerId: string;
  readonly elements: readonly PlaceElement[];
}

/** The outcome of one element of an accepted batch. */
export type ElementOutcome =
  | {
      readonly kind: 'accepted';
      /** Null when the platform gave none: the tag finds it. */ readonly orderId: string | null;
      readonly detail: string;
    }
  | {
      readonly kind: 'rejected';
      readonly detail: string;
      /** It never left: the platform said nothing of it. @default false */
      readonly isNotSent?: boolean;
    }
  | { readonly kind: 'unknown'; readonly detail: string };

/** One order to modify. The variant may change, the quantity cannot. */
export interface ModifyElement {
  readonly orderId: string;
  readonly terms: OrderTerms;
}

/** An unreadable order record, with its identifiers where readable. */
export interface MalformedRecord {
  /** Its place in the list, from 0. */
  readonly index: number;
  /** Which field, what was found and what is allowed, without secrets. */
  readonly problem: string;
  /** Absent where it could not be read. */
  readonly orderId?: string;
  /** Empty where the record says that it has none; absent where it could not be read. */
  readonly tag?: string;
  /** It says the same as an earlier record of its order: nothing is missing. */
  readonly isCopy?: true;
}

/** Today's orders at one poll. */
export interface OrdersObservation {
  /** All orders of the day. Objects of unchanged records are the same objects as in the poll before. */
  readonly orders: readonly Order[];
  /** Those that differ from the poll before, or are new to it. */
  readonly changed: readonly Order[];
  /** Records that could not be read. With even one that may be ours, the poll proves no absence. */
  readonly malformed: readonly MalformedRecord[];
  /** Whether the whole body was byte for byte the same as the last. */
  readonly isUnchanged: boolean;
}

/** The orders host. Writes are sent once and never repeated; reads may be repeated by the caller. */
export interface Orders {
  /** Outcome per tag of the request; every tag of the request is a key. */
  readonly place: (request: PlaceRequest) => Promise<Outcome<ReadonlyMap<string, ElementOutcome>>>;
  /** Outcome per order id; every id of the request is a key. 1 to 10 elements. */
  readonly modify: (
    elements: readonly ModifyElement[],
  ) => Promise<Outcome<ReadonlyMap<string, ElementOutcome>>>;
  /** Outcome per order id; every id of the request is a key. 1 to 10 ids. */
  readonly cancel: (
    orderIds: readonly string[],
  ) => Promise<Outcome<ReadonlyMap<string, ElementOutcome>>>;
  readonly today: () => Promise<Outcome<OrdersObservation>>;
  readonly byId: (orderId: string) => Promise<Outcome<Order>>;
  /** `startMs` and `endMs` bound the creation time where the profile sends them. */
  readonly byTag: (
    tag: string,
    range?: { readonly startMs: number; readonly endMs: number },
  ) => Promise<Outcome<readonly Order[]>>;
}
