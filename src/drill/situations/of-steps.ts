import { type Attempt } from '../../engine/effect.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { type Notice, type NoticeCode } from '../../notices/notice.ts';
import { reasonOf, type Undone } from '../../notices/refusals.ts';
import { type OrdersObservation } from '../../ports/orders.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { type RiskRule } from '../../risk/refusal.ts';
import { listIn, type SeenStep } from '../oracle/seen-step.ts';
import { type Reach, type Situation } from './situations.ts';

type Failed = Exclude<Ended['result']['outcome'], { kind: 'accepted' }>;
type Ended = Extract<EngineEvent, { kind: 'attempt-ended' }>;

/** Finds situations in the events and effects of an engine. */
export class StepSituations {
  readonly #reach: Reach;
  readonly #attempts = new Map<string, Attempt>();
  readonly #cancelled = new Set<string>();
  readonly #filled = new Map<string, number>();
  #ordersMax = 0;
  #isJournalFailing = false;
  /** Attempts that the disk did not take, and that therefore never left. */
  readonly #unkept = new Set<string>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Takes a step; `view` is how the engine stands after it, where that may have changed. */
  take(step: SeenStep, view: EngineView | null): void {
    const { event, effects } = step;
    if (event.kind === 'attempt-ended') this.#takeEnded(event, view);
    if (event.kind === 'poll-ended') this.#takeLogin(event.outcome);
    const list = listIn(step);
    if (list !== null) this.#takeList(list);
    for (const effect of effects) {
      if (effect.kind === 'notice') this.#takeNotice(effect.notice, event);
      if (effect.kind === 'attempt') this.#takeAttempt(effect.attempt, view);
    }
  }

  /** Takes entries that the disk did not take. */
  takeUnkept(entries: readonly JournalEntry[]): void {
    for (const entry of entries) if (entry.kind === 'attempt') this.#unkept.add(entry.attemptId);
  }

  #takeNotice(notice: Notice, event: EngineEvent): void {
    for (const name of situationsOf(notice)) this.#reach(name);
    if (notice.code === 'unknown-order-found') {
      const isByTag = event.kind === 'poll-ended' && event.subject === 'orders-of-tag';
      this.#reach(isByTag ? 'unknown order found by its tag' : 'unknown order found in the list');
    }
    if (notice.code === 'order-sent-again') {
      const isAsked = event.kind === 'operator-asked';
      this.#reach(
        isAsked ? 'held order sent again by the operator' : 'absent order sent once more',
      );
    }
  }

  #takeAttempt(attempt: Attempt, view: EngineView | null): void {
    this.#attempts.set(attempt.attemptId, attempt);
    if (attempt.kind === 'cancel') {
      for (const orderId of attempt.orderIds) {
        this.#reach('cancel repeated', this.#cancelled.has(orderId));
        this.#cancelled.add(orderId);
      }
    }
    if (attempt.kind !== 'modify') return;
    const ids = new Set(attempt.elements.map(({ orderId }) => orderId));
    const isExit = view?.intents.some(
      ({ origin, orders }) =>
        origin === 'square-off' && orders.some(({ orderId }) => ids.has(orderId)),
    );
    this.#reach('exit priced anew', isExit === true);
  }

  #takeEnded({ attemptId, result }: Ended, view: EngineView | null): void {
    const { kind, outcome } = result;
    if (outcome.kind !== 'accepted') {
      this.#takeFailed(kind, outcome);
      if (this.#unkept.has(attemptId)) this.#takeUnsent(attemptId, view);
      return;
    }
    this.#reach('journal works again', this.#isJournalFailing);
    this.#isJournalFailing = false;
    if (kind !== 'place') return;
    const kinds = new Set([...outcome.value.values()].map((element) => element.kind));
    this.#reach('batch answered in parts', kinds.size > 1);
    this.#reach('answer that leaves an order open', kinds.has('unknown'));
  }

  /** A request that could not leave since no login may be tried before a time. */
  #takeLogin(outcome: Outcome<unknown>): void {
    if (outcome.kind !== 'rejected' || outcome.rejection.form !== 'not-sent') return;
    const { retryAtMs, isTransient } = outcome.rejection;
    if (retryAtMs === undefined) return;
    this.#reach('logins held back');
    this.#reach('login refused', isTransient !== true);
  }

  #takeFailed(kind: Ended['result']['kind'], outcome: Failed): void {
    this.#takeLogin(outcome);
    if (outcome.kind === 'unknown' && (kind === 'modify' || kind === 'cancel')) {
      this.#reach(`${kind} without a certain answer`);
    }
    const status = statusOf(outcome);
    this.#reach('session ends under an order', status === 401);
    this.#reach('order answered with 429', status === 429);
  }

  #takeUnsent(attemptId: string, view: EngineView | null): void {
    this.#isJournalFailing = true;
    const attempt = this.#attempts.get(attemptId);
    if (attempt?.kind !== 'place') return;
    const tags = new Set(attempt.request.elements.map(({ tag }) => tag));
    for (const { tag, role } of view?.intents ?? []) {
      if (!tags.has(tag)) continue;
      this.#reach(`journal fails while an ${role === 'entry' ? 'entry' : 'exit'} waits`);
    }
  }

  #takeList({ orders, changed }: OrdersObservation): void {
    this.#reach('list that is older than one before', orders.length < this.#ordersMax);
    this.#ordersMax = Math.max(this.#ordersMax, orders.length);
    for (const { orderId, filledUnits } of changed) {
      const before = this.#filled.get(orderId) ?? 0;
      this.#reach('order as it was before', filledUnits < before);
      this.#filled.set(orderId, Math.max(before, filledUnits));
    }
  }
}

