import { type DaemonEnd } from '../../daemon/days/run-daemon-options.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { type ExitName } from './exit-codes.ts';
import { isOpen } from './view/run-standing.ts';

type Ending = (summary: DaySummary, isEndedEarly: boolean) => boolean;

/** How a day can end with something left to do, the most urgent first. */
const ENDINGS: readonly (readonly [ExitName, Ending])[] = [
  ['unprotected', ({ unprotected }) => unprotected.length > 0],
  ['unknown-position', ({ unknownPositions }) => unknownPositions.length > 0],
  ['unresolved-orders', isUnresolved],
  ['not-flat', ({ open }) => open.length > 0],
  ['halted', ({ halt, journalProblem }) => halt.state !== 'active' || journalProblem !== null],
  ['risk-limit', ({ locks }) => locks.length > 0],
  ['did-not-run', (summary) => summary.didNotRun.length > 0],
  ['configuration', ({ strategies }) => strategies.some(({ state }) => state === 'failed')],
];

/** What a day's exit code says: the most urgent of what is left to do; null where nothing is. */
export function exitOf(
  summary: DaySummary,
  { isEndedEarly }: { readonly isEndedEarly: boolean },
): ExitName | null {
  return ENDINGS.find(([, isSo]) => isSo(summary, isEndedEarly))?.[0] ?? null;
}

/**
 * What the exit code of a daemon says: what the day that its end cut short leaves to do, else that a day of those it was to
 * trade was lost. One that is stopped has reported its lost days long ago.
 */
export function exitOfDays(
  { endedEarly, lostDays }: Pick<DaemonEnd, 'endedEarly' | 'lostDays'>,
  { isStopped }: { readonly isStopped: boolean },
): ExitName | null {
  if (endedEarly !== null) return exitOf(endedEarly, { isEndedEarly: true });
  return lostDays > 0 && !isStopped ? 'day-lost' : null;
}

function isUnresolved(summary: DaySummary, isEndedEarly: boolean): boolean {
  const { unresolved, strategies, positions } = summary;
  const isHeld = strategies.some(({ state }) => state === 'held');
  return unresolved.length > 0 || isHeld || (isEndedEarly && positions.some(isOpen));
}
