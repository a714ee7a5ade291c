import { type Json } from '../base/json.ts';
import { type Bar, type HistoryAsked } from '../model/market/bar.ts';
import { type CarriedPosition, type CarriedStart } from '../model/orders/carried-over.ts';
import { type Command } from '../model/orders/command.ts';
import { type Halt, type Veto } from '../model/orders/halt-and-lock.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type Order } from '../model/orders/order.ts';
import { type Watch } from '../model/runs/input.ts';
import { type ExpectedSource } from '../model/runs/expected-source.ts';
import { type RunBroker } from '../model/runs/run-broker.ts';
import { type RunPolicies } from '../model/runs/run-policies.ts';
import { type WeekSoFar } from '../model/runs/week-so-far.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type ContractsObservation } from '../ports/contracts.ts';
import { type ElementOutcome, type OrdersObservation } from '../ports/orders.ts';
import { type Outcome } from '../ports/outcome.ts';
import { type QuotesOutcome } from '../ports/prices.ts';

/** All events of the engine. `atMs` never goes back. */
export type EngineEvent = { readonly atMs: number } & (
  | {
      readonly kind: 'time-passed';
      /**
       * Where runs answer later: all that reached them before that instant has been answered, epoch milliseconds.
       * @default they answer at once
       */
      readonly answeredBeforeMs?: number;
    }
  | {
      readonly kind: 'run-started';
      readonly run: RunHeader;
      /** What differs from `DEFAULT_RUN_POLICIES`. */
      readonly policies?: Partial<RunPolicies>;
      /** The broker connection that its orders go to. @default the account's */
      readonly broker?: RunBroker;
      /** What its strategy holds from earlier days. @default nothing */
      readonly carried?: readonly CarriedPosition[];
      /** Its own sources that are to speak in time. Older journals do not say. @default none */
      readonly sources?: readonly ExpectedSource[];
    }
  | {
      readonly kind: 'run-ended';
      readonly runId: string;
      /** A failed run is squared off; a completed one keeps its orders and positions until the day ends. */
      readonly how: 'completed' | 'failed';
      readonly detail: string;
    }
  | {
      /** The replay of a run differed from its journal: it is shown nothing more until the operator releases it. */
      readonly kind: 'run-held';
      readonly runId: string;
      readonly detail: string;
      /** Its code is not run, since it never returned or used up the memory: its policy decides about its legs. @default false */
      readonly isQuarantined?: boolean;
    }
  | {
      /**
       * A run continues under another source from here on: its orders, positions and store stay. What the other source would
       * have decided before is not repeated.
       */
      readonly kind: 'run-reloaded';
      readonly runId: string;
      /** Who wanted it: the operator, or the saving of its file. */
      readonly by: 'operator' | 'save';
      /** SHA-256 of the source that takes over, and of the one before. */
      readonly sourceHash: string;
      readonly sourceHashBefore: string;
      /** How many of the day's decisions would have been others. */
      readonly changes: number;
      /** What the other source expects of its own sources. @default what the one before did */
      readonly sources?: readonly ExpectedSource[];
    }
  | {
      /** The process restarted: what was under way is lost, and its outcome unknown. */
      readonly kind: 'restarted';
      /** When the last event before was, epoch milliseconds. */
      readonly lastAtMs: number;
      /** Attempts that were asked for but not journaled, so that not a byte of them left. @default none */
      readonly neverSent?: readonly string[];
    }
  | {
      /** The machine's clock was set back, or is behind the journal. Time still runs evenly. */
      readonly kind: 'clock-doubted';
      readonly behindMs: number;
    }
  | {
      /** The process stood still until now, and not in a strategy's turn: nothing was looked at, nothing could leave. */
      readonly kind: 'stalled';
      /** When it last did anything, epoch milliseconds. */
      readonly fromMs: number;
    }
  | {
      /** By the `Date` of its answers the platform's clock differs from the day's, or no longer does. */
      readonly kind: 'platform-clock-differs';
      /** By how much the day's clock is certainly ahead; below 0 it is behind, 0 means that they agree again. */
      readonly aheadMs: number;
    }
  | {
      /** The process was asked to end: nothing that adds risk leaves before a restart. */
      readonly kind: 'winding-down';
    }
  | { readonly kind: 'halt-carried-over'; readonly halt: Halt }
  | {
      /** What the program keeps entries back for from now on, all of it. None is left of an earlier process. */
      readonly kind: 'vetoes-changed';
      readonly vetoes: readonly Veto[];
    }
  | {
      /** Position starts and text signals of earlier days are still without a certain outcome. */
      readonly kind: 'starts-carried-over';
      readonly starts: readonly CarriedStart[];
    }
  | {
      /** What earlier days of the week earned and locked. */
      readonly kind: 'week-carried-over';
      readonly week: WeekSoFar;
    }
  | {
      /** The journal is new though the trading day is under way, or has lost its end: what an earlier process did is not known. */
      readonly kind: 'begun-anew';
      /** For people. */
      readonly detail: string;
    }
  | {
      readonly kind: 'commands-emitted';
      readonly runId: string;
      readonly commands: readonly Command[];
    }
  | { readonly kind: 'watches-changed'; readonly runId: string; readonly watches: readonly Watch[] }
  | {
      readonly kind: 'source-value';
      readonly runId: string;
      readonly source: string;
      readonly value: Json;
    }
  | { readonly kind: 'attempt-ended'; readonly attemptId: string; readonly result: AttemptResult }
  | ({
      readonly kind: 'poll-ended';
      /** When the poll began. */
      readonly startedAtMs: number;
      /**
       * Nothing but an attempt of our own can change this answer before that time, so that polls until then may be
       * taken as made, each with this answer. Only a venue in this process can know. @default unknown
       */
      readonly holdsUntilMs?: number;
      /** Prices that runs take by themselves: only the engine has to know. @default false: they are shown to runs */
      readonly isPassedOver?: boolean;
    } & PollResult)
  | { readonly kind: 'operator-asked'; readonly request: OperatorRequest }
);

/** What became of an attempt, by its kind. */
export type AttemptResult =
  | {
      readonly kind: 'place' | 'modify' | 'cancel';
      /** By tag for place, by order id for modify and cancel. */
      readonly outcome: Outcome<ReadonlyMap<string, ElementOutcome>>;
    }
  | { readonly kind: 'start-position'; readonly outcome: Outcome<{ readonly positionId: string }> }
  | {
      readonly kind: 'square-off-position';
      readonly outcome: Outcome<{ readonly message: string }>;
    }
  | {
      readonly kind: 'signal';
      readonly outcome: Outcome<{ readonly orderId: string | null; readonly message: string }>;
    };

/** What a poll brought, by its subject. */
export type PollResult =
  | { readonly subject: 'orders'; readonly outcome: Outcome<OrdersObservation> }
  | {
      readonly subject: 'orders-of-tag';
      readonly tag: string;
      readonly outcome: Outcome<readonly Order[]>;
    }
  | {
      readonly subject: 'contracts';
      readonly underlying: string;
      readonly outcome: Outcome<ContractsObservation>;
    }
  | {
      readonly subject: 'history';
      readonly asked: HistoryAsked;
      readonly outcome: Outcome<readonly Bar[]>;
    }
  | {
      readonly subject: 'quotes';
      readonly outcome: QuotesOutcome;
    };
