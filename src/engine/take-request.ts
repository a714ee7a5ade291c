import { type OperatorRequest } from '../model/operator-request.ts';
import { type Desk } from './desk.ts';
import { flattenRuns } from './take-run-events.ts';

/** Does what the operator asks. */
export function takeRequest(desk: Desk, request: OperatorRequest): void {
  switch (request.action) {
    case 'flatten':
      flattenRuns(desk, request.runId, request.reason);
      break;
    case 'halt':
    case 'resume':
    case 'resolve':
    case 'release':
      break;
  }
}
