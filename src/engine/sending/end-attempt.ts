import { invariant } from '../../base/invariant.ts';
import { type Json } from '../../base/json.ts';
import { type ElementOutcome } from '../../ports/orders.ts';
import { describeFailure, isHeldBackBy, type Outcome } from '../../ports/outcome.ts';
import { type Desk } from '../desk.ts';
import { type AttemptResult } from '../event.ts';
import { endHoldBack, holdBackChange, holdBackPlace } from '../intents/hold-back.ts';
import { hasArrived, type Intent } from '../intents/intent.ts';
import { partOf, refuse } from '../intents/refuse.ts';
import { restoreTerms } from '../protecting/ask-exit.ts';
import { endPositionSquareOff, endPositionStart, endSignal } from '../webhooks/end-webhook.ts';
import { type OpenAttempt } from './attempt-book.ts';
import { type CallEnd } from './message-budget.ts';

const MISMATCH = 'An answer of another kind than its attempt';

/** Works in what became of an attempt. */
export function endAttempt(
  desk: Desk,
  event: { readonly attemptId: string; readonly result: AttemptResult },
): void {
  const { attemptId, result } = event;
  const attempt = desk.attempts.close(attemptId);
  const outcome = toJson(result.outcome);
  desk.outbox.record({ kind: 'outcome', atMs: desk.nowMs, attemptId, outcome });
  invariant(
    attempt?.kind === result.kind,
    `Answer "${result.kind}" to attempt "${attemptId}", which is not open as that`,
  );
  desk.budget.end(attemptId, desk.nowMs, callEnd(result.outcome));
  settle(desk, attempt, result);
}

/** Ends an attempt whose answer can never come any more. */
export function loseAttempt(
  desk: Desk,
  [attemptId, attempt]: readonly [attemptId: string, attempt: OpenAttempt],
  outcome: LostOutcome,
): void {
  desk.budget.end(attemptId, desk.nowMs, callEnd(outcome));
  // No outcome of these carries a value, so it suits every kind of attempt.
  settle(desk, attempt, { kind: attempt.kind, outcome });
}

function callEnd(outcome: Outcome<unknown>): CallEnd {
  if (outcome.kind === 'accepted') return 'answered';
  if (outcome.kind === 'unknown') return outcome.cause.status === null ? 'unanswered' : 'answered';
  return 'status' in outcome.rejection ? 'answered' : 'never-left';
}

/** What becomes of an attempt that outlived its process. */
export type LostOutcome = Exclude<Outcome<never>, { kind: 'accepted' }>;

function settle(desk: Desk, attempt: OpenAttempt, result: AttemptResult): void {
  switch (result.kind) {
    case 'place':
    case 'modify':
    case 'cancel':
      settleOrders(desk, attempt, result.outcome);
      break;
    case 'start-position':
      invariant(attempt.kind === result.kind, MISMATCH);
      endPositionStart(desk, attempt.position, result.outcome);
      break;
    case 'square-off-position':
      invariant(attempt.kind === result.kind, MISMATCH);
      endPositionSquareOff(desk, attempt.position, result.outcome);
      break;
    case 'signal':
      invariant(attempt.kind === result.kind, MISMATCH);
      endSignal(desk, attempt.signal, result.outcome);
      break;
  }
}

function settleOrders(
  desk: Desk,
  attempt: OpenAttempt,
  outcome: Outcome<ReadonlyMap<string, ElementOutcome>>,
): void {
  if (isHeldBackBy(outcome)) {
    holdBackAll(desk, attempt, elementOf(outcome, ''));
    return;
  }
  for (const intent of intentsOf(attempt)) endHoldBack(intent);
  if (attempt.kind === 'place') {
    for (const intent of attempt.intents) settlePlace(desk, intent, elementOf(outcome, intent.tag));
  }
  if (attempt.kind === 'cancel') {
    // Whatever the answer says, only a poll shows whether the order is over.
    for (const [orderId, intent] of attempt.intents) {
      settleCancel(intent, elementOf(outcome, orderId));
    }
  }
  if (attempt.kind === 'modify') {
    for (const [orderId, intent] of attempt.intents) {
      settleModify(desk, intent, elementOf(outcome, orderId));
    }
  }
}

function settleCancel(intent: Intent, { kind }: ElementOutcome): void {
  if (intent.cancel === null) return;
  intent.cancel.isUnderWay = false;
  intent.cancel.isTooEarly = kind === 'rejected' && !hasArrived(intent);
}

