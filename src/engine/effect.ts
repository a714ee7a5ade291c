import { type Json } from '../base/json.ts';
import { type HistoryAsked } from '../model/market/bar.ts';
import { type Command } from '../model/orders/command.ts';
import { type Input } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type Notice } from '../notices/notice.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { type ModifyElement, type PlaceRequest } from '../ports/orders.ts';
import { type PositionStart, type TradeSignal } from '../ports/webhooks.ts';
import { type PriceBand } from './judging/order-terms.ts';

/** All that the engine asks for. Carried out in order; the outcomes return as events. */
export type Effect =
  | { readonly kind: 'deliver'; readonly runId: string; readonly input: Input }
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'poll'; readonly poll: PollRequest }
  /** Prices of these are wanted from now on, in place of those before. */
  | {
      readonly kind: 'watch-prices';
      /** Sorted. The same list as long as they are the same. */
      readonly symbols: readonly string[];
      /** How often a price is confirmed, milliseconds. */
      readonly everyMs: number;
      /** Each price that is known ahead is wanted at its time; else the latest before the next event is enough. */
      readonly isEach: boolean;
      /** Else a push is wanted at its time only where a price leaves its band. The same list as long as they are the same. */
      readonly bands: readonly PriceBand[];
      /** Looks before then are known to bring the same and to lead to nothing: they need not be made. Null: each is made. */
      readonly leaveOutUntilMs: number | null;
    }
  /** A `time-passed` event is wanted at this time. Only the earliest pending one matters; a later effect replaces it. */
  | { readonly kind: 'wake'; readonly atMs: number }
  /** Durable before any later attempt of the same step begins. */
  | { readonly kind: 'record'; readonly entry: EngineRecord }
  | { readonly kind: 'notice'; readonly notice: Notice };

/** One try to send. */
export type Attempt = { readonly attemptId: string } & (
  | { readonly kind: 'place'; readonly request: PlaceRequest }
  | { readonly kind: 'modify'; readonly elements: readonly ModifyElement[] }
  | { readonly kind: 'cancel'; readonly orderIds: readonly string[] }
  /** A start and a signal name their run: what they carry for the platform does not. Not journaled. */
  | { readonly kind: 'start-position'; readonly start: PositionStart; readonly runId?: string }
  | { readonly kind: 'square-off-position'; readonly positionId: string }
  | { readonly kind: 'signal'; readonly signal: TradeSignal; readonly runId?: string }
);

/** One poll. At most one of a subject (and underlying) is under way. */
export type PollRequest =
  | { readonly subject: 'orders' }
  | {
      /** The orders under one tag, by the look-up of its own: a second witness beside `orders`. */
      readonly subject: 'orders-of-tag';
      readonly tag: string;
      /** The day, for platforms that look up by time as well. */
      readonly range: { readonly startMs: number; readonly endMs: number };
    }
  | { readonly subject: 'contracts'; readonly underlying: string }
  | { readonly subject: 'quotes'; readonly symbols: readonly string[] }
  /** Bars of the past: asked for until they come, for a while. */
  | { readonly subject: 'history'; readonly asked: HistoryAsked };

/** What the engine decided, journaled as it is. */
export type JournaledRecord = Extract<JournalEntry, { kind: 'intent' | 'attempt' | 'halt' }>;

/** What the engine says about itself. All but a `JournaledRecord` follows from the journaled events and serves whoever looks on. */
export type EngineRecord =
  | JournaledRecord
  | ({ readonly atMs: number } & (
      | { readonly kind: 'run-started'; readonly run: RunHeader }
      | {
          readonly kind: 'command';
          readonly runId: string;
          /** Number of the command in its run, from 0. */
          readonly index: number;
          readonly command: Command;
        }
      | { readonly kind: 'outcome'; readonly attemptId: string; readonly outcome: Json }
      | {
          readonly kind: 'run-ended';
          readonly runId: string;
          readonly how: string;
          readonly detail: string;
        }
    ));
