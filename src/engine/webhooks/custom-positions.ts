import { invariant } from '../../base/invariant.ts';
import { type Input } from '../../model/runs/input.ts';
import { type Desk, type Telling, type Sending, type Posting } from '../desk.ts';
import { refuse } from '../intents/refuse.ts';
import { type CommandRef } from '../lifecycle/run-book.ts';
import { type MessageClass } from '../sending/message-budget.ts';
import { type CustomPosition, movePosition } from './custom-position-book.ts';
import { dropWebhooks } from './send-webhooks.ts';
import { nameOfPosition, uncertain, unknownStarts } from './unknown-starts.ts';

type PositionState = Extract<Input, { kind: 'position-changed' }>['state'];

/** Squares a custom position off, as soon as its identifier is known. */
export function squareOffCustom(desk: Desk, position: string, ref: CommandRef): void {
  const custom = desk.customPositions.get(ref.runId, position);
  if (custom !== undefined && mayBeOpen(custom)) {
    want(desk, custom);
    return;
  }
  const about = { runId: ref.runId, position };
  if (dropWebhooks(desk, about, 'squared off before it was started')) return;
  refuse(
    desk,
    { ...ref, leg: null },
    {
      rule: 'position-state',
      what: `Square-off of position "${position}"`,
      found: custom === undefined ? 'no position of this name' : `state ${custom.state}`,
      allowed: 'a position that was started',
    },
  );
}

/** Whether a square-off of it can still be asked for. */
function mayBeOpen({ state }: CustomPosition): boolean {
  return state === 'starting' || state === 'started' || state === 'start-unknown';
}

/** Asked for in so many words, it does not wait for the next try of an earlier asking. */
function want(desk: Posting, custom: CustomPosition): void {
  const isFirst = !custom.isSquareOffWanted;
  custom.isSquareOffWanted = true;
  custom.squareOffAgainAtMs = -Infinity;
  driveCustomPosition(desk, custom);
  if (custom.state !== 'start-unknown' || !isFirst) return;
  const name = nameOfPosition(custom);
  const unknown = unknownStarts(desk).find((of) => of.name === name);
  if (unknown === undefined) return;
  const about = { ...uncertain(unknown), position: custom.position };
  desk.outbox.notice('start-not-squared-off', custom.runId, about);
}

/** Squares off every custom position of a run that may be open: for a run that failed, or at the operator's word. */
export function squareOffPositionsOf(desk: Posting & Pick<Desk, 'webhooks'>, runId: string): void {
  dropWebhooks(desk, { runId }, 'the run is being squared off');
  for (const custom of desk.customPositions.ofRun(runId)) {
    if (mayBeOpen(custom)) want(desk, custom);
  }
}

/** Does what a position that is to be squared off needs next. */
export function driveCustomPosition(desk: Posting, custom: CustomPosition): void {
  if (!custom.isSquareOffWanted || custom.state !== 'started') return;
  if (desk.options.mode === 'paper') {
    movePosition(custom, 'squared-off');
    custom.detail =
      'Closed locally: the platform has no square-off of paper positions, so nothing was sent';
    const { runId, position, detail } = custom;
    desk.outbox.notice('paper-position-closed', runId, { position, detail });
    tellPosition(desk, custom, 'squared-off');
    return;
  }
  if (custom.squareOffAgainAtMs > desk.nowMs) desk.wakesAtMs.push(custom.squareOffAgainAtMs);
}

/** Does what every position needs next that is to be squared off. */
export function driveCustomPositions(desk: Posting): void {
  for (const custom of desk.customPositions.all()) driveCustomPosition(desk, custom);
}

/** Square-offs by identifier of a class that are wanted and due: the first of a position is urgent, others repeat it. */
export function duePositionSquareOffs(desk: Desk, what: MessageClass): readonly CustomPosition[] {
  if (desk.options.mode === 'paper') return [];
  return [...desk.customPositions.all()].filter((custom) => {
    if (!custom.isSquareOffWanted || custom.state !== 'started') return false;
    const own = custom.squareOffs === 0 ? 'urgent' : 'steady';
    return own === what && custom.squareOffAgainAtMs <= desk.nowMs;
  });
}

/** Sends them, one call each. */
export function sendPositionSquareOffs(
  desk: Sending,
  due: readonly CustomPosition[],
  what: MessageClass,
): void {
  for (const custom of due) {
    const { positionId } = custom;
    invariant(positionId !== null, 'A started position has no identifier');
    movePosition(custom, 'squaring-off');
    custom.squareOffs += 1;
    const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'square-off-position', positionId });
    desk.attempts.add(attemptId, { kind: 'square-off-position', position: custom });
    desk.budget.send(attemptId, { nowMs: desk.nowMs, count: 1, what });
  }
}

/** Tells the run where its position stands. */
export function tellPosition(desk: Telling, custom: CustomPosition, state: PositionState): void {
  if (!desk.runs.isRunning(custom.runId)) return;
  desk.outbox.deliver(custom.runId, {
    kind: 'position-changed',
    atMs: desk.nowMs,
    position: custom.position,
    state,
    positionId: custom.positionId,
    detail: custom.detail,
  });
}
