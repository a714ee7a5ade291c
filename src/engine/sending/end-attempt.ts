import { invariant } from '../../base/invariant.ts';
import { type Json } from '../../base/json.ts';
import { type ElementOutcome } from '../../ports/orders.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { type Desk } from '../desk.ts';
import { type AttemptResult } from '../event.ts';
import { settleOrders } from '../intents/settle-answers.ts';
import { endPositionSquareOff, endPositionStart, endSignal } from '../webhooks/end-webhook.ts';
import { type OpenAttempt } from './attempt-book.ts';
import { type CallEnd } from './message-budget.ts';

const MISMATCH = 'An answer of another kind than its attempt';

/** Works in what became of an attempt. */
export function endAttempt(
  desk: Desk,
  event: { readonly attemptId: string; readonly result: AttemptResult },
): void {
  const { attemptId, result } = event;
  const attempt = desk.attempts.close(attemptId);
  const outcome = toJson(result.outcome);
  desk.outbox.record({ kind: 'outcome', atMs: desk.nowMs, attemptId, outcome });
  invariant(
    attempt?.kind === result.kind,
    `Answer "${result.kind}" to attempt "${attemptId}", which is not open as that`,
  );
  desk.budget.end(attemptId, desk.nowMs, callEnd(result.outcome));
  settle(desk, attempt, result);
}

/** Ends an attempt whose answer can never come any more. */
export function loseAttempt(
  desk: Desk,
  [attemptId, attempt]: readonly [attemptId: string, attempt: OpenAttempt],
  outcome: LostOutcome,
): void {
  desk.budget.end(attemptId, desk.nowMs, callEnd(outcome));
  // No outcome of these carries a value, so it suits every kind of attempt.
  settle(desk, attempt, { kind: attempt.kind, outcome });
}

function callEnd(outcome: Outcome<unknown>): CallEnd {
  if (outcome.kind === 'accepted') return 'answered';
  if (outcome.kind === 'unknown') return outcome.cause.status === null ? 'unanswered' : 'answered';
  return 'status' in outcome.rejection ? 'answered' : 'never-left';
}

/** Ends an attempt that outlived its process. */
export type LostOutcome = Exclude<Outcome<never>, { kind: 'accepted' }>;

function settle(desk: Desk, attempt: OpenAttempt, result: AttemptResult): void {
  switch (result.kind) {
    case 'place':
    case 'modify':
    case 'cancel':
      settleOrders(desk, attempt, result.outcome);
      break;
    case 'start-position':
      invariant(attempt.kind === result.kind, MISMATCH);
      endPositionStart(desk, attempt.position, result.outcome);
      break;
    case 'square-off-position':
      invariant(attempt.kind === result.kind, MISMATCH);
      endPositionSquareOff(desk, attempt.position, result.outcome);
      break;
    case 'signal':
      invariant(attempt.kind === result.kind, MISMATCH);
      endSignal(desk, attempt.signal, result.outcome);
      break;
  }
}

/** An outcome as the journal keeps it: a map becomes pairs. */
function toJson(outcome: AttemptResult['outcome']): Json {
  if (outcome.kind !== 'accepted') return outcome as unknown as Json;
  const { value } = outcome;
  const plain = value instanceof Map ? [...(value as ReadonlyMap<string, ElementOutcome>)] : value;
  return { kind: outcome.kind, value: plain as unknown as Json };
}
