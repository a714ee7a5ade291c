import { invariant } from '../../base/invariant.ts';
import { namedOrder } from '../../notices/named-order.ts';
import { type Desk } from '../desk.ts';
import { countFromMs } from '../lifecycle/away.ts';
import { coverLost, isLostEntry } from '../positions/cover-lost.ts';
import { filledUnits, type Intent, isExit, isUnresolved } from './intent.ts';
import { planIntents } from './plan-intents.ts';

/** Puts intents that are over away, and places anew what was left of entries that are to be replaced. */
export function settleIntents(desk: Desk): void {
  const over = desk.intents.sweep(desk.nowMs);
  for (const intent of over) replace(desk, intent);
  for (const intent of over) {
    if (isLostEntry(intent)) coverLost(desk, intent, intent.detail);
  }
}

/** Reports once every order that was sent and not seen for long. */
export function noticeUnresolved(desk: Desk): void {
  for (const intent of desk.intents.live()) {
    if (!isUnresolved(intent) || intent.isUnresolvedNoticed) continue;
    const sinceMs = countFromMs(desk, intent.pricedAtMs ?? intent.plannedAtMs);
    const dueMs = sinceMs + desk.limits.unresolvedNoticeMs;
    if (dueMs > desk.nowMs) {
      desk.wakesAtMs.push(dueMs);
      continue;
    }
    intent.isUnresolvedNoticed = true;
    const { tag, state, runId } = intent;
    const seconds = Math.round((desk.nowMs - sinceMs) / 1000);
    const about = { ...namedOrder(intent.order), tag, state, seconds };
    desk.outbox.notice('order-unaccounted', runId, about);
  }
}

function replace(desk: Desk, intent: Intent): void {
  const { replaceWith, runId, commandIndex, order } = intent;
  intent.replaceWith = null;
  if (replaceWith === null || desk.squareOffs.covers(runId, order.leg)) return;
  if (desk.foreign.pauseOf(runId, order.leg) !== undefined) return;
  invariant(!isExit(intent), 'An exit is placed anew beside the one that stands for it');
  const quantityUnits = order.quantityUnits - filledUnits(intent);
  if (quantityUnits <= 0) return;
  const again = { ...order, terms: replaceWith, quantityUnits };
  planIntents(desk, again, { runId, commandIndex, origin: 'replacement', group: null });
}