function intentsOf(attempt: OpenAttempt): Iterable<Intent> {
  if (attempt.kind === 'place') return attempt.intents;
  return attempt.kind === 'modify' || attempt.kind === 'cancel' ? attempt.intents.values() : [];
}

/** The call never left: its orders and wishes stand as before it. */
function holdBackAll(desk: Desk, attempt: OpenAttempt, element: ElementOutcome): void {
  if (attempt.kind === 'place') {
    for (const intent of attempt.intents) {
      // What a poll has shown is no order that never left.
      if (intent.orders.size > 0) settlePlace(desk, intent, element);
      else holdBackPlace(desk, intent, element);
    }
  }
  if (attempt.kind === 'modify' || attempt.kind === 'cancel') {
    for (const intent of attempt.intents.values()) holdBackChange(desk, intent, attempt.kind);
  }
}

/** The outcome of one element. One that the answer does not name is unknown. */
function elementOf(
  outcome: Outcome<ReadonlyMap<string, ElementOutcome>>,
  key: string,
): ElementOutcome {
  if (outcome.kind === 'accepted') {
    return outcome.value.get(key) ?? { kind: 'unknown', detail: 'The answer does not name it' };
  }
  const detail = describeFailure(outcome);
  if (outcome.kind === 'unknown') return { kind: 'unknown', detail };
  const { form } = outcome.rejection;
  return { kind: 'rejected', detail, isNotSent: form === 'not-sent' || form === 'refused-by-mode' };
}

/** Who rejected it, which is not the platform where nothing got there. */
function whoRejected(
  what: 'Rejected' | 'Modify rejected',
  { detail, isNotSent = false }: Extract<ElementOutcome, { kind: 'rejected' }>,
): string {
  if (!isNotSent) return `${what} by the platform: ${detail}`;
  return `${what === 'Rejected' ? 'Not sent' : 'Modify not sent'}: ${detail}`;
}

function settlePlace(desk: Desk, intent: Intent, element: ElementOutcome): void {
  const name = `Order of leg "${intent.order.leg}" (${intent.order.contract.symbol})`;
  intent.detail = element.detail;
  const isSeen = intent.orders.size > 0;
  if (element.kind === 'rejected' && isSeen) {
    const message = `${name} was answered as rejected, but a poll has shown it: ${element.detail}`;
    desk.outbox.notice('critical', intent.runId, message);
  }
  if (element.kind === 'accepted' || isSeen) {
    intent.state = 'accepted';
    if (element.kind === 'accepted') intent.acceptedOrderId = element.orderId;
    if (!isSeen) desk.doubts.open(intent, desk.nowMs);
    return;
  }
  intent.state = element.kind;
  if (element.kind === 'rejected') {
    if (desk.protections.of(intent) !== undefined) return;
    refuse(desk, partOf(intent), whoRejected('Rejected', element));
    return;
  }
  desk.doubts.open(intent, desk.nowMs);
  const message = `${name} is unknown: it may exist and is looked for (${element.detail})`;
  desk.outbox.notice('critical', intent.runId, message);
}

function settleModify(desk: Desk, intent: Intent, element: ElementOutcome): void {
  const terms = intent.modifyUnderWay;
  intent.modifyUnderWay = null;
  const wish = intent.modify?.terms === terms ? intent.modify : null;
  if (element.kind === 'accepted') {
    intent.sentTerms = terms;
    if (wish !== null) intent.modify = null;
    return;
  }
  if (wish === null) return;
  if (element.kind === 'unknown') {
    wish.unknownAtMs = desk.nowMs;
    return;
  }
  intent.modify = null;
  const exit = desk.protections.of(intent);
  if (exit !== undefined && intent.sentTerms !== null) restoreTerms(exit, intent.sentTerms);
  // An exit that chases the market does not ask for what was refused again: it is cancelled, and the rest is placed anew.
  if (wish.commandIndex === null) intent.modifications = desk.limits.modificationsMax;
  const part = { ...partOf(intent), commandIndex: wish.commandIndex };
  refuse(desk, part, whoRejected('Modify rejected', element));
}

/** An outcome as the journal keeps it: a map becomes pairs. */
function toJson(outcome: AttemptResult['outcome']): Json {
  if (outcome.kind !== 'accepted') return outcome as unknown as Json;
  const { value } = outcome;
  const plain = value instanceof Map ? [...(value as ReadonlyMap<string, ElementOutcome>)] : value;
  return { kind: outcome.kind, value: plain as unknown as Json };
}
