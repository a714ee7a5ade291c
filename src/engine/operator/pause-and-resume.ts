import { isOperators, type Lock } from '../../model/orders/halt-and-lock.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type Desk } from '../desk.ts';
import { resume } from '../halting/halt.ts';
import { vetoesOf } from '../halting/vetoes.ts';
import { isExit } from '../intents/intent.ts';
import { type Run } from '../lifecycle/run-book.ts';

type Asked<Action extends OperatorRequest['action']> = Extract<OperatorRequest, { action: Action }>;

/** Takes no new entry of a run, or of any (null), until the operator resumes it; what works, exits and stops go on. */
export function takePause(desk: Desk, { reason }: Asked<'pause'>, run: Run | null): void {
  const runId = run?.header.runId ?? null;
  const state = run === null || run.state === 'held' ? 'running' : run.state;
  const lock: Lock = { runId, protection: 'pause', reason, sinceMs: desk.nowMs, untilMs: null };
  if (state !== 'running' || !desk.locks.add(lock)) {
    const why = state === 'running' ? 'paused' : state;
    desk.outbox.notice('pause-declined', runId, { why });
    return;
  }
  desk.outbox.notice('entries-paused', runId, { reason, working: workingEntries(desk, runId) });
}

/** Entries that a pause leaves alone, as they are at the platform or may be. */
function workingEntries({ intents }: Pick<Desk, 'intents'>, runId: string | null): number {
  return [...intents.live()].filter(
    (intent) =>
      !isExit(intent) && intent.state !== 'waiting' && (runId ?? intent.runId) === intent.runId,
  ).length;
}

/**
 * Ends what the operator keeps entries back for: of a run, or (null) of the account with its halt. A run that was paused by
 * its name stays so until it is resumed by its name: a halt of the whole account that ends says nothing about it.
 */
export function takeResume(desk: Desk, { reason }: Asked<'resume'>, run: Run | null): void {
  const runId = run?.header.runId ?? null;
  if (reason.trim() === '') {
    desk.outbox.notice('resume-declined', runId, { hasReason: false, pausedRuns: [] });
    return;
  }
  const isMilder = runId === null && resumeAccount(desk, reason);
  const ended = desk.locks.all().filter((lock) => isEndedBy(lock, runId));
  for (const lock of ended) {
    desk.locks.remove(lock);
    const { protection } = lock;
    desk.outbox.notice('run-may-enter-again', lock.runId, {
      ...{ reason, protection: protection === 'pause' ? 'pause' : 'operator' },
      left: reasonsLeft(desk, lock.runId),
    });
  }
  if (isMilder || ended.length > 0) return;
  const pausedRuns = desk.locks.all().flatMap((of) => (isPauseOfRun(of) ? (of.runId ?? []) : []));
  desk.outbox.notice('resume-declined', runId, { hasReason: true, pausedRuns });
}

function resumeAccount(desk: Desk, reason: string): boolean {
  if (desk.halt.state !== 'active') resume(desk, reason);
  else if (desk.begunAnew !== null) confirmAnew(desk, reason);
  else return false;
  return true;
}

/** On paper a journal that starts fresh holds nothing back but position starts. */
function confirmAnew(desk: Pick<Desk, 'begunAnew' | 'outbox'>, reason: string): void {
  desk.begunAnew = null;
  desk.outbox.notice('starts-may-leave', null, { reason });
}

function isEndedBy(lock: Lock, runId: string | null): boolean {
  if (runId !== null) return isOperators(lock) && lock.runId === runId;
  return isOperators(lock) && !isPauseOfRun(lock);
}

function isPauseOfRun({ protection, runId }: Lock): boolean {
  return protection === 'pause' && runId !== null;
}

/** How many other reasons still keep entries of a run, or of the account, back. */
function reasonsLeft(desk: Desk, runId: string | null): number {
  const scope = runId ?? '';
  const isHalted = desk.halt.state === 'active' ? 0 : 1;
  return isHalted + desk.locks.holding(scope).length + vetoesOf(desk, scope).length;
}
