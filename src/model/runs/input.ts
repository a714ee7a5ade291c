import { type Json } from '../../base/json.ts';
import { type HistoryAnswer, type HistoryAsked } from '../market/bar.ts';
import { type Contract } from '../market/contract.ts';
import { type Quote } from '../market/quote.ts';
import { type Answer } from '../orders/operator-request.ts';
import { type OrderEvent, type Seen } from '../orders/order.ts';

/** What a poll asks the platform for. */
export type PollSubject = 'orders' | 'contracts' | 'quotes';

/** All that a strategy sees besides its clock and seed, recorded so that a run can be replayed. `atMs` is the run's time; it never goes back. */
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
      /** Further polls, one every `everyMs` until then, are known to bring the same and are not shown. @default none */
      readonly repeats?: Repeats;
    }
  | {
      readonly kind: 'poll-failed';
      readonly subject: PollSubject;
      readonly cause: string;
      /** Start of the last good poll of this subject; null when there was none. */
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
  | {
      /** What the operator answered to a question of the run. */
      readonly kind: 'question-answered';
      readonly question: string;
      readonly answer: Answer;
    }
  | { readonly kind: 'source-value'; readonly source: string; readonly value: Json }
  | {
      /** Past bars, once for each watch. */
      readonly kind: 'history-observed';
      readonly asked: HistoryAsked;
      readonly answer: HistoryAnswer;
    }
);

/** Polls that bring the same as the one before them. */
export interface Repeats {
  readonly everyMs: number;
  /** All of them start before this time, epoch milliseconds. */
  readonly untilMs: number;
}

/** What a run watches. The engine polls no other price. */
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
  /** Past bars, shown once, also when they cannot be had. */
  | ({ readonly kind: 'history' } & HistoryAsked);
