import { journalFailure } from '../../adapters/journal/journal-failures.ts';
import { ok, type Result } from '../../base/result.ts';
import { controlPathOf, refuseJournal } from '../../day/journal/open-day-journal.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { ControlDirectory, requestsLeft } from './control-directory.ts';
import { staysLeft } from './control-request.ts';

/** What the operator asked and no program has taken yet, oldest first; it is done first thing at the next start. */
export function waitingRequests(
  journalPath: string,
): Result<readonly OperatorRequest[], RunRefusal> {
  try {
    const left = requestsLeft(journalPath).flatMap(({ request }) =>
      request.ok && staysLeft(request.value) ? [request.value] : [],
    );
    return ok(left);
  } catch (error) {
    return refuseJournal(journalPath, journalFailure(controlPathOf(journalPath), error));
  }
}

type BeforeTheDay = Pick<RunDayOptions, 'journalPath' | 'flatten' | 'beginAnew' | 'asked'>;

/** What the operator asked before the day continues: consent to a journal that starts fresh counts only where it does. */
export function askedBefore(
  options: BeforeTheDay,
  isBegunAnew: boolean,
): readonly OperatorRequest[] {
  const { flatten, beginAnew = null, asked = [] } = options;
  const confirmed: readonly OperatorRequest[] =
    isBegunAnew && beginAnew !== null ? [{ action: 'resume', reason: beginAnew }] : [];
  return [
    ...confirmed,
    ...asked,
    ...haltLeft(options),
    ...(flatten === undefined ? [] : [flatten]),
  ];
}

/** The halt that was left while no program ran, unless it was taken back: it must hold before any run begins. */
function haltLeft({ journalPath }: BeforeTheDay): readonly OperatorRequest[] {
  if (journalPath === undefined || journalPath === null) return [];
  const asked = new ControlDirectory(journalPath).look().flatMap(({ request }) => {
    if (!request.ok) return [];
    return staysLeft(request.value) ? request.value : [];
  });
  return asked.slice(-1).filter(({ action }) => action === 'halt');
}
