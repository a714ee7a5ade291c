import { type EngineEvent } from '../engine/event.ts';
import { type RunHeader } from '../model/run.ts';
import { type HeldRun } from './folded-day.ts';

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
