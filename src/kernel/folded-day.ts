import { type EngineEvent } from '../engine/event.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type RunCall, type Turn } from '../ports/run-host.ts';

/** What was due longer ago than this was missed: the machine slept, its clock jumped, or its process stood still. */
const MISSED_MS = 5_000;

/** Whether so long passed since all runs were last asked what is due that something may have been missed. */
export function mayBeMissed(lastAskedMs: number, nowMs: number): boolean {
  return nowMs - lastAskedMs > MISSED_MS;
}

/** Whether something that was due was missed. */
export function isMissed(dueMs: number | null, nowMs: number): boolean {
  return dueMs !== null && nowMs - dueMs > MISSED_MS;
}

/** Fires what is due of a run. What was missed is late by then, and follows its policy. */
export function advanceCall(dueMs: number | null, atMs: number): RunCall {
  return { kind: isMissed(dueMs, atMs) ? 'pass-gap' : 'advance', atMs };
}

/** A day folded from its journal, from which the kernel continues. */
export interface FoldedDay {
  /** Of the last event. */
  readonly lastAtMs: number;
  /** When the engine wants to be woken; null when it does not. */
  readonly wakeAtMs: number | null;
  /** Attempts that the engine asked for and the journal does not hold: they never left. */
  readonly neverSent: readonly string[];
  /** Runs that go on in the host that replayed them, each with what it did and the journal does not hold; null where the host says it later. */
  readonly runs: readonly { readonly run: RunHeader; readonly owed: Turn | null }[];
  readonly held: readonly HeldRun[];
}

/** A run that waits for the operator. */
export interface HeldRun {
  readonly runId: string;
  /** Its host has it, where its replay led; null when it could not be made again. */
  readonly run: RunHeader | null;
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
export type RunBeginning = Pick<RunStarted, 'policies' | 'broker' | 'carried' | 'sources'>;

/** A run starts. What is as by default is left out. */
export function runStarted(
  run: RunHeader,
  { policies, broker, carried = [], sources = [] }: RunBeginning,
): Omit<RunStarted, 'atMs'> {
  return {
    kind: 'run-started',
    run,
    ...(policies === undefined ? {} : { policies }),
    ...(broker === undefined ? {} : { broker }),
    ...(carried.length === 0 ? {} : { carried }),
    ...(sources.length === 0 ? {} : { sources }),
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
