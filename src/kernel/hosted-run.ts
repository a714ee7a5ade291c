import { type EngineEvent } from '../engine/event.ts';
import { type PassedTurn, type Turn } from '../host/turn.ts';
import { type Input } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';

/** A strategy's run as the kernel drives it: synchronous, each call one turn. */
export interface HostedRun {
  readonly header: RunHeader;
  readonly start: (atMs: number) => Turn;
  readonly deliver: (input: Input) => Turn;
  readonly advanceTo: (atMs: number) => Turn;
  /** As `advanceTo`, after a time in which nobody looked: what was due meanwhile is late by then. */
  readonly passGap: (atMs: number) => Turn;
  readonly nextTimerMs: () => number | null;
  /** Passes timers and pushes of prices by itself before an instant, until it has news. Absent: only from instant to instant. */
  readonly passBefore?: (untilMs: number) => PassedTurn;
  /** When the next push of prices comes that it follows; null when it can wait for them. */
  readonly nextPriceMs: () => number | null;
  /** Fails it for what its code did outside of its turns. An empty turn when it is over. */
  readonly fail: (reason: string) => Turn;
  /** Calls back when its code did outside of its turns what it has to fail for. */
  readonly whenOutside: (listener: (reason: string) => void) => void;
  readonly stop: () => void;
}

/** When the first of some runs follows a push of prices; Infinity when none does. */
export function nextPriceMs(runs: Iterable<HostedRun>): number {
  let next = Infinity;
  for (const run of runs) next = Math.min(next, run.nextPriceMs() ?? Infinity);
  return next;
}

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

/** A day that was folded from its journal, to be gone on with. */
export interface FoldedDay {
  /** Of the last event. */
  readonly lastAtMs: number;
  /** When the engine wants to be woken; null when it does not. */
  readonly wakeAtMs: number | null;
  /** Attempts that the engine asked for and the journal does not hold: they never left. */
  readonly neverSent: readonly string[];
  /** Runs that go on, each with what it did and the journal does not hold. */
  readonly runs: readonly { readonly run: HostedRun; readonly owed: Turn }[];
  readonly held: readonly HeldRun[];
}

/** A run that waits for the operator. */
export interface HeldRun {
  readonly runId: string;
  /** Where its replay led; null when it could not be made again. */
  readonly run: HostedRun | null;
  /** Why it is held; null when it was held before already. */
  readonly detail: string | null;
  /** Its code must not run at all. @default false */
  readonly isQuarantined?: boolean;
  /** It was quarantined, its code may run again, and did as the journal says. @default false */
  readonly isLifted?: boolean;
}

type RunStarted = Extract<EngineEvent, { kind: 'run-started' }>;
type RunHeld = Extract<EngineEvent, { kind: 'run-held' }>;

/** What a run begins with besides itself. */
export type RunBeginning = Pick<RunStarted, 'policies' | 'carried'>;

/** A run starts. What is as by default is left out. */
export function runStarted(
  run: RunHeader,
  { policies, carried = [] }: RunBeginning,
): Omit<RunStarted, 'atMs'> {
  return {
    kind: 'run-started',
    run,
    ...(policies === undefined ? {} : { policies }),
    ...(carried.length === 0 ? {} : { carried }),
  };
}

/** A run is held; none when it was before already. */
export function runHeld({
  runId,
  detail,
  isQuarantined = false,
}: Pick<HeldRun, 'runId' | 'detail' | 'isQuarantined'>): readonly Omit<RunHeld, 'atMs'>[] {
  if (detail === null) return [];
  return [{ kind: 'run-held', runId, detail, ...(isQuarantined ? { isQuarantined } : {}) }];
}

/**
 * The run that is due first, by a timer or a push of prices that it follows, and when the others need the time for
 * themselves: at their timers, and right after a push that they follow as well.
 */
export function firstDue(runs: Iterable<HostedRun>): {
  readonly run: HostedRun | null;
  readonly dueMs: number;
  readonly othersDueMs: number;
} {
  let first: HostedRun | null = null;
  let [dueMs, needsMs, othersDueMs] = [Infinity, Infinity, Infinity];
  for (const run of runs) {
    const timerMs = run.nextTimerMs() ?? Infinity;
    const priceMs = run.nextPriceMs() ?? Infinity;
    const [runDueMs, runNeedsMs] = [Math.min(timerMs, priceMs), Math.min(timerMs, priceMs + 1)];
    if (runDueMs < dueMs) {
      othersDueMs = Math.min(othersDueMs, needsMs);
      [first, dueMs, needsMs] = [run, runDueMs, runNeedsMs];
    } else othersDueMs = Math.min(othersDueMs, runNeedsMs);
  }
  return { run: first, dueMs, othersDueMs };
}
