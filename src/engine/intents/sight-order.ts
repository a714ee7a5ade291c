import { type Order } from '../../model/orders/order.ts';
import { type Desk } from '../desk.ts';
import { operatorCommands } from '../operator/operator-commands.ts';
import { quietMs } from '../reconciling/seek-absence.ts';
import { become } from './intent-machine.ts';
import { type Intent, isHeld } from './intent.ts';

/**
 * Takes in that a record of an intent is seen for the first time (it is among its orders already). A poll that shows the
 * tag decides what an answer left open, and overrules an answer that said no.
 */
export function sightOrder(desk: Desk, intent: Intent, order: Order): void {
  // A second order under an old tag says nothing of how late the platform is with one that was sent.
  if (intent.orders.size === 1) measureLag(desk, intent, order);
  desk.doubts.close(intent.tag);
  if (intent.orders.size > 1) {
    const ids = [...intent.orders.keys()].join(', ');
    const what = `Two orders carry the tag of leg "${intent.order.leg}", ${intent.tag}: ${ids}`;
    alarm(desk, intent, what);
  } else {
    acknowledge(desk, intent, order);
  }
  become(intent, 'seen');
  desk.intents.revive(intent);
}

function acknowledge(desk: Desk, intent: Intent, order: Order): void {
  const name = `Order ${order.orderId} of leg "${intent.order.leg}"`;
  switch (intent.state) {
    case 'unknown':
      desk.outbox.notice('info', intent.runId, `${name} was unknown and has been found`);
      break;
    case 'absent':
    case 'rejected':
    case 'refused':
      // A held entry is still what was asked for; in the place of any other there may be something else.
      if (isHeld(intent)) welcome(desk, intent, name);
      else takeBack(desk, intent, name);
      break;
    case 'waiting':
      desk.outbox.notice('warning', intent.runId, `${name} exists before it was sent: taken over`);
      break;
    case 'sending':
    case 'accepted':
      break;
  }
}

/** An order that was taken for over is there. */
function takeBack(desk: Desk, intent: Intent, name: string): void {
  intent.wantedUnits = 0;
  alarm(desk, intent, `${name} exists although it is held to be ${intent.state}: ${intent.detail}`);
}

/** An entry that was held is there: there is one order, and it is what was asked for. */
function welcome(desk: Desk, intent: Intent, name: string): void {
  noteSurplus(desk, intent);
  const message = `Seen after all: ${name}, which was held as absent (${intent.detail}), is there and is booked as what was asked for. Nothing of it waits for you any more; to close all of the run: ${flattenCommand(intent)}`;
  desk.outbox.notice('critical', intent.runId, message);
}

/** Two orders where one was meant, or one where none was: the worst that can happen here. */
function alarm(desk: Desk, intent: Intent, what: string): void {
  const consequence = noteSurplus(desk, intent)
    ? 'what is too much is cancelled or closed'
    : `nothing is done about it: look at the platform; to close all of the run: ${flattenCommand(intent)}`;
  desk.outbox.notice('critical', intent.runId, `Duplicate alarm: ${what} (${consequence})`);
}

/** Where the run wants it, looks for what is too much; false where the run leaves that to the operator. */
function noteSurplus(desk: Desk, intent: Intent): boolean {
  const isWanted = desk.runs.get(intent.runId).policies.duplicates === 'flatten-extra';
  if (isWanted) desk.surplus.add(intent);
  return isWanted;
}

function flattenCommand({ runId }: Intent): string {
  return operatorCommands.flatten(runId).join();
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
  const [late, before, now] = [lagMs, quietBeforeMs, quietMs(desk)].map(inSeconds);
  const message = `The order of leg "${intent.order.leg}" was not shown for ${String(late)} s after it was sent: from now on an order must be missing for ${String(now)} s, not ${String(before)}, before it is taken for absent`;
  desk.outbox.notice('warning', intent.runId, message);
}

/** When an order left: one that was created before it was sent once more is the one that was sent first. */
function sentAtMsOf({ sentAtMs, firstSentAtMs }: Intent, { createdAtMs }: Order): number | null {
  return sentAtMs !== null && createdAtMs < sentAtMs ? firstSentAtMs : sentAtMs;
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1000);
}
