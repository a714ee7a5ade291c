import { type ResolveAs } from '../../model/orders/operator-request.ts';
import { nameOfLeg } from '../carrying/confirm-carried.ts';
import { unconfirmedLegs } from '../carrying/watch-carried.ts';
import { type Desk, type Telling } from '../desk.ts';
import { unknownStarts } from '../webhooks/unknown-starts.ts';
import { become } from './intent-machine.ts';
import { fallenLeg, type Intent, isExit, isFallen, isHeld, isUnresolved } from './intent.ts';
import { dropEntry, giveUpExit, resend } from './write-off.ts';

/** Applies the operator's resolution of an unseen order. A refusal says what can be done instead. */
export function resolveIntent(desk: Desk, tag: string, as: ResolveAs): void {
  const intent = desk.intents.byTag(tag);
  if (intent === undefined) {
    desk.outbox.notice('cannot-resolve', null, { name: tag, as, ...noSuchTag(desk) });
    return;
  }
  const problem = problemOf(desk, intent, as);
  if (problem !== null) {
    desk.outbox.notice('cannot-resolve', intent.runId, { name: tag, as, ...problem });
    return;
  }
  // Before what follows from it: of refusals only warnings are reported.
  desk.outbox.notice('resolved', intent.runId, { name: tag, as });
  if (as === 'absent') giveUp(desk, intent);
  else askForResend(desk, intent);
}

/**
 * Entries of one command stand or fall together: held ones leave when all of them have been asked for, each by its tag.
 * Only the operator knows whether the platform has an order, and resolved this one alone.
 */
function askForResend(desk: Telling & Pick<Desk, 'intents' | 'doubts'>, intent: Intent): void {
  intent.isResendAsked = true;
  const held = heldWith(intent);
  const open = held.filter(({ isResendAsked }) => !isResendAsked);
  if (open.length === 0) {
    for (const one of held) resend(desk, one);
    return;
  }
  const others = open.map(({ tag, order }) => ({ leg: order.leg, tag }));
  desk.outbox.notice('resend-waits-for-others', intent.runId, { others });
}

/** Held entries of one command, this one among them, though it may not be proven absent yet. */
function heldWith(intent: Intent): readonly Intent[] {
  const group = intent.group?.intents ?? [intent];
  return group.filter((one) => one === intent || isHeld(one));
}

function giveUp(desk: Telling & Pick<Desk, 'doubts' | 'protections'>, intent: Intent): void {
  if (!isExit(intent)) {
    intent.cancel = null;
    intent.modify = null;
    dropEntry(desk, intent, { kind: 'resolved-as-absent', detail: '' });
    for (const other of heldWith(intent)) {
      if (other === intent || !other.isResendAsked) continue;
      dropEntry(desk, other, { kind: 'not-sent-alone', detail: fallenLeg(intent) });
    }
    return;
  }
  become(intent, 'said-absent');
  intent.detail = 'the operator says so';
  giveUpExit(desk, intent);
}

/** What stands against it, and what may be resolved instead. */
interface Mismatch {
  readonly found: string;
  readonly allowed: string;
}

function problemOf(desk: Desk, intent: Intent, as: ResolveAs): Mismatch | null {
  const { state, orders, order } = intent;
  if (!isHeld(intent) && !isUnresolved(intent)) {
    const shown = orders.size > 0 ? ', and polls have shown it' : '';
    return {
      found: `state ${state}${shown}`,
      allowed: 'an order that is unknown, held or never shown',
    };
  }
  if (as === 'absent') return null;
  if (as !== 'resend') return { found: 'an order', allowed: 'absent, and resend for an entry' };
  if (isExit(intent)) {
    return {
      found: `an order with role ${order.role}`,
      allowed: 'an entry; resolve it as absent, and the position is closed by a new order',
    };
  }
  if (state === 'accepted') {
    return {
      found: 'an order that was answered as accepted',
      allowed: 'one that is unknown or held; resolve it as absent',
    };
  }
  return hindranceOf(desk, intent);
}

/** Why an entry cannot be sent once more; null when it can. */
function hindranceOf(desk: Pick<Desk, 'runs' | 'squareOffs'>, intent: Intent): Mismatch | null {
  const { runId, group } = intent;
  const run = desk.runs.get(runId);
  if (run.state !== 'running') {
    return { found: `its run ${run.state}`, allowed: 'a run that is running' };
  }
  const fallen = group?.intents.find(
    (other) => other !== intent && !isHeld(other) && isFallen(other),
  );
  if (fallen !== undefined) {
    return {
      found: `that ${fallenLeg(fallen)} (tag ${fallen.tag})`,
      allowed: 'where the other legs stand or are held too',
    };
  }
  const leaving = heldWith(intent).find((one) => desk.squareOffs.covers(runId, one.order.leg));
  if (leaving === undefined) return null;
  return { found: `leg "${leaving.order.leg}" being squared off`, allowed: 'a leg that is not' };
}

function noSuchTag(
  desk: Pick<Desk, 'doubts' | 'customPositions' | 'signals' | 'foreign'>,
): Mismatch {
  const open: string[] = [];
  for (const { intent } of desk.doubts.all()) {
    if (isHeld(intent) || isUnresolved(intent)) open.push(intent.tag);
  }
  for (const { name, state } of unknownStarts(desk)) if (state === 'unknown') open.push(name);
  open.push(...unconfirmedLegs(desk).map(nameOfLeg));
  const allowed = open.length === 0 ? 'none now' : open.join(', ');
  return { found: 'no order, start, signal or carried leg of this name', allowed };
}
