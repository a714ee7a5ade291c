import { type Attempt } from '../../engine/effect.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { type OrdersObservation } from '../../ports/orders.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type Situation } from './situations.ts';

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

/** What people are told, and the situation that it is told of. */
const TOLD: readonly (readonly [RegExp, Situation])[] = [
  [/no poll has shown it for/, 'unknown order unseen for half a minute'],
  [/clean polls and \d+ look-ups of its tag/, 'order proven absent'],
  [/is absent and held: /, 'absent order held for the operator'],
  [/^Refused.*It never arrived \(|exit order.*never arrived/, 'absent exit frees its units'],
  [/The operator says that it never arrived/, 'held order given up by the operator'],
  [/Not sent again: leg /, 'held order dropped by a square-off'],
  [/Two orders carry the tag/, 'two orders under one tag'],
  [/Rejected by the platform: /, 'order refused by the platform'],
  [/The answer has no element with this tag/, 'answer that lacks an order'],
  [/was not shown for .* after it was sent/, 'platform slower than it was known to be'],
  [/The account is (?:reducing|halted): found/, 'entry refused by a halt'],
  [/^The operator resumes/, 'resumed after a halt'],
  [/^The operator squares off/, 'flattened by the operator'],
  [/by the clock: /, 'halted for a clock in doubt'],
  [/^Entries of .* are locked: /, 'entries locked by a protection'],
  [/^The basket is unwound/, 'basket unwound'],
  [/left as it is$/, 'basket held'],
  [/^The basket is completed/, 'basket completed at the market'],
  [/short without a hedge for/, 'shorts without their hedges'],
  [/^Not flat \d+ s after the square-off/, 'not flat a minute after a square-off'],
  [/^At the close leg/, 'position left at the close'],
  [/they are taken off the leg/, 'foreign close adopted'],
  [/closed \d+ units .*paused/, 'leg paused by a foreign close'],
  [/carries a tag of ours, .* no run has asked for/, 'stranger under a tag of our form'],
  [/^Orders are missing from the platform's list/, 'order vanished from the list'],
  [/^Orders are in the platform's list again/, 'vanished order is back'],
  [/it may be an order of ours\. Entries are blocked/, 'list with an unreadable record'],
  [/Not logged in: /, 'login refused'],
  [
    /A custom position may be open\. It cannot be squared off/,
    'position start without a certain answer',
  ],
  [/may still be open: its square-off is/, 'position square-off fails'],
  [/A text signal may have traded\. It cannot be undone/, 'text signal without a certain answer'],
  [/the next (?:login )?may be tried at/, 'logins held back'],
  [/Outside the activation window/, 'position start outside the window'],
];

/** Most notices tell of none, which one look says. */
const ANY = new RegExp(TOLD.map(([words]) => words.source).join('|'));
const NONE: readonly Situation[] = [];

/** The situations that a notice tells of. */
function situationsTold(message: string): readonly Situation[] {
  if (!ANY.test(message)) return NONE;
  return TOLD.flatMap(([words, name]) => (words.test(message) ? [name] : []));
}
