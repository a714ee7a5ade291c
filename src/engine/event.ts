import { type Command } from '../model/command.ts';
import { type Watch } from '../model/input.ts';
import { type RunHeader } from '../model/run.ts';
import { type Json } from '../base/json.ts';
import { type ContractsObservation } from '../ports/contracts.ts';
import { type ElementOutcome, type OrdersObservation } from '../ports/orders.ts';
import { type Outcome } from '../ports/outcome.ts';
import { type Quote } from '../model/quote.ts';

/** All that the engine is told. `atMs` never goes back. */
export type EngineEvent = { readonly atMs: number } & (
  | { readonly kind: 'time-passed' }
  | { readonly kind: 'run-started'; readonly run: RunHeader }
  | {
      readonly kind: 'run-ended';
      readonly runId: string;
      /** A failed run is squared off; a completed one keeps its orders and positions until the day ends. */
      readonly how: 'completed' | 'failed';
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
      /** When the poll began. */ readonly startedAtMs: number;
    } & PollResult)
  | { readonly kind: 'operator-asked'; readonly action: 'square-off-all'; readonly reason: string }
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
      readonly subject: 'contracts';
      readonly underlying: string;
      readonly outcome: Outcome<ContractsObservation>;
    }
  | { readonly subject: 'quotes'; readonly outcome: Outcome<readonly Quote[]> };
