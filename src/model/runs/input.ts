import { type Json } from '../../base/json.ts';
import { type HistoryAnswer, type HistoryAsked } from '../market/bar.ts';
import { type Contract } from '../market/contract.ts';
import { type Quote } from '../market/quote.ts';
import { type OrderEvent, type Seen } from '../orders/order.ts';

/** What a poll asks the platform for. */
export type PollSubject = 'orders' | 'contracts' | 'quotes';

/**
 * What a strategy sees, and all that it sees besides its clock and seed. Recorded, so that a run can be
 * run again. `atMs` is the run's time at which it enters; it never goes back.
 */
export type Input = { readonly atMs: number } & (
  | { readonly kind: 'session-edge'; readonly edge: 'open' | 'close' }
  | {
      readonly kind: 'orders-observed';
      readonly events: readonly OrderEvent[];
      readonly seen: Seen;
    }
  | {
      readonly kind: 'contracts-observed';
      readonly underlying: string;
      /** All that are listed. A frozen list holds frozen contracts. */
      readonly contracts: readonly Contract[];
      readonly seen: Seen;
    }
  | {
      readonly kind: 'quotes-observed';
      readonly quotes: readonly Quote[];
      readonly seen: Seen;
      /** Further polls are known to bring the same, and are not shown: one every `everyMs` until then. @default none */
      readonly repeats?: Repeats;
    }
  | {
      readonly kind: 'poll-failed';
      readonly subject: PollSubject;
      readonly cause: string;
      /** When the last good poll of this subject began; null when there was none. */
      readonly lastGoodAtMs: number | null;
    }
  | {
      readonly kind: 'command-refused';
      /** Number of the command in the run, from 0. */
      readonly commandIndex: number;
      readonly leg: string | null;
      readonly reason: string;
    }
  | {
      readonly kind: 'position-changed';
      readonly position: string;
      readonly state:
        'started' | 'start-rejected' | 'start-unknown' | 'squared-off' | 'square-off-failed';
      readonly positionId: string | null;
      readonly detail: string;
    }
  | {
      readonly kind: 'signal-answered';
      readonly commandIndex: number;
      readonly state: 'accepted' | 'rejected' | 'unknown';
      readonly orderId: string | null;
      readonly detail: string;
    }
  | { readonly kind: 'source-value'; readonly source: string; readonly value: Json }
  | {
      /** Bars of the past that the run watches for: once for each watch. */
      readonly kind: 'history-observed';
      readonly asked: HistoryAsked;
      readonly answer: HistoryAnswer;
    }
);

/** Polls that bring what the one before them brought. */
export interface Repeats {
  readonly everyMs: number;
  /** None of them begins at this time or later, epoch milliseconds. */
  readonly untilMs: number;
}

/** What a run wants to be told of. The engine polls no other price. */
export type Watch =
  | { readonly kind: 'index'; readonly underlying: string }
  | { readonly kind: 'contract'; readonly contract: Contract }
  | {
      /** Contracts of an underlying are wanted (no prices). */
      readonly kind: 'contracts';
      readonly underlying: string;
    }
  | {
      /** Prices of the options of one expiry within `strikesEachSide` strikes of the index. */
      readonly kind: 'chain';
      readonly underlying: string;
      readonly expiry: string;
      readonly strikesEachSide: number;
    }
  /** Bars of the past, shown once, when they have come or cannot be had. */
  | ({ readonly kind: 'history' } & HistoryAsked);
