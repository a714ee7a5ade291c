import { backoffMs } from '../engine-limits.ts';
import { invariant } from '../../base/invariant.ts';
import { isInScope, type LegOrder } from '../../model/orders/command.ts';
import { type OpenLeg } from '../../notices/square-offs.ts';
import { wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk, hasCome, isInSession, type Legs, type Timed } from '../desk.ts';
import {
  type Intent,
  isExit,
  isGivenUp,
  isHeld,
  isLive,
  isRefused,
  openUnits,
} from '../intents/intent.ts';
import { planIntents } from '../intents/plan-intents.ts';
import { countFromMs, isBookKnown } from '../lifecycle/away.ts';
import { keepsCover } from '../positions/cover.ts';
import { legsOf, productOf } from '../positions/legs.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';
import { repriceExit } from './reprice-exit.ts';
import { type SquareOff } from './square-off-book.ts';

/**
 * Sets the goal that a scope of a run be flat with nothing working. A run that never had a leg gets no notice, nor does a
 * strategy that asks where there is nothing to do.
 */
export function startSquareOff(
  desk: Legs & Pick<Desk, 'nowMs' | 'outbox'>,
  goal: Omit<SquareOff, 'startedAtMs' | 'isOverdueNoticed' | 'isTold'>,
): void {
  const legs = legsIn(desk, goal);
  // A rule may ask at each value of a source. Everyone else asks once, and gets an answer.
  const isTold =
    goal.origin === 'strategy'
      ? legs.some((leg) => hasWork(desk, goal.runId, leg))
      : legs.length > 0;
  const started = { startedAtMs: desk.nowMs, isOverdueNoticed: false, isTold };
  const isNew = desk.squareOffs.add({ ...goal, ...started });
  if (isNew && isTold) tellStart(desk, goal);
}

function tellStart(
  desk: Pick<Desk, 'outbox'>,
  { runId, scope, reason, origin }: Pick<SquareOff, 'runId' | 'scope' | 'reason' | 'origin'>,
): void {
  desk.outbox.notice('square-off-started', runId, { scope, reason, origin });
}

/** Does what each active goal needs next, and ends those that are reached. */
export function driveSquareOffs(desk: Desk): void {
  for (const goal of desk.squareOffs.active()) {
    for (const leg of legsIn(desk, goal)) {
      if (desk.foreign.pauseOf(goal.runId, leg) !== undefined) continue;
      driveLeg(desk, { runId: goal.runId, leg });
    }
  }
  for (const goal of desk.squareOffs.active()) {
    const open = legsIn(desk, goal).filter((leg) => !isFlat(desk, goal.runId, leg));
    if (open.length > 0) {
      // What the same command batch entered after it was not there when it was set.
      if (!goal.isTold) tellStart(desk, goal);
      goal.isTold = true;
      noticeOverdue(desk, goal, open);
      continue;
    }
    desk.squareOffs.remove(goal);
    if (!goal.isTold) continue;
    const { runId, scope, reason } = goal;
    desk.outbox.notice('squared-off', runId, { scope, reason });
  }
}

function legsIn(desk: Legs, goal: Pick<SquareOff, 'runId' | 'scope'>): readonly string[] {
  return legsOf(desk, goal.runId).filter((leg) => isInScope(leg, goal.scope));
}

/** Whether a leg is flat, with nothing that may still fill. */
export function isFlat(desk: Legs, runId: string, leg: string): boolean {
  const isQuiet = !desk.intents.inPlay(runId, leg).some(isLive);
  return isQuiet && desk.ledger.ofLeg(runId, leg).every(({ position }) => position.netUnits === 0);
}

/** Whether a square-off has something to close, cancel or give up: an entry that is held may still be sent once more. */
function hasWork(desk: Legs, runId: string, leg: string): boolean {
  return !isFlat(desk, runId, leg) || desk.intents.ofLeg(runId, leg).some(isHeld);
}

