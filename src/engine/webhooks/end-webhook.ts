import { backoffMs } from '../engine-limits.ts';
import { describeFailure, type Outcome } from '../../ports/outcome.ts';
import { type Desk, type Telling, type Posting } from '../desk.ts';
import { type CustomPosition, movePosition } from './custom-position-book.ts';
import { driveCustomPosition, tellPosition } from './custom-positions.ts';
import {
  nameOfPosition,
  nameOfSignal,
  refusedClose,
  uncertain,
  unknownStarts,
} from './unknown-starts.ts';
import { moveSignal, type SentSignal } from './webhook-book.ts';

/** Works in the answer to a position start. */
export function endPositionStart(
  desk: Posting,
  custom: CustomPosition,
  outcome: Outcome<{ readonly positionId: string }>,
): void {
  if (outcome.kind === 'accepted') {
    movePosition(custom, 'started');
    const { positionId } = outcome.value;
    custom.positionId = positionId;
    custom.detail = `Started as ${positionId}`;
    const { runId, position } = custom;
    desk.outbox.notice('position-started', runId, { position, positionId });
    tellPosition(desk, custom, 'started');
    driveCustomPosition(desk, custom);
    return;
  }
  const state = outcome.kind === 'rejected' ? 'start-rejected' : 'start-unknown';
  movePosition(custom, state);
  custom.detail = describeFailure(outcome);
  if (state === 'start-unknown') tellUnknown(desk, nameOfPosition(custom));
  else {
    const { runId, position, detail } = custom;
    desk.outbox.notice('position-not-started', runId, { position, detail });
  }
  tellPosition(desk, custom, state);
}

function tellUnknown(
  desk: Pick<Desk, 'outbox' | 'customPositions' | 'signals'>,
  name: string,
): void {
  for (const unknown of unknownStarts(desk)) {
    if (unknown.name !== name) continue;
    desk.outbox.notice('start-unknown', unknown.runId, uncertain(unknown));
  }
}

/**
 * Works in the answer to a position's square-off. What the platform refuses is not asked for again; what has no certain
 * answer is, later each time.
 */
export function endPositionSquareOff(
  desk: Telling & Pick<Desk, 'limits'>,
  custom: CustomPosition,
  outcome: Outcome<{ readonly message: string }>,
): void {
  if (outcome.kind === 'accepted') {
    movePosition(custom, 'squared-off');
    custom.detail = outcome.value.message;
    desk.outbox.notice('position-squared-off', custom.runId, { position: custom.position });
    tellPosition(desk, custom, 'squared-off');
    return;
  }
  movePosition(custom, 'started');
  custom.isSquareOffWanted = isWorthAsking(outcome);
  custom.squareOffAgainAtMs = desk.nowMs + backoffMs(desk.limits, custom.squareOffs);
  custom.detail = `${outcome.kind}: ${describeFailure(outcome)}`;
  desk.outbox.notice('square-off-refused', custom.runId, refusedClose(custom));
  tellPosition(desk, custom, 'square-off-failed');
}

function isWorthAsking(outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>): boolean {
  return outcome.kind === 'unknown' || outcome.rejection.form === 'not-sent';
}

/** Works in the answer to a text signal. */
export function endSignal(
  desk: Telling & Pick<Desk, 'customPositions' | 'signals'>,
  signal: SentSignal,
  outcome: Outcome<{ readonly orderId: string | null; readonly message: string }>,
): void {
  const { runId, commandIndex } = signal;
  const isAccepted = outcome.kind === 'accepted';
  const detail = isAccepted ? outcome.value.message : describeFailure(outcome);
  moveSignal(signal, outcome.kind);
  signal.detail = detail;
  if (outcome.kind === 'unknown') tellUnknown(desk, nameOfSignal(signal));
  else desk.outbox.notice('signal-answered', runId, { outcome: outcome.kind, detail });
  if (!desk.runs.isRunning(runId)) return;
  desk.outbox.deliver(runId, {
    kind: 'signal-answered',
    atMs: desk.nowMs,
    commandIndex,
    state: outcome.kind,
    orderId: isAccepted ? outcome.value.orderId : null,
    detail,
  });
}
