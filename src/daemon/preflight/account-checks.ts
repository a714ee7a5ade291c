import { lockEnds } from '../../model/orders/halt-and-lock.ts';
import { runName } from '../../model/runs/run.ts';
import { mondayOf, type WeekStanding, weekText } from '../../model/runs/week-so-far.ts';
import { istDate } from '../../model/time/ist.ts';
import { brief } from './market-checks.ts';
import { type CheckAnswer, go, noGo, notChecked } from './finding.ts';
import { type OpenQuestion, type PreflightSight } from './sight.ts';

/** In a session an answer may be late, and polls prove an absence: only what stays open for so long wants a person. */
const SETTLES_WITHIN_MS = 5 * 60_000;

/** Whether the platform lets us in. */
export function checkLogin({ login }: PreflightSight): CheckAnswer {
  if (login.state === 'valid') return go('the platform accepts the session');
  if (login.state === 'unknown') return notChecked(login.detail);
  const next = 'Check platform.credentials and the account at the platform, then: sauda login';
  return noGo(login.detail, 'an accepted session', next);
}

/** Whether every order, position start and signal has a certain outcome. */
export function checkOutcomes({ books, nowMs }: PreflightSight): CheckAnswer {
  if (books === null) return notChecked('the books are not open yet');
  const isOld = ({ sinceMs }: OpenQuestion): boolean => nowMs - sinceMs > SETTLES_WITHIN_MS;
  const orders = books.unresolved.filter(isOld).map(({ name }) => `order ${name}`);
  const starts = books.unknownStarts.filter(isOld).map(({ name }) => `start or signal ${name}`);
  const open = [...orders, ...starts];
  if (open.length === 0) return go('every order, start and signal has a certain outcome');
  const next = 'sauda status shows each with the command that resolves it';
  return noGo(`without a certain outcome: ${brief(open)}`, 'none older than 5 minutes', next);
}

/** Whether every position under our tags is in the books. */
export function checkPositions({ books }: PreflightSight): CheckAnswer {
  if (books === null) return notChecked('the books are not open yet');
  const { strangers } = books;
  if (strangers.length === 0) return go('every order with a tag of ours is in the books');
  const next = 'Close them on the platform, or find the program that sent them';
  return noGo(
    `orders with tags of ours that the books do not know: ${brief(strangers)}`,
    'none that is open or may still fill',
    next,
  );
}

/**
 * Whether every strategy compiled, passed its trial, and is bounded. The day runs without one that did not: live the others wait, since
 * one may hedge another; on paper they go on.
 */
export function checkStrategies(sight: PreflightSight): CheckAnswer {
  const { strategies, mode } = sight;
  const { names, problems, unbounded } = strategies;
  if (problems.length > 0 && (mode === 'live' || names.length === 0)) {
    return noGo(brief(problems), 'strategies that load and pass their trial', 'sauda check FILE');
  }
  if (unbounded.length > 0) {
    const keys = unbounded.map((key) => `"${key}"`).join(' and ');
    return noGo(`no limit: ${keys} are none`, 'a finite limit', 'Set one of them, then restart');
  }
  if (names.length === 0) return notChecked('no strategy runs');
  const without = problems.length === 0 ? '' : `; left out: ${brief(problems)}`;
  return go(`${names.join(', ')}: loaded, with limits${without}${lockedForWeek(sight)}`);
}

/** Nothing is wrong with a run that its limit of the week keeps out, and no one should wait for it to enter. */
function lockedForWeek({ books, nowMs }: PreflightSight): string {
  // The books may be of an earlier day, and its week over.
  const locks = (books?.weekLocks ?? []).filter(({ untilMs }) => (untilMs ?? 0) > nowMs);
  const texts = locks.map(
    (lock) =>
      `; entries of ${whoOf(lock)} are locked for the week: ${lock.reason}; again ${lockEnds(lock)}`,
  );
  const monday = mondayOf(istDate(nowMs));
  const isLocked = ({ runId }: WeekStanding): boolean => locks.some((of) => of.runId === runId);
  const weeks = (books?.weeks ?? []).filter((of) => of.monday === monday && !isLocked(of));
  return [...texts, ...weeks.map((of) => `; ${whoOf(of)}: ${weekText(of)}`)].join('');
}

function whoOf({ runId }: { readonly runId: string | null }): string {
  return runId === null ? 'the account' : runName(runId);
}
