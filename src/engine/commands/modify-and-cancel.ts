import { nearestWord } from '../../base/nearest-word.ts';
import { type Command, isInScope, type LegScope } from '../../model/orders/command.ts';
import { type Desk, type Legs, type Telling, type Settling } from '../desk.ts';
import { cancelWish, type Intent, isHeld, isLive } from '../intents/intent.ts';
import { refuse, refuseUnsent } from '../intents/refuse.ts';
import { dropEntry } from '../intents/write-off.ts';
import { checkPaused } from '../judging/check-leg.ts';
import { judgeTerms } from '../judging/judge-intent.ts';
import { type CommandRef } from '../lifecycle/run-book.ts';
import { legsOf } from '../positions/legs.ts';
import { changeStanding } from '../protecting/ask-exit.ts';

/** Wishes every live order of the scope cancelled. What was not sent yet is dropped. */
export function cancelOrders(
  desk: Legs & Settling & Pick<Desk, 'baskets'>,
  command: Extract<Command, { kind: 'cancel' }>,
  ref: CommandRef,
): void {
  if (!areLegsKnown(desk, command.legs, ref)) return;
  if (command.role === null || command.role === 'entry') {
    desk.baskets.giveUp(ref.runId, (leg) => isInScope(leg, command.legs));
  }
  desk.protections.give(ref.runId, (leg) => isInScope(leg, command.legs), command.role);
  for (const leg of desk.intents.legs(ref.runId)) {
    if (!isInScope(leg, command.legs)) continue;
    for (const intent of desk.intents.ofLeg(ref.runId, leg)) {
      const isMeant = command.role === null || intent.order.role === command.role;
      // A square-off is a goal that nothing but reaching it ends.
      if (isMeant && intent.origin !== 'square-off') wishCancel(desk, intent, 'cancelled before');
    }
  }
}

/** Makes an intent end: dropped when it was not sent, cancelled when it was. */
export function wishCancel(desk: Settling, intent: Intent, why: string): void {
  if (isHeld(intent)) {
    dropEntry(desk, intent, { kind: 'not-sent-again', detail: why });
    return;
  }
  if (!isLive(intent)) return;
  intent.replaceWith = null;
  if (intent.state === 'waiting') {
    refuseUnsent(desk, intent, { kind: 'not-sent', detail: why });
    return;
  }
  intent.modify = null;
  intent.cancel ??= cancelWish();
}

/** Wishes new terms for the live orders of a leg and role. An order that is not acknowledged yet waits for it. */
export function modifyOrders(
  desk: Desk,
  command: Extract<Command, { kind: 'modify' }>,
  ref: CommandRef,
): void {
  const { leg, role, terms } = command;
  if (!areLegsKnown(desk, [leg], ref)) return;
  const part = { ...ref, leg };
  if (desk.squareOffs.covers(ref.runId, leg)) {
    // A trail continues until it sees its leg flat: its last wish often meets the square-off.
    const met = { ...part, isOrdinary: true };
    const detail = `Leg "${leg}" is being squared off: found modify, allowed none until flat`;
    refuse(desk, met, { kind: 'not-a-command', detail });
    return;
  }
  const pause = checkPaused(desk, ref.runId, leg);
  if (pause !== null) {
    refuse(desk, part, pause);
    return;
  }
  const live = desk.intents
    .ofLeg(ref.runId, leg)
    .filter((intent) => intent.order.role === role && isLive(intent) && intent.cancel === null);
  const standing = changeStanding(desk, command, ref.runId);
  if (live.length === 0) {
    const detail = `Nothing to modify: found no working ${role} order of leg "${leg}"`;
    const nothing = { kind: 'not-a-command', detail } as const;
    for (const why of standing.length > 0 ? standing : [nothing]) {
      if (why !== null) refuse(desk, part, why);
    }
    return;
  }
  for (const intent of live) {
    const approval = judgeTerms(desk, intent, terms);
    if (!approval.ok) refuse(desk, part, approval.error);
    else intent.modify = { terms, commandIndex: ref.commandIndex, unknownAtMs: null };
  }
}

/** Whether every named leg was ever used by the run; refuses the command when not. */
export function areLegsKnown(desk: Telling & Legs, scope: LegScope, ref: CommandRef): boolean {
  if (scope === 'all') return true;
  const known = legsOf(desk, ref.runId);
  const unknown = scope.find((leg) => !known.includes(leg));
  if (unknown === undefined) return true;
  const nearest = nearestWord(unknown, known);
  refuse(
    desk,
    { ...ref, leg: unknown },
    {
      rule: 'unknown-leg',
      what: 'The run has no such leg',
      found: `"${unknown}"`,
      allowed:
        (known.length === 0 ? 'none yet' : known.map((leg) => `"${leg}"`).join(', ')) +
        (nearest === null ? '' : ` (did you mean "${nearest}"?)`),
    },
  );
  return false;
}