function noticeOverdue(desk: Desk, goal: SquareOff, open: readonly string[]): void {
  if (goal.isOverdueNoticed) return;
  const sinceMs = countFromMs(desk, goal.startedAtMs);
  if (!hasCome(desk, sinceMs + desk.limits.squareOffNoticeMs)) return;
  goal.isOverdueNoticed = true;
  const { runId, reason } = goal;
  desk.outbox.notice('not-flat', runId, {
    seconds: Math.round((desk.nowMs - sinceMs) / 1000),
    isAfterRestart: sinceMs !== goal.startedAtMs,
    reason,
    legs: open.map((leg) => openLegOf(desk, runId, leg)),
  });
}

/** What keeps a leg from being settled. */
function openLegOf(desk: Legs, runId: string, leg: string): OpenLeg {
  const lines = desk.ledger.ofLeg(runId, leg);
  const paused = desk.foreign.pauseOf(runId, leg);
  return {
    leg,
    held: lines
      .filter(({ position }) => position.netUnits !== 0)
      .map(({ contract, position }) => ({ units: position.netUnits, symbol: contract.symbol })),
    orders: desk.intents
      .ofLeg(runId, leg)
      .filter(isLive)
      .map((intent) => {
        const { tag, order } = intent;
        return { role: order.role, tag, status: lastWord(intent) };
      }),
    isCover: lines.some((line) => keepsCover(desk, line)),
    isPaused: paused !== undefined,
    ...(paused?.cause === 'carried' ? { isUnconfirmed: true } : {}),
  };
}

function lastWord(intent: Intent): string {
  return [...intent.orders.values()].at(-1)?.statusWord ?? intent.state;
}

/** Cancel what works, wait until it is seen to be over, then close what is seen to be held. */
function driveLeg(desk: Desk, at: { readonly runId: string; readonly leg: string }): void {
  const others = desk.intents
    .inPlay(at.runId, at.leg)
    .filter((intent) => intent.origin !== 'square-off');
  for (const intent of others) wishCancel(desk, intent, `leg "${at.leg}" is being squared off`);
  // An unseen order cannot be cancelled; the open units do not wait for it.
  const isBlocked = others.some((intent) => isLive(intent) && !isGivenUp(intent));
  if (isBlocked || !isInSession(desk) || !isBookKnown(desk)) return;
  for (const line of desk.ledger.ofLeg(at.runId, at.leg)) closeLine(desk, line);
  for (const intent of desk.intents.inPlay(at.runId, at.leg)) {
    if (intent.origin === 'square-off') repriceExit(desk, intent);
  }
}

/** Places exits of open units that no exit which may still fill covers: never for more. */
function closeLine(desk: Desk, line: LedgerLine): void {
  const { runId, leg, contract, position } = line;
  const isOfLine = (intent: Intent): boolean =>
    isExit(intent) && intent.order.contract.symbol === contract.symbol;
  const inPlay = desk.intents.inPlay(runId, leg).filter(isOfLine);
  const coveredUnits = inPlay.reduce((units, intent) => units + openUnits(intent), 0);
  const quantityUnits = Math.abs(position.netUnits) - coveredUnits;
  if (quantityUnits <= 0 || keepsCover(desk, line)) return;
  invariant(quantityUnits <= Math.abs(position.netUnits), 'A square-off would turn a leg over');
  const exits = desk.intents.ofLeg(runId, leg).filter(isOfLine);
  if (!hasCome(desk, retryAtMs(desk, exits))) return;
  const order: LegOrder = {
    leg,
    role: 'exit',
    contract,
    side: position.netUnits > 0 ? 'sell' : 'buy',
    quantityUnits,
    terms: { kind: 'marketable', bufferPercent: null },
    product: productOf(desk, line),
  };
  planIntents(desk, order, { runId, commandIndex: null, origin: 'square-off', group: null });
}

/** An exit that failed is tried again, later each time: a broker that refuses everything must not be flooded. */
function retryAtMs(desk: Timed, exits: readonly Intent[]): number {
  const failed = exits.filter((intent) => intent.origin === 'square-off' && isRefused(intent));
  const last = failed.at(-1);
  if (last === undefined) return -Infinity;
  return (last.endedAtMs ?? desk.nowMs) + backoffMs(desk.limits, failed.length);
}
