import { invariant } from '../../base/invariant.ts';
import { namedOrder, type TaggedOrder } from '../../notices/named-order.ts';
import { type Undone, whyNotText } from '../../notices/refusals.ts';
import { type Desk, type Telling } from '../desk.ts';
import { type Doubt } from '../reconciling/doubt-book.ts';
import { become } from './intent-machine.ts';
import { type Intent, isExit, isHeld } from './intent.ts';
import { partOf, refuse } from './refuse.ts';

/**
 * Takes an order for absent: clean polls over the quiet period prove that it never got there. An exit gives its units
 * free and is placed again, computed from the open units. An entry is held, or resent once where its run wants that.
 */
export function writeOff(desk: Desk, doubt: Doubt): void {
  const { intent } = doubt;
  invariant(desk.doubts.of(intent.tag) === doubt, 'An order is written off by evidence of another');
  const wasAccepted = intent.state === 'accepted';
  const isUnwanted = intent.cancel !== null;
  become(intent, 'proven-absent');
  const { ordersPolls, tagPolls, watchedMs } = doubt;
  intent.absence = { ordersPolls, tagPolls, watchedMs };
  const seconds = Math.round(watchedMs / 1000);
  const polls = `${String(ordersPolls)} clean polls and ${String(tagPolls)} look-ups of its tag`;
  const answered = wasAccepted ? 'was answered as accepted, but ' : '';
  intent.detail = `${answered}${polls} over ${String(seconds)} s do not show it`;
  if (isExit(intent)) {
    giveUpExit(desk, intent);
    return;
  }
  intent.cancel = null;
  intent.modify = null;
  if (isUnwanted) {
    dropEntry(desk, intent, { kind: 'entry-never-arrived', detail: intent.detail });
  } else if (!wasAccepted && mayResendItself(desk, intent)) resend(desk, intent);
  else hold(desk, intent);
}

/** Sends a held entry once more under its tag, through the gate as the first time. */
export function resend(desk: Telling & Pick<Desk, 'intents' | 'doubts'>, intent: Intent): void {
  invariant(!isExit(intent), 'An exit is sent twice');
  desk.doubts.close(intent.tag);
  desk.outbox.notice('order-sent-again', intent.runId, named(intent));
  become(intent, 'resent');
  intent.resends += 1;
  intent.isResendAsked = false;
  intent.waitingSinceMs = desk.nowMs;
  intent.endedAtMs = null;
  intent.isUnresolvedNoticed = false;
  intent.cancel = null;
  desk.intents.revive(intent);
}

/** Ends held entries of legs that are being squared off: they are no longer wanted. */
export function dropHeldEntries(desk: Telling & Pick<Desk, 'squareOffs' | 'doubts'>): void {
  if (desk.squareOffs.active().length === 0) return;
  for (const { intent } of [...desk.doubts.all()]) {
    const { runId, order } = intent;
    if (!isHeld(intent) || !desk.squareOffs.covers(runId, order.leg)) continue;
    dropEntry(desk, intent, { kind: 'dropped-by-square-off', detail: order.leg });
  }
}

/** Ends an entry that is not there for good. */
export function dropEntry(desk: Telling & Pick<Desk, 'doubts'>, intent: Intent, why: Undone): void {
  invariant(!isExit(intent), 'An exit is given up as an entry');
  desk.doubts.close(intent.tag);
  become(intent, 'written-off');
  intent.detail = whyNotText(why);
  refuse(desk, partOf(intent), why);
}

/**
 * Ends an exit that is not there. Its units are free for the next one, which has a tag of its own: what its run still wants
 * is placed again by `driveExits`, for the units open by then.
 */
export function giveUpExit(
  desk: Telling & Pick<Desk, 'doubts' | 'protections'>,
  intent: Intent,
): void {
  invariant(isExit(intent), 'An entry is given up as an exit, and nothing holds it');
  const { cancel, commandIndex, detail, runId } = intent;
  desk.doubts.close(intent.tag);
  intent.cancel = null;
  intent.modify = null;
  if (desk.protections.of(intent) !== undefined) return;
  if (commandIndex === null) {
    desk.outbox.notice('exit-never-arrived', runId, { ...named(intent), detail });
    return;
  }
  const part = { ...partOf(intent), isUrgent: cancel === null };
  refuse(desk, part, { kind: 'exit-never-arrived', detail });
}

function mayResendItself(desk: Pick<Desk, 'runs' | 'squareOffs'>, intent: Intent): boolean {
  const run = desk.runs.get(intent.runId);
  if (run.state !== 'running' || run.policies.absentEntries !== 'resend-once') return false;
  return intent.resends === 0 && !desk.squareOffs.covers(intent.runId, intent.order.leg);
}

function hold(desk: Pick<Desk, 'outbox'>, intent: Intent): void {
  desk.outbox.notice('entry-held', intent.runId, { ...named(intent), detail: intent.detail });
}

function named({ order, tag }: Intent): TaggedOrder {
  return { ...namedOrder(order), tag };
}
