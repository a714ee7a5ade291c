import { ok, type Result } from '../../base/result.ts';
import { afterTheLastAnswer, type DayStatus, statusOf } from '../../day/day-status.ts';
import { type JournalView, viewOfJournal } from '../../day/journal/replay-journal.ts';
import { phaseAt } from '../../day/day-view.ts';
import { istDate } from '../../model/time/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { copyJournal } from './journal-copy.ts';

/** A journal to look at. */
export interface JournalSource {
  readonly journalPath: string;
  readonly knowledge: MarketKnowledge;
}

/** How an account stood, as its journal shows. */
export interface JournalStanding {
  /** Null when the journal is empty. */
  readonly status: DayStatus | null;
  /** Why this may not be how it stood at last; null when the journal has its end. */
  readonly lost: JournalFailure | null;
}

/** How an account stood after the last entry of its journal, which no process is writing. */
export function statusOfJournal(source: JournalSource): Result<JournalStanding, RunRefusal> {
  const read = viewOfJournal(source);
  if (!read.ok) return read;
  const { view, lost } = read.value;
  const status = view === null ? null : afterTheEnd(statusOf(view), source.knowledge);
  return ok({ status, lost });
}

/** How the engine of an account stood, as its journal shows: of a copy where a process is writing it. */
export function viewOfAccount(
  source: JournalSource,
  isRunning: boolean,
): Result<JournalView, RunRefusal> {
  return isRunning ? viewOfCopy(source) : viewOfJournal(source);
}

/** The same of a journal that a process is writing, from a copy elsewhere: as of the last that it could write. */
export function statusOfCopy(source: JournalSource): Result<DayStatus | null, RunRefusal> {
  const read = viewOfCopy(source);
  if (!read.ok) return read;
  const { view } = read.value;
  return ok(view === null ? null : statusOf(view));
}

function viewOfCopy(source: JournalSource): Result<JournalView, RunRefusal> {
  const copied = copyJournal(source.journalPath);
  if (!copied.ok) return copied;
  const { path: journalPath, remove } = copied.value;
  try {
    return viewOfJournal({ ...source, journalPath });
  } finally {
    remove();
  }
}

/** After the close a run that still listened has come to its end; before it, the program ended early. */
function afterTheEnd(status: DayStatus, { calendar }: MarketKnowledge): DayStatus {
  const { atMs, runs } = status;
  if (atMs === null) return afterTheLastAnswer(status);
  const isOver = phaseAt(calendar.day(istDate(atMs)), atMs) === 'after-close';
  const ended = isOver
    ? { state: 'completed', detail: 'the day is over' }
    : { state: 'running', detail: 'when the program ended' };
  return {
    ...afterTheLastAnswer(status),
    runs: runs.map((run) => (run.state === 'running' ? { ...run, ...ended } : run)),
  };
}
