import { invariant } from '../base/invariant.ts';
import { type Command } from '../model/command.ts';
import { type Input } from '../model/input.ts';
import { instantAt, isClockTime } from '../model/ist.ts';
import { approveWebhook } from '../risk/approve-webhook.ts';
import { type RiskApproved } from '../risk/risk-approved.ts';
import { type CustomPosition } from './custom-position-book.ts';
import { type Desk } from './desk.ts';
import { permissionFacts } from './entry-facts.ts';
import { type CommandRef } from './place-command.ts';
import { refuse } from './refuse.ts';

type StartCommand = Extract<Command, { kind: 'startPosition' }>;
type SignalCommand = Extract<Command, { kind: 'signal' }>;
type PositionState = Extract<Input, { kind: 'position-changed' }>['state'];

/** Starts a custom position: sent once, never again. */
export function startPosition(desk: Desk, command: StartCommand, ref: CommandRef): void {
  const part = { ...ref, leg: null };
  const approval = approveWebhook(command, webhookFacts(desk, ref.runId));
  if (!approval.ok) {
    refuse(desk, part, approval.error);
    return;
  }
  const { exitTime } = command;
  if (exitTime !== null && !isClockTime(exitTime)) {
    const problem = `Exit time of position "${command.position}": found "${exitTime}", allowed HH:MM or HH:MM:SS`;
    refuse(desk, part, problem);
    return;
  }
  sendStart(desk, approval.value, ref.runId);
}

/** Sends a text signal: sent once, never again. */
export function sendSignal(desk: Desk, command: SignalCommand, ref: CommandRef): void {
  const approval = approveWebhook(command, webhookFacts(desk, ref.runId));
  if (!approval.ok) {
    refuse(desk, { ...ref, leg: null }, approval.error);
    return;
  }
  invariant(desk.options.mode === 'live', 'A text signal was approved in paper mode');
  const { trades, signalTag, brokerIds } = approval.value;
  const signal = { trades, signalTag, brokerIds };
  const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'signal', signal });
  desk.attempts.add(attemptId, { kind: 'signal', ...ref });
}

/** Squares a custom position off, as soon as its start is answered. */
export function squareOffPosition(desk: Desk, position: string, ref: CommandRef): void {
  const custom = desk.customPositions.get(ref.runId, position);
  const isOpen =
    custom !== undefined && (custom.state === 'starting' || custom.state === 'started');
  if (isOpen) {
    want(desk, custom);
    return;
  }
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

/** Asked for in so many words, it does not wait for the next try of an earlier asking. */
function want(desk: Desk, custom: CustomPosition): void {
  custom.isSquareOffWanted = true;
  custom.squareOffAgainAtMs = -Infinity;
  driveCustomPosition(desk, custom);
}

/** Squares off every custom position of a run that may be open: for a run that failed, or at the operator's word. */
export function squareOffPositionsOf(desk: Desk, runId: string): void {
  for (const custom of desk.customPositions.ofRun(runId)) {
    if (custom.state !== 'starting' && custom.state !== 'started') continue;
    want(desk, custom);
  }
}

/** Does what a position that is to be squared off needs next. */
export function driveCustomPosition(desk: Desk, custom: CustomPosition): void {
  if (!custom.isSquareOffWanted || custom.state !== 'started') return;
  if (desk.options.mode === 'paper') {
    custom.state = 'squared-off';
    custom.detail =
      'Closed locally: the platform has no square-off of paper positions, so nothing was sent';
    desk.outbox.notice('info', custom.runId, `Position "${custom.position}": ${custom.detail}`);
    tellPosition(desk, custom, 'squared-off');
    return;
  }
  if (custom.squareOffAgainAtMs > desk.nowMs) {
    desk.wakesAtMs.push(custom.squareOffAgainAtMs);
    return;
  }
  const { positionId } = custom;
  invariant(positionId !== null, 'A started position has no identifier');
  custom.state = 'squaring-off';
  custom.squareOffs += 1;
  const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'square-off-position', positionId });
  desk.attempts.add(attemptId, { kind: 'square-off-position', position: custom });
}

/** Asks again for square-offs that are still wanted. */
export function driveCustomPositions(desk: Desk): void {
  for (const custom of desk.customPositions.all()) driveCustomPosition(desk, custom);
}

/** Tells the run where its position stands. */
export function tellPosition(desk: Desk, custom: CustomPosition, state: PositionState): void {
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

function sendStart(desk: Desk, command: RiskApproved<StartCommand>, runId: string): void {
  const { alertName, ticker, legs, exitTime } = command;
  const { date } = desk.runs.get(runId).header;
  const exitAtMs = exitTime === null ? null : instantAt(date, exitTime);
  const start = { alertName, exitAtMs, ticker, legs };
  const custom = desk.customPositions.start(runId, command.position);
  const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'start-position', start });
  desk.attempts.add(attemptId, { kind: 'start-position', position: custom });
}

function webhookFacts(desk: Desk, runId: string): Parameters<typeof approveWebhook>[1] {
  const { nowMs, day } = desk;
  const { mode } = desk.options;
  const positions = new Set(desk.customPositions.ofRun(runId).map(({ position }) => position));
  return { nowMs, day, mode, positions, ...permissionFacts(desk, runId) };
}
