import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Command } from '../../model/orders/command.ts';
import { type OrderTerms, type Role, type Side } from '../../model/orders/order.ts';

/** Where in an author's file a decision was made. */
export interface AuthorPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** What a run was shown when it decided. */
export type ShownToRun =
  | { readonly kind: 'start' }
  /** A timer of its own, or a time of day. Epoch milliseconds. */
  | { readonly kind: 'time'; readonly dueAtMs: number }
  /** How many; null where the run took them by itself, as in a backtest. */
  | { readonly kind: 'prices'; readonly quotes: number | null }
  | {
      readonly kind: 'orders';
      /** `sold-ce entry filled`, as many as changed. */
      readonly changes: readonly {
        readonly leg: string | null;
        readonly role: string | null;
        readonly change: string;
        readonly fillUnits: number;
      }[];
    }
  | { readonly kind: 'source'; readonly source: string; readonly value: Json }
  | { readonly kind: 'other'; readonly what: string };

/** One command of a run, and what it came of. */
export interface DecidedCommand {
  readonly runId: string;
  /** Number of the command in its run, from 0. */
  readonly index: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly command: Command;
  /** Null where the run could not be shown the day again. */
  readonly shown: ShownToRun | null;
  /** Null where it is not known. */
  readonly place: AuthorPlace | null;
}

/** What asked for an order. */
export type StoryCause =
  | { readonly by: 'command'; readonly decision: DecidedCommand }
  | {
      /** A leg that was to be flat. */
      readonly by: 'square-off';
      readonly atMs: number;
      readonly origin: string;
      readonly reason: string;
      /** The command that asked for it; null where the strategy did not. */
      readonly decision: DecidedCommand | null;
    }
  /** What replaces an order that failed, or closes what filled too much. */
  | { readonly by: 'engine'; readonly what: 'replacement' | 'surplus' | 'unknown' };

/** One thing that happened to an order. Instants are epoch milliseconds, amounts paise. */
export type StoryStep = { readonly atMs: number } &
  /** The gate let it in, and it was written to the journal. */
  (
    | { readonly step: 'let-in' }
    | {
        readonly step: 'sent';
        readonly what: 'place' | 'modify';
        readonly terms: OrderTerms;
        /** Name of the broker that it was placed at. @default the account's own */
        readonly broker?: string;
      }
    | { readonly step: 'sent'; readonly what: 'cancel' }
    | {
        readonly step: 'answered';
        readonly what: 'place' | 'modify' | 'cancel';
        readonly outcome: 'accepted' | 'rejected' | 'unknown';
        readonly detail: string;
      }
    | {
        /** A poll showed it as it was not before. */
        readonly step: 'seen';
        /** The platform's own word. */
        readonly status: string;
        readonly filledUnits: number;
        /** What filled since the poll before, and for how much in all. */
        readonly fillUnits: number;
        readonly fillValuePaise: number;
        /** Empty where it was not rejected. */
        readonly rejection: string;
      }
  );

/** Why an order was placed, and what became of it. */
export interface OrderStory {
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
  readonly tag: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantityUnits: number;
  /** The platform's identifiers of it, as they were seen. */
  readonly orderIds: readonly string[];
  readonly cause: StoryCause;
  /** The last prices that a poll had brought when it was let in: of its underlying's index and its contract. */
  readonly prices: readonly Quote[];
  readonly steps: readonly StoryStep[];
}

/** Something that a run asked for and did not get. */
export interface RefusalStory {
  readonly runId: string;
  readonly atMs: number;
  readonly leg: string | null;
  /** The rule of the gate, or what came in between. */
  readonly code: string;
  readonly reason: string;
  /** Null where it is not one command's, or the engine itself asked. */
  readonly decision: DecidedCommand | null;
}

/** One run of a day. */
export interface RunStory {
  readonly runId: string;
  readonly strategy: string;
  /** Why its code could not be shown the day again as it was, so that no line is known; null when it could. */
  readonly problem: string | null;
  /** How it ended; null while it had not. */
  readonly ended: { readonly atMs: number; readonly how: string; readonly detail: string } | null;
  readonly decisions: readonly DecidedCommand[];
  readonly orders: readonly OrderStory[];
  readonly refusals: readonly RefusalStory[];
}
