import { invariant } from '../../base/invariant.ts';
import { type Undone } from '../../notices/refusals.ts';
import { type ElementOutcome } from '../../ports/orders.ts';
import { describeFailure, neverLeft, type Outcome } from '../../ports/outcome.ts';
import { type Desk, type Timed, type Settling } from '../desk.ts';
import { restoreTerms } from '../protecting/ask-exit.ts';
import { type OpenAttempt } from '../sending/attempt-book.ts';
import { endHoldBack, holdBackChange, holdBackPlace } from './hold-back.ts';
import { become } from './intent-machine.ts';
import { hasArrived, type Intent } from './intent.ts';
import { partOf, refuse } from './refuse.ts';

/** Works in what became of a call for orders: of each order of it, as far as the answer names it. */
export function settleOrders(
  desk: Desk,
  attempt: OpenAttempt,
  outcome: Outcome<ReadonlyMap<string, ElementOutcome>>,
): void {
  if (neverLeft(outcome)) {
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
function whyRejected(
  what: 'place' | 'modify',
  { detail, isNotSent = false }: Extract<ElementOutcome, { kind: 'rejected' }>,
): Undone {
  if (what === 'place') return { kind: isNotSent ? 'not-sent' : 'rejected', detail };
  return { kind: isNotSent ? 'modify-not-sent' : 'modify-rejected', detail };
}

function settlePlace(desk: Settling, intent: Intent, element: ElementOutcome): void {
  const { leg, contract } = intent.order;
  const about = { leg, symbol: contract.symbol, detail: element.detail };
  intent.detail = element.detail;
  const isSeen = intent.orders.size > 0;
  if (element.kind === 'rejected' && isSeen) {
    desk.outbox.notice('rejection-contradicted', intent.runId, about);
  }
  if (element.kind === 'accepted' || isSeen) {
    become(intent, 'answered-accepted');
    if (element.kind === 'accepted') intent.acceptedOrderId = element.orderId;
    if (!isSeen) desk.doubts.open(intent, desk.nowMs);
    return;
  }
  become(intent, `answered-${element.kind}`);
  if (element.kind === 'rejected') {
    if (desk.protections.of(intent) !== undefined) return;
    refuse(desk, partOf(intent), whyRejected('place', element));
    return;
  }
  desk.doubts.open(intent, desk.nowMs);
  desk.outbox.notice('order-unknown', intent.runId, about);
}

function settleModify(desk: Timed & Settling, intent: Intent, element: ElementOutcome): void {
  const terms = intent.modifyUnderWay;
  invariant(terms !== null, 'A modify is answered that is not under way');
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
  refuse(desk, part, whyRejected('modify', element));
}
