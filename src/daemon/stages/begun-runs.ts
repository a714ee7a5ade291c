import { sha256Hex } from '../../base/hash.ts';
import { isRecord, type Json, stableJson } from '../../base/json.ts';
import { runName } from '../../model/runs/run.ts';
import { isBelow, type Stage, STAGES } from '../../model/runs/stage.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ReadableJournal, type RunDescription } from '../../ports/journal.ts';
import { type StagedStrategy } from './stages-today.ts';

/** A run as it began its day. */
export interface BegunRun {
  readonly runId: string;
  /** What it was made of then, whatever was adopted since. */
  readonly about: Pick<RunDescription, 'sourceHash' | 'params'>;
  /** What it has until the day ends. */
  readonly stage: Stage;
}

/** Runs that have begun, by name. */
export type BegunRuns = ReadonlyMap<string, BegunRun>;

/** The runs that a journal has of a date. One that was described and never started has not begun. */
export function runsBegun(journal: Pick<ReadableJournal, 'entriesOf'>, date: IstDate): BegunRuns {
  const described = new Map<string, RunDescription>();
  const begun = new Map<string, BegunRun>();
  for (const entry of journal.entriesOf(date)) {
    if (entry.kind === 'run-described') {
      if (!described.has(entry.runId)) described.set(entry.runId, entry.about);
      continue;
    }
    const started = entry.kind === 'event' ? startedIn(entry.event) : null;
    const about = started === null ? undefined : described.get(started.runId);
    if (started === null || about === undefined) continue;
    begun.set(runName(started.runId), { ...started, about });
  }
  return begun;
}

/** The run that an event of the journal started; null where it is another. */
function startedIn(event: Json): Pick<BegunRun, 'runId' | 'stage'> | null {
  if (!isRecord(event) || event['kind'] !== 'run-started') return null;
  const { run, policies } = event;
  const runId = isRecord(run) ? run['runId'] : null;
  return typeof runId === 'string' ? { runId, stage: stageIn(policies) } : null;
}

/** A run whose code or parameters are others than it began its day with. */
export interface ChangedRun {
  readonly runId: string;
  /** What it began with, earned by what it was then. */
  readonly began: Stage;
  /** What is in force for what it is now. */
  readonly inForce: Stage;
}

/** The runs among those that have begun that are not what they were then. */
export function changedRuns(
  staged: readonly StagedStrategy[],
  begun: BegunRuns,
): readonly ChangedRun[] {
  return staged.flatMap(({ name, code, standing: { stage: inForce } }): readonly ChangedRun[] => {
    const run = begun.get(name);
    if (run === undefined) return [];
    const { runId, stage: began, about } = run;
    const paramsHash = sha256Hex(stableJson(about.params));
    const isSame = about.sourceHash === code.sourceHash && paramsHash === code.paramsHash;
    return isSame ? [] : [{ runId, began, inForce }];
  });
}

/** Whether a run would go further than its code has earned. */
export function isBeyondEarned({ began, inForce }: ChangedRun): boolean {
  return isBelow(inForce, began);
}

/** Older journals do not say. */
function stageIn(policies: unknown): Stage {
  const stage = isRecord(policies) ? policies['stage'] : undefined;
  return STAGES.find((one) => one === stage) ?? 'full';
}
