import { journalFailure } from '../../adapters/journal/sqlite-errors.ts';
import { ok, type Result } from '../../base/result.ts';
import { type OperatorRequest } from '../../model/operator-request.ts';
import { refuseJournal } from '../open-day-journal.ts';
import { type RunRefusal } from '../run-refusal.ts';
import { staysLeft } from './control-request.ts';
import { controlPathOf, requestsLeft } from './control-directory.ts';

/** What the operator asked and no program has taken yet, oldest first; it is done first thing at the next start. */
export function waitingRequests(
  journalPath: string,
): Result<readonly OperatorRequest[], RunRefusal> {
  try {
    const left = requestsLeft(journalPath).flatMap(({ request }) =>
      request.ok && request.value.action !== 'status' && staysLeft(request.value)
        ? [request.value]
        : [],
    );
    return ok(left);
  } catch (error) {
    return refuseJournal(journalPath, journalFailure(controlPathOf(journalPath), error));
  }
}
