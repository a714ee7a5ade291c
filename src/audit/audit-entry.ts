import { type EngineRecord } from '../engine/effect.ts';
import { type EngineEvent, type PollResult } from '../engine/event.ts';
import { type HistoryAsked } from '../model/market/bar.ts';
import { type Quote } from '../model/market/quote.ts';
import { type Order } from '../model/orders/order.ts';
import { type Input } from '../model/runs/input.ts';
import { type Notice } from '../notices/notice.ts';
import { type Outcome } from '../ports/outcome.ts';

/** One thing that happened, as plain JSON. */
export type AuditEntry = {
  /** Counts from 1 without gaps: the order in which things happened. */
  readonly seq: number;
  /** Epoch milliseconds of the day's clock. */
  readonly atMs: number;
} & AuditFact;

/** What happened. */
export type AuditFact =
  /** Came from outside: market data, order records, a value of a source, a request of the operator, news of the clock. */
  | { readonly kind: 'seen'; readonly what: SeenEvent }
  /** A run or the engine decided it: a command, an intent, a halt, the start or the end of a run. */
  | { readonly kind: 'decided'; readonly what: RecordOf<'command' | 'intent' | 'halt' | RunEdge> }
  /** A command that the gate refused. */
  | { readonly kind: 'refused'; readonly runId: string; readonly what: InputOf<'command-refused'> }
  /** An attempt that leaves, with all that is in it. */
  | { readonly kind: 'sent'; readonly what: RecordOf<'attempt'> }
  /** What came of an attempt. */
  | { readonly kind: 'learned'; readonly runId: null; readonly what: RecordOf<'outcome'> }
  /** What a run was shown of its orders, positions and signals: fills with their units among it. */
  | { readonly kind: 'learned'; readonly runId: string; readonly what: InputOf<LearnedInput> }
  | {
      readonly kind: 'notice';
      /** Of this process, as of its settings or its journal: a replay of the journal does not say it again. */
      readonly isOwn: boolean;
      readonly notice: Notice;
    };

/** What an entry is about. */
export type AuditKind = AuditFact['kind'];

/** All of them. */
export const AUDIT_KINDS: readonly AuditKind[] = [
  'seen',
  'decided',
  'refused',
  'sent',
  'learned',
  'notice',
];

/** What came from outside. */
export type SeenEvent = SeenPlain | SeenPoll;

/** An event that is plain JSON as it is. */
export type SeenPlain = Extract<EngineEvent, { readonly kind: (typeof SEEN_PLAIN)[number] }>;

/** Events that are entries as they are. */
export const SEEN_PLAIN = [
  'watches-changed',
  'source-value',
  'operator-asked',
  'run-held',
  'run-reloaded',
  'restarted',
  'stalled',
  'clock-doubted',
  'platform-clock-differs',
  'winding-down',
  'halt-carried-over',
  'starts-carried-over',
  'week-carried-over',
  'begun-anew',
  'vetoes-changed',
] as const satisfies readonly EngineEvent['kind'][];

/** What a poll or a push brought. */
export type SeenPoll =
  | { readonly kind: 'prices'; readonly quotes: readonly Quote[] }
  /** Those that changed since the poll before, or that carry the tag that was looked up. */
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'contracts'; readonly underlying: string; readonly count: number }
  | { readonly kind: 'history'; readonly asked: HistoryAsked; readonly bars: number }
  | {
      readonly kind: 'poll-failed';
      readonly subject: PollResult['subject'];
      readonly outcome: Exclude<Outcome<never>, { kind: 'accepted' }>;
    };

type RunEdge = 'run-started' | 'run-ended';
type LearnedInput = 'orders-observed' | 'position-changed' | 'signal-answered';
type RecordOf<Kind extends EngineRecord['kind']> = Extract<EngineRecord, { readonly kind: Kind }>;
type InputOf<Kind extends Input['kind']> = Extract<Input, { readonly kind: Kind }>;
