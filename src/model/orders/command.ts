import { type Json } from '../../base/json.ts';
import { type Contract } from '../market/contract.ts';
import { type ClockTime } from '../time/ist.ts';
import { type OrderTerms, type Product, type Role, type Side } from './order.ts';

/**
 * The terms that a strategy asks for: platform terms, or `marketable`: a limit order placed through the
 * other side of the book by a buffer, priced when it is sent.
 */
export type TermsRequest =
  | OrderTerms
  | {
      readonly kind: 'marketable';
      /** Percent of the price; null takes the default of the kind of contract (options 8, others 1). */
      readonly bufferPercent: number | null;
    };

/** One order that a strategy asks for. Orders of a run with the same leg name belong together. */
export interface LegOrder {
  /** The author's name of the leg: `ce`, `hedge-pe`. 1 to 20 characters, `a-z 0-9 . _ -`. */
  readonly leg: string;
  readonly role: Role;
  readonly contract: Contract;
  readonly side: Side;
  /** A positive multiple of the contract's lot size. May exceed the freeze quantity: the engine splits. */
  readonly quantityUnits: number;
  readonly terms: TermsRequest;
  readonly product: Product;
}

/** What a squareOff or cancel speaks of: all legs of the run, or the named ones. */
export type LegScope = 'all' | readonly string[];

/** Whether a scope names a leg. */
export function isInScope(leg: string, scope: LegScope): boolean {
  return scope === 'all' || scope.includes(leg);
}

/** One trade of a text signal. */
export interface SignalTrade {
  readonly ticker: string;
  readonly side: Side;
  /** Shares for equity, lots for futures and options; at least 1. */
  readonly quantity: number;
}

/** What to do with a place command whose entries are not all filled in time. */
export interface Basket {
  /** From when its first order leaves. */
  readonly withinMs: number;
  /**
   * - `complete`: what is missing is placed, or priced, through the other side of the book, once.
   * - `unwind`: what works is cancelled and the legs are squared off.
   * - `hold`: everything stays as it is, with a critical notice.
   */
  readonly otherwise: 'complete' | 'unwind' | 'hold';
}

/** What a strategy asks for. Plain data: equal decisions are equal texts. */
export type Command =
  | {
      readonly kind: 'place';
      readonly orders: readonly LegOrder[];
      /** @default unwind after a minute where it has hedges and shorts, else a warning after a minute */
      readonly basket?: Basket;
    }
  | {
      readonly kind: 'modify';
      readonly leg: string;
      readonly role: Role;
      readonly terms: OrderTerms;
    }
  | { readonly kind: 'cancel'; readonly legs: LegScope; readonly role: Role | null }
  | { readonly kind: 'squareOff'; readonly legs: LegScope; readonly reason: string }
  | {
      readonly kind: 'startPosition';
      /** The author's name of the position, unique in the run. */
      readonly position: string;
      readonly alertName: string;
      readonly exitTime: ClockTime | null;
      readonly ticker: string;
      /** Leg objects in the platform's words, passed through. 1 to 10. */
      readonly legs: readonly Json[];
    }
  | { readonly kind: 'squareOffPosition'; readonly position: string }
  | {
      readonly kind: 'signal';
      readonly trades: readonly SignalTrade[];
      /** The platform's identifier of the signal, not an order tag. */
      readonly signalTag: string;
      readonly brokerIds: readonly string[];
    }
  | {
      /** Asks the operator something that is answered with yes or no. */
      readonly kind: 'ask';
      /** Its name: 1 to 40 characters of a-z 0-9 and -. Asked again, it replaces one that is open. */
      readonly question: string;
      readonly message: string;
      /** From when on no answer is taken; null for the end of the run. */
      readonly until: ClockTime | null;
    }
  | {
      readonly kind: 'alert';
      readonly severity: 'info' | 'warning' | 'critical';
      readonly message: string;
    };

/** Most characters in the name of a question. */
export const QUESTION_NAME_MAX = 40;

/** Whether a question of a run may be called so. */
export function isQuestionName(name: string): boolean {
  return name.length <= QUESTION_NAME_MAX && /^[a-z0-9][a-z0-9-]*$/.test(name);
}
