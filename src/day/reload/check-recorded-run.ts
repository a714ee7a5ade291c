import { openJournalForReading } from '../../adapters/journal/sqlite-journal.ts';
import { UnreadableJournal } from '../../adapters/journal/journal-failures.ts';
import { nearestWord } from '../../base/nearest-word.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { runMeant, runName } from '../../model/runs/run.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import { refuseJournal } from '../journal/open-day-journal.ts';
import {
  type CandidateOptions,
  checkCandidate,
  type CheckedCandidate,
  type RefusedCandidate,
} from './check-candidate.ts';
import { type DescribedRun, runsOfDay } from './runs-of-day.ts';

/** Whose file is checked. */
export interface RecordedRunOptions extends Pick<
  CandidateOptions,
  'knowledge' | 'calendar' | 'types' | 'deadlines' | 'hidden'
> {
  /** Of a journal that no process is writing. */
  readonly journalPath: string;
  /** The run's id, or its name alone. */
  readonly run: string;
}

/** What became of a check: the source may take over, or why it may not. */
export type CandidateFound = Result<CheckedRecordedRun, RefusedCandidate>;

/** A source that may take over, and whether its run is held: then the source before is that of the recorded decisions. */
export interface CheckedRecordedRun extends CheckedCandidate {
  readonly isHeld: boolean;
}

/** Checks the file of a run as it is now against the last day of a journal; or says why there is no such run. */
export async function checkRecordedRun(
  options: RecordedRunOptions,
): Promise<Result<CandidateFound, RunRefusal>> {
  const { journalPath } = options;
  const opened = openJournalForReading(journalPath);
  if (!opened.ok) return refuseJournal(journalPath, opened.error);
  const { journal } = opened.value;
  try {
    return await checkIn(journal, options);
  } catch (error) {
    if (!(error instanceof UnreadableJournal)) throw error;
    return refuseJournal(journalPath, error.failure);
  } finally {
    journal.close();
  }
}

async function checkIn(
  journal: Pick<ReadableJournal, 'entriesOf' | 'lastDate'>,
  options: RecordedRunOptions,
): Promise<Result<CandidateFound, RunRefusal>> {
  const date = journal.lastDate();
  const runs = date === null ? [] : runsOfDay(journal, date);
  const found = runFound(options, runs);
  if (date === null || !found.ok) return found.ok ? fail(noRun(options, runs)) : found;
  const { header, about, isHeld } = found.value;
  const { runId, strategy, mode } = header;
  const checked = await checkCandidate({
    ...options,
    ...{ journal, date, mode, runId, strategy, about },
  });
  return ok(checked.ok ? ok({ ...checked.value, isHeld }) : checked);
}

function runFound(
  options: RecordedRunOptions,
  runs: readonly DescribedRun[],
): Result<DescribedRun, RunRefusal> {
  const runId = runMeant(
    options.run,
    runs.map(({ header }) => header.runId),
  );
  const run = runs.find(({ header }) => header.runId === runId);
  if (run === undefined) return fail(noRun(options, runs));
  if (!run.isOver) return ok(run);
  return refusal('usage', 'The run is over: its code does nothing any more today', {
    found: run.header.runId,
    next: 'A changed file runs from the next day on',
  });
}

function noRun({ run }: RecordedRunOptions, runs: readonly DescribedRun[]): RunRefusal {
  const known = runs.map(({ header }) => header.runId);
  const refused = refusal('usage', 'No such run today', {
    found: run,
    allowed: known.length === 0 ? 'the journal has none' : known.join(', '),
    nearest: nearestWord(run, known.map(runName)),
  });
  return refused.error;
}
