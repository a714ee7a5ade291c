import { type OperatorRequest } from '../model/operator-request.ts';
import { type Desk } from './desk.ts';
import { haltAt, resume } from './halt.ts';
import { resolveIntent } from './resolve-intent.ts';
import { flattenRuns } from './take-run-events.ts';

/** Does what the operator asks. What cannot be done is said and nothing else: an operator's slip must not stop the day. */
export function takeRequest(desk: Desk, request: OperatorRequest): void {
  switch (request.action) {
    case 'halt':
      if (!haltAt(desk, { state: request.state, reason: request.reason, by: 'operator' })) {
        decline(desk, `The account is ${desk.halt.state} already: ${desk.halt.reason}`);
      }
      break;
    case 'resume':
      takeResume(desk, request.reason);
      break;
    case 'flatten':
      flattenRuns(desk, request.runId, request.reason);
      break;
    case 'resolve':
      resolveIntent(desk, request.tag, request.as);
      break;
    case 'release':
      break;
  }
}

function takeResume(desk: Desk, reason: string): void {
  if (reason.trim() === '') decline(desk, 'Resume needs a reason: found none');
  else if (desk.halt.state === 'active') decline(desk, 'Nothing to resume: the account is active');
  else resume(desk, reason);
}

function decline(desk: Desk, message: string): void {
  desk.outbox.notice('warning', null, message);
}
