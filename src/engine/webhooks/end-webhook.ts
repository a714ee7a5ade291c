import { describeFailure, type Outcome } from '../../ports/outcome.ts';
import { type Desk } from '../desk.ts';
import { type CustomPosition } from './custom-position-book.ts';
import { driveCustomPosition, tellPosition } from './custom-positions.ts';
import {
  lookAtPlatform,
  lookAtRefused,
  nameOfPosition,
  nameOfSignal,
  unknownStarts,
} from './unknown-starts.ts';
import { type SentSignal } from './webhook-book.ts';

/** Works in the answer to a position start. */
export function endPositionStart(
  desk: Desk,
  custom: CustomPosition,
  outcome: Outcome<{ readonly positionId: string }>,
): void {
  if (outcome.kind === 'accepted') {
    custom.state = 'started';
    custom.positionId = outcome.value.positionId;
    custom.detail = `Started as ${outcome.value.positionId}`;
    desk.outbox.notice('info', custom.runId, `Position "${custom.position}": ${custom.detail}`);
    tellPosition(desk, custom, 'started');
    driveCustomPosition(desk, custom);
    return;
  }
  custom.state = outcome.kind === 'rejected' ? 'start-rejected' : 'start-unknown';
  custom.detail = describeFailure(outcome);
  if (custom.state === 'start-unknown') tellUnknown(desk, nameOfPosition(custom));
  else {
    const message = `Position "${custom.position}" did not start: ${custom.detail}`;
    desk.outbox.notice('warning', custom.runId, message);
  }
  tellPosition(desk, custom, custom.state);
}

function tellUnknown(desk: Desk, name: string): void {
  for (const unknown of unknownStarts(desk)) {
    if (unknown.name !== name) continue;
    const message = `The outcome of "${name}" is unknown. ${lookAtPlatform(unknown)}`;
    desk.outbox.notice('critical', unknown.runId, message);
  }
}

const BACKOFF_DOUBLINGS_MAX = 4;

/**
 * Works in the answer to a position's square-off. What the platform refuses is not asked for again; what has no certain
 * answer is, later each time.
 */
export function endPositionSquareOff(
  desk: Desk,
  custom: CustomPosition,
  outcome: Outcome<{ readonly message: string }>,
): void {
  if (outcome.kind === 'accepted') {
    custom.state = 'squared-off';
    custom.detail = outcome.value.message;
    desk.outbox.notice('info', custom.runId, `Position "${custom.position}" is squared off`);
    tellPosition(desk, custom, 'squared-off');
    return;
  }
  custom.state = 'started';
  custom.isSquareOffWanted = isWorthAsking(outcome);
  const doublings = Math.min(custom.squareOffs - 1, BACKOFF_DOUBLINGS_MAX);
  custom.squareOffAgainAtMs = desk.nowMs + desk.limits.repriceMs * 2 ** doublings;
  custom.detail = `${outcome.kind}: ${describeFailure(outcome)}`;
  desk.outbox.notice('critical', custom.runId, lookAtRefused(custom));
  tellPosition(desk, custom, 'square-off-failed');
}

function isWorthAsking(outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>): boolean {
  return outcome.kind === 'unknown' || outcome.rejection.form === 'not-sent';
}

/** Works in the answer to a text signal. */
export function endSignal(
  desk: Desk,
  signal: SentSignal,
  outcome: Outcome<{ readonly orderId: string | null; readonly message: string }>,
): void {
  const { runId, commandIndex } = signal;
  const isAccepted = outcome.kind === 'accepted';
  const detail = isAccepted ? outcome.value.message : describeFailure(outcome);
  signal.state = outcome.kind;
  signal.detail = detail;
  if (outcome.kind === 'unknown') tellUnknown(desk, nameOfSignal(signal));
  else {
    const severity = isAccepted ? 'info' : 'warning';
    desk.outbox.notice(severity, runId, `Text signal ${outcome.kind}: ${detail}`);
  }
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
