import { type AuditEntry, type AuditKind } from '../../audit/audit-entry.ts';
import { type Attempt } from '../../engine/effect.ts';
import { CATALOGUE, type NoticeCode } from '../../notices/notice.ts';
import { reasonOf } from '../../notices/refusals.ts';
import { type ElementOutcome } from '../../ports/orders.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { type AccountFollower, type FollowedDay } from '../account-board.ts';
import { type MetricSet } from './metric-set.ts';
import { type RunLabels } from './run-labels.ts';

type EntryOf<Kind extends AuditKind> = Extract<AuditEntry, { readonly kind: Kind }>;

/** What is remembered of a request until its answer: at most as many as are under way. */
interface Sent {
  readonly kind: Attempt['kind'];
  readonly atMs: number;
  readonly orders: number;
}

const KINDS = ['place', 'modify', 'cancel', 'start-position', 'square-off-position', 'signal'];
/** Requests of a day whose answers are awaited; one without an answer is ended by its deadline, long before so many. */
const AWAITED_MAX = 10_000;

/** Counts what happens on the days of an account. Never throws: what it cannot count is counted as that. */
export class DayCounts implements AccountFollower {
  readonly #metrics: MetricSet;
  readonly #runs: RunLabels;
  #runOfTag = new Map<string, string>();
  #awaited = new Map<string, Sent>();

  constructor(metrics: MetricSet, runs: RunLabels) {
    this.#metrics = metrics;
    this.#runs = runs;
    this.#makeKnown();
  }

  /** Counts a day from here on. */
  onDay({ audit }: Pick<FollowedDay, 'audit'>): () => void {
    this.#runOfTag = new Map();
    this.#awaited = new Map();
    this.#metrics.count('sauda_days_total');
    const kinds = ['seen', 'decided', 'sent', 'learned', 'notice'] as const;
    return audit.listen(kinds, (entry) => {
      try {
        this.#take(entry);
      } catch {
        this.#metrics.count('sauda_metrics_failed_total');
      }
    });
  }

  /** Puts series at 0: the first of its kind is then an increase, which alerts go by. */
  #makeKnown(): void {
    for (const kind of KINDS) this.#metrics.count('sauda_requests_total', { kind }, 0);
    for (const outcome of ['accepted', 'rejected', 'unknown']) {
      this.#metrics.count('sauda_orders_answered_total', { outcome }, 0);
    }
    for (const code of Object.keys(CATALOGUE) as NoticeCode[]) {
      for (const severity of CATALOGUE[code].among) {
        this.#metrics.count('sauda_notices_total', { severity, code }, 0);
      }
    }
  }

  #take(entry: EntryOf<'seen' | 'decided' | 'sent' | 'learned' | 'notice'>): void {
    switch (entry.kind) {
      case 'seen':
        this.#seen(entry.what);
        break;
      case 'decided':
        this.#decided(entry.what);
        break;
      case 'sent':
        this.#sent(entry);
        break;
      case 'learned':
        if (entry.runId === null) this.#answered(entry.atMs, entry.what);
        else this.#shown(entry.runId, entry.what);
        break;
      case 'notice':
        this.#noticed(entry.notice);
        break;
    }
  }

  #seen(what: EntryOf<'seen'>['what']): void {
    if (what.kind === 'prices') this.#metrics.count('sauda_quotes_total', {}, what.quotes.length);
    if (what.kind === 'poll-failed') {
      this.#metrics.count('sauda_polls_failed_total', { subject: what.subject });
    }
  }

  #decided(what: EntryOf<'decided'>['what']): void {
    if (what.kind === 'command') {
      this.#metrics.count('sauda_commands_total', { run: this.#runs.of(what.runId) });
    } else if (what.kind === 'intent') {
      this.#runOfTag.set(what.tag, this.#runs.of(what.runId));
    } else if (what.kind === 'halt' && what.halt.state !== 'active') {
      this.#metrics.count('sauda_halts_total', { by: what.halt.by });
    }
  }

  #sent({ atMs, what: { attemptId, attempt } }: EntryOf<'sent'>): void {
    // Recorded as it is sent: see `Outbox`.
    const sent = attempt as unknown as Attempt;
    const { kind } = sent;
    const elements = kind === 'place' ? sent.request.elements : [];
    this.#metrics.count('sauda_requests_total', { kind });
    for (const { tag } of elements) {
      const run = this.#runOfTag.get(tag) ?? 'other';
      this.#metrics.count('sauda_orders_sent_total', { run });
    }
    if (this.#awaited.size >= AWAITED_MAX) return;
    this.#awaited.set(attemptId, { kind, atMs, orders: elements.length });
  }

  #answered(atMs: number, what: Extract<EntryOf<'learned'>, { runId: null }>['what']): void {
    const sent = this.#awaited.get(what.attemptId);
    if (sent === undefined) return;
    this.#awaited.delete(what.attemptId);
    const { kind, orders } = sent;
    const seconds = Math.max(0, atMs - sent.atMs) / 1_000;
    this.#metrics.observe('sauda_request_duration_seconds', seconds, { kind });
    const outcome = what.outcome as unknown as Outcome<
      readonly (readonly [string, ElementOutcome])[]
    >;
    if (kind !== 'place') return;
    if (outcome.kind === 'accepted') {
      for (const [, { kind: of }] of outcome.value) this.#countAnswer(of, 1);
    } else this.#countAnswer(outcome.kind, orders);
  }

  #countAnswer(outcome: ElementOutcome['kind'], orders: number): void {
    this.#metrics.count('sauda_orders_answered_total', { outcome }, orders);
  }

  #shown(runId: string, what: Exclude<EntryOf<'learned'>['what'], { attemptId: string }>): void {
    if (what.kind !== 'orders-observed') return;
    const fills = what.events.filter(({ fillUnits }) => fillUnits > 0).length;
    if (fills > 0) this.#metrics.count('sauda_fills_total', { run: this.#runs.of(runId) }, fills);
  }

  #noticed(notice: EntryOf<'notice'>['notice']): void {
    const { severity, code } = notice;
    this.#metrics.count('sauda_notices_total', { severity, code });
    if (notice.code !== 'refused') return;
    this.#metrics.count('sauda_refusals_total', { rule: reasonOf(notice.facts.why) });
  }
}
