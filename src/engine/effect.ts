import { type HistoryAsked } from '../model/history.ts';
import { type Input } from '../model/input.ts';
import { type ModifyElement, type PlaceRequest } from '../ports/orders.ts';
import { type PositionStart, type TradeSignal } from '../ports/webhooks.ts';
import { type EngineRecord } from './engine-record.ts';

/** What a notice is about that is no trouble of ours: an author's own alert, or a limit that was reached as it was set. */
export type NoticeTopic = 'alert' | 'limit';

/** All that the engine asks for. Carried out in order; what comes of it returns as events. */
export type Effect =
  | { readonly kind: 'deliver'; readonly runId: string; readonly input: Input }
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'poll'; readonly poll: PollRequest }
  /** A `time-passed` event is wanted at this time. Only the earliest pending one matters; a later effect replaces it. */
  | { readonly kind: 'wake'; readonly atMs: number }
  /** Durable before any later attempt of the same step begins. */
  | { readonly kind: 'record'; readonly entry: EngineRecord }
  | {
      readonly kind: 'notice';
      readonly severity: 'info' | 'warning' | 'critical';
      readonly runId: string | null;
      readonly message: string;
      readonly topic?: NoticeTopic;
    };

/** One try to send. */
export type Attempt = { readonly attemptId: string } & (
  | { readonly kind: 'place'; readonly request: PlaceRequest }
  | { readonly kind: 'modify'; readonly elements: readonly ModifyElement[] }
  | { readonly kind: 'cancel'; readonly orderIds: readonly string[] }
  | { readonly kind: 'start-position'; readonly start: PositionStart }
  | { readonly kind: 'square-off-position'; readonly positionId: string }
  | { readonly kind: 'signal'; readonly signal: TradeSignal }
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
