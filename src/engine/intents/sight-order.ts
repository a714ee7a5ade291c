import { invariant } from '../../base/invariant.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Desk } from '../desk.ts';
import { quietMs } from '../reconciling/seek-absence.ts';
import { become } from './intent-machine.ts';
import { type Intent, isHeld } from './intent.ts';

/**
 * Takes in that a record of an intent is seen for the first time (it is among its orders already). A poll that shows the
 * tag decides what an answer left open, and overrules an answer that said no.
 */
export function sightOrder(desk: Desk, intent: Intent, order: Order): void {
  invariant(intent.orders.has(order.orderId), 'An order is seen that its intent does not have');
  // A second order under an old tag says nothing of how late the platform is with one that was sent.
  if (intent.orders.size === 1) measureLag(desk, intent, order);
  desk.doubts.close(intent.tag);
  if (intent.orders.size > 1) {
    const { tag, runId } = intent;
    const { leg } = intent.order;
    const orderIds = [...intent.orders.keys()];
    const isClosed = noteSurplus(desk, intent);
    desk.outbox.notice('two-orders-one-tag', runId, { leg, tag, orderIds, isClosed });
  } else {
    acknowledge(desk, intent, order);
  }
  become(intent, 'seen');
  desk.intents.revive(intent);
}

function acknowledge(desk: Desk, intent: Intent, order: Order): void {
  const { runId } = intent;
  const seen = { orderId: order.orderId, leg: intent.order.leg };
  switch (intent.state) {
    case 'unknown':
      desk.outbox.notice('unknown-order-found', runId, seen);
      break;
    case 'absent':
    case 'rejected':
    case 'refused':
      // A held entry is still what was asked for; in the place of any other there may be something else.
      if (isHeld(intent)) welcome(desk, intent, seen);
      else takeBack(desk, intent, seen);
      break;
    case 'waiting':
      desk.outbox.notice('order-seen-unsent', runId, seen);
      break;
    case 'sending':
    case 'accepted':
      break;
  }
}

interface SeenOrder {
  readonly orderId: string;
  readonly leg: string;
}

/** An order that was taken for over is there: two where one was meant, or one where none was. */
function takeBack(desk: Desk, intent: Intent, seen: SeenOrder): void {
  intent.wantedUnits = 0;
  const { state, detail, runId } = intent;
  const isClosed = noteSurplus(desk, intent);
  desk.outbox.notice('ended-order-alive', runId, { ...seen, state, detail, isClosed });
}

/** An entry that was held is there: there is one order, and it is what was asked for. */
function welcome(desk: Desk, intent: Intent, seen: SeenOrder): void {
  noteSurplus(desk, intent);
  desk.outbox.notice('held-order-seen', intent.runId, { ...seen, detail: intent.detail });
}

/** Where the run wants it, looks for what is too much; false where the run leaves that to the operator. */
function noteSurplus(desk: Pick<Desk, 'runs' | 'surplus'>, intent: Intent): boolean {
  const isWanted = desk.runs.get(intent.runId).policies.duplicates === 'flatten-extra';
  if (isWanted) desk.surplus.add(intent);
  return isWanted;
}

/** A clean poll that did not show what had been sent says how late the platform can be. */
function measureLag(desk: Desk, intent: Intent, order: Order): void {
  const { doubts, limits } = desk;
  const sentAtMs = sentAtMsOf(intent, order);
  if (sentAtMs === null) return;
  const lagMs = doubts.lastCleanAtMs - sentAtMs;
  if (lagMs <= doubts.longestLagMs) return;
  const quietBeforeMs = quietMs(desk);
  doubts.longestLagMs = lagMs;
  if (lagMs <= limits.ordersQuietMs / 2) return;
  desk.outbox.notice('platform-shows-late', intent.runId, {
    leg: intent.order.leg,
    lateSeconds: inSeconds(lagMs),
    quietSecondsBefore: inSeconds(quietBeforeMs),
    quietSeconds: inSeconds(quietMs(desk)),
  });
}

/** When an order left: one that was created before it was sent once more is the one that was sent first. */
function sentAtMsOf({ sentAtMs, firstSentAtMs }: Intent, { createdAtMs }: Order): number | null {
  return sentAtMs !== null && createdAtMs < sentAtMs ? firstSentAtMs : sentAtMs;
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1000);
}
