import { type Order } from './order.ts';

/** When something was observed, and how old it may be. */
export interface Seen {
  /** When the answer had arrived, epoch milliseconds. */
  readonly observedAtMs: number;
  /** The fact held at some time no longer ago than this before `observedAtMs` (the poll's start). */
  readonly ageMsMax: number;
}

/** Why a run placed an order. */
export type Role = 'entry' | 'exit' | 'stop' | 'target';

/** Which leg of which run an order belongs to. */
export interface LegRef {
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
}

/** What a poll changed about one order. `changed` is any other difference (status, terms, words). */
export interface OrderEvent {
  readonly kind: 'appeared' | 'changed' | 'partly-filled' | 'filled' | 'cancelled' | 'rejected';
  readonly order: Order;
  /** Null for an order that is not ours. */
  readonly legRef: LegRef | null;
  /** What this event added to the fills; zero when nothing. */
  readonly fillUnits: number;
  /** Value of those units, paise. */
  readonly fillValuePaise: number;
  readonly seen: Seen;
}