function statusOf(outcome: Failed): number | null {
  if (outcome.kind === 'unknown') return outcome.cause.status;
  return 'status' in outcome.rejection ? outcome.rejection.status : null;
}

/** Situations that a notice code alone implies. */
const OF_CODE: Partial<Record<NoticeCode, readonly Situation[]>> = {
  'entry-held': ['order proven absent', 'absent order held for the operator'],
  'exit-never-arrived': ['order proven absent', 'absent exit frees its units'],
  'order-unaccounted': ['unknown order unseen for half a minute'],
  'two-orders-one-tag': ['two orders under one tag'],
  'platform-shows-late': ['platform slower than it was known to be'],
  resumed: ['resumed after a halt'],
  flattened: ['flattened by the operator'],
  'entries-locked': ['entries locked by a protection'],
  'basket-unwound': ['basket unwound'],
  'basket-incomplete': ['basket held'],
  'basket-completed': ['basket completed at the market'],
  'short-without-hedge': ['shorts without their hedges'],
  'not-flat': ['not flat a minute after a square-off'],
  'held-at-close': ['position left at the close'],
  'foreign-close-adopted': ['foreign close adopted'],
  'leg-paused': ['leg paused by a foreign close'],
  'orphan-order': ['stranger under a tag of our form'],
  'orders-missing': ['order vanished from the list'],
  'orders-back': ['vanished order is back'],
  'square-off-refused': ['position square-off fails'],
};

/** Situations that the reason of a refusal implies. */
const OF_REASON: Partial<Record<RiskRule | Undone['kind'], Situation>> = {
  halted: 'entry refused by a halt',
  'outside-window': 'position start outside the window',
  rejected: 'order refused by the platform',
  'exit-never-arrived': 'absent exit frees its units',
  'entry-never-arrived': 'order proven absent',
  'resolved-as-absent': 'held order given up by the operator',
  'dropped-by-square-off': 'held order dropped by a square-off',
};

function situationsOf(notice: Notice): readonly Situation[] {
  if (notice.code === 'refused') {
    const situation = OF_REASON[reasonOf(notice.facts.why)];
    return situation === undefined ? [] : [situation];
  }
  if (notice.code === 'halted') {
    return notice.facts.by === 'clock' ? ['halted for a clock in doubt'] : [];
  }
  if (notice.code === 'order-list-doubtful') {
    return notice.facts.doubt === 'spoilt' ? ['list with an unreadable record'] : [];
  }
  if (notice.code === 'start-unknown') {
    const { kind } = notice.facts;
    return [`${kind === 'position' ? 'position start' : 'text signal'} without a certain answer`];
  }
  return OF_CODE[notice.code] ?? [];
}
