import { type Turn } from '../host/turn.ts';
import { type HostedRun } from './hosted-run.ts';

/** What was due longer ago than this was missed: the machine slept, its clock jumped, or its process stood still. */
const MISSED_MS = 5_000;

/** Whether something that was due was missed. */
export function isMissed(dueMs: number | null, nowMs: number): boolean {
  return dueMs !== null && nowMs - dueMs > MISSED_MS;
}

/** Fires what is due of a run. A moment that was missed follows its `late` policy. */
export function advanceRun(run: HostedRun, atMs: number): Turn {
  return isMissed(run.nextTimerMs(), atMs) ? run.passGap(atMs) : run.advanceTo(atMs);
}
