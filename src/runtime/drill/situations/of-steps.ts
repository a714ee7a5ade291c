import { type Attempt } from '../../../engine/effect.ts';
import { type EngineView } from '../../../engine/engine-view.ts';
import { type EngineEvent } from '../../../engine/event.ts';
import { type OrdersObservation } from '../../../ports/orders.ts';
import { type SeenStep } from '../seen-step.ts';
import { type Situation } from '../situations.ts';
import { situationsTold } from './of-notices.ts';

type Reach = (name: Situation) => void;
type Failed = Exclude<Ended['result']['outcome'], { kind: 'accepted' }>;
type Ended = Extract<EngineEvent, { kind: 'attempt-ended' }>;

/** Finds situations in what an engine is told and what it asks for. */
export class StepSituations {
  readonly #reach: Reach;
  readonly #attempts = new Map<string, Attempt>();
  readonly #cancelled = new Set<string>();
  readonly #filled = new Map<string, number>();
  #ordersMax = 0;
  #isJournalFailing = false;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Takes a step; `view` is how the engine stands after it, where that may have changed. */
  take({ event, effects }: SeenStep, view: EngineView | null): void {
    this.#takeEvent(event, view);
    for (const effect of effects) {
      if (effect.kind === 'notice') this.#takeNotice(effect.message, event);
      if (effect.kind === 'attempt') this.#takeAttempt(effect.attempt, view);
    }
  }

  #takeEvent(event: EngineEvent, view: EngineView | null): void {
    if (event.kind === 'attempt-ended') this.#takeEnded(event, view);
    if (event.kind !== 'poll-ended' || event.subject !== 'orders') return;
    if (event.outcome.kind === 'accepted') this.#takeList(event.outcome.value);
  }

  #takeNotice(message: string, event: EngineEvent): void {
    for (const name of situationsTold(message)) this.#reach(name);
    if (message.endsWith('was unknown and has been found')) {
      const isByTag = event.kind === 'poll-ended' && event.subject === 'orders-of-tag';
      this.#reach(isByTag ? 'unknown order found by its tag' : 'unknown order found in the list');
    }
    if (message.endsWith(' is sent once more')) {
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
        if (this.#cancelled.has(orderId)) this.#reach('cancel repeated');
        this.#cancelled.add(orderId);
      }
    }
    if (attempt.kind !== 'modify') return;
    const ids = new Set(attempt.elements.map(({ orderId }) => orderId));
    const isExit = view?.intents.some(
      ({ origin, orders }) =>
        origin === 'square-off' && orders.some(({ orderId }) => ids.has(orderId)),
    );
    if (isExit === true) this.#reach('exit priced anew');
  }

  #takeEnded({ attemptId, result }: Ended, view: EngineView | null): void {
    const { kind, outcome } = result;
    if (outcome.kind !== 'accepted') {
      this.#takeFailed(kind, outcome);
      if (isUnkept(outcome)) this.#takeUnsent(attemptId, view);
      return;
    }
    if (this.#isJournalFailing) this.#reach('journal works again');
    this.#isJournalFailing = false;
    if (kind !== 'place') return;
    const kinds = new Set([...outcome.value.values()].map((element) => element.kind));
    if (kinds.size > 1) this.#reach('batch answered in parts');
  }

  #takeFailed(kind: Ended['result']['kind'], outcome: Failed): void {
    if (outcome.kind === 'unknown' && kind === 'modify') {
      this.#reach('modify without a certain answer');
    }
    if (outcome.kind === 'unknown' && kind === 'cancel') {
      this.#reach('cancel without a certain answer');
    }
    const text = JSON.stringify(outcome);
    if (text.includes('"status":401')) this.#reach('session ends under an order');
    if (text.includes('"status":429')) this.#reach('order answered with 429');
  }

  #takeUnsent(attemptId: string, view: EngineView | null): void {
    this.#isJournalFailing = true;
    const attempt = this.#attempts.get(attemptId);
    if (attempt?.kind !== 'place') return;
    const tags = new Set(attempt.request.elements.map(({ tag }) => tag));
    for (const { tag, role } of view?.intents ?? []) {
      if (!tags.has(tag)) continue;
      this.#reach(
        role === 'entry'
          ? 'journal fails while an entry waits'
          : 'journal fails while an exit waits',
      );
    }
  }

  #takeList({ orders, changed }: OrdersObservation): void {
    if (orders.length < this.#ordersMax) this.#reach('list that is older than one before');
    this.#ordersMax = Math.max(this.#ordersMax, orders.length);
    for (const { orderId, filledUnits } of changed) {
      const before = this.#filled.get(orderId) ?? 0;
      if (filledUnits < before) this.#reach('order as it was before');
      this.#filled.set(orderId, Math.max(before, filledUnits));
    }
  }
}

function isUnkept(outcome: Failed): boolean {
  return JSON.stringify(outcome).includes('the journal cannot keep it');
}
