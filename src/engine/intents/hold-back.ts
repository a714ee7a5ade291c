import { invariant } from '../../base/invariant.ts';
import { namedOrder } from '../../notices/named-order.ts';
import { type ElementOutcome } from '../../ports/orders.ts';
import { type Desk, type Timed } from '../desk.ts';
import { become } from './intent-machine.ts';
import { cancelWish, type Intent, isExit } from './intent.ts';
import { refuseUnsent } from './refuse.ts';

/** The first tries follow each other quickly: a login takes about a second. */
const AGAIN_AFTER_MS = 250;
/** Where logins fail for minutes there are few tries, and still one within 4 s after they work again. */
const DOUBLINGS_MAX = 4;
/** Entries are over soon, and must not leave long after that. */
const ENTRY_DOUBLINGS_MAX = 2;

/** Whether it is too early for another try. Looks again when it is not. */
export function isHeldBack(desk: Timed, intent: Intent): boolean {
  const untilMs = intent.heldBack?.untilMs ?? -Infinity;
  if (untilMs <= desk.nowMs) return false;
  desk.wakesAtMs.push(untilMs);
  return true;
}

/** Keeps an order of a call that never left waiting. One that is no longer wanted, or too late, is over. */
export function holdBackPlace(desk: Desk, intent: Intent, { detail }: ElementOutcome): void {
  become(intent, 'held-back');
  intent.detail = detail;
  if (intent.resends === 0) {
    intent.sentAtMs = null;
    intent.firstSentAtMs = null;
    intent.sentTerms = null;
    intent.pricedAtMs = null;
  }
  holdBack(desk, intent, isExit(intent) ? DOUBLINGS_MAX : ENTRY_DOUBLINGS_MAX);
  if (intent.cancel !== null) {
    intent.cancel = null;
    refuseUnsent(desk, intent, { kind: 'not-sent', detail: `cancelled before (${detail})` });
    return;
  }
  if (desk.nowMs < waitEndsMs(desk, intent)) return;
  if (!isExit(intent)) refuseUnsent(desk, intent, { kind: 'not-sent-in-time', detail });
  else tellOnce(desk, intent);
}

/** Lets a wish whose call never left stand, to be tried again soon. */
export function holdBackChange(desk: Desk, intent: Intent, kind: 'modify' | 'cancel'): void {
  holdBack(desk, intent, DOUBLINGS_MAX);
  if (kind === 'modify') {
    invariant(intent.modifications > 0, 'A modify that never left was never counted');
    intent.modifyUnderWay = null;
    intent.modifications -= 1;
  } else if (intent.cancel !== null) {
    const tries = Math.max(0, intent.cancel.tries - 1);
    intent.cancel = { ...cancelWish(), tries };
  }
}

/** A call for it left: the next that does not is tried again quickly. */
export function endHoldBack(intent: Intent): void {
  if (intent.heldBack !== null) intent.heldBack = { ...intent.heldBack, times: 0 };
}

function holdBack(desk: Pick<Desk, 'nowMs'>, intent: Intent, doublingsMax: number): void {
  const { times = 0, isTold = false } = intent.heldBack ?? {};
  const waitMs = AGAIN_AFTER_MS * 2 ** Math.min(times, doublingsMax);
  intent.heldBack = { untilMs: desk.nowMs + waitMs, times: times + 1, isTold };
}

/** When an order has waited long enough for data, or for a call that leaves. A short waits from when its last hedge stood. */
export function waitEndsMs({ limits }: Pick<Desk, 'limits'>, intent: Intent): number {
  const sinceMs = Math.max(intent.waitingSinceMs, intent.group?.hedgedAtMs ?? -Infinity);
  return sinceMs + limits.dataWaitMs;
}

function tellOnce(desk: Pick<Desk, 'outbox'>, intent: Intent): void {
  if (intent.heldBack === null || intent.heldBack.isTold) return;
  intent.heldBack = { ...intent.heldBack, isTold: true };
  const { order, detail, runId } = intent;
  desk.outbox.notice('exit-cannot-leave', runId, { ...namedOrder(order), detail });
}
