import { SimulatedDeath, type SimulatedDisk } from '../../adapters/journal/simulated-disk.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import {
  type JournalEntry,
  type JournalFailure,
  type ReadableJournal,
} from '../../ports/journal.ts';
import { type IoPoints } from './io-points.ts';
import { type ProcessLife } from './process-life.ts';

const GONE: JournalFailure = { kind: 'io', detail: 'The process is gone', next: '' };

/** What a journal of one life is opened with. */
export interface OpenedParts {
  readonly disk: SimulatedDisk;
  readonly life: ProcessLife;
  readonly points: IoPoints;
  readonly onDurable: (entries: readonly JournalEntry[]) => void;
}

/** Opens the journal for one life of a process, with the points at which that life may end. */
export function openForLife(parts: OpenedParts): Result<ReadableJournal, JournalFailure> {
  const { disk, life, points, onDurable } = parts;
  const opened = disk.open();
  if (!opened.ok) return fail(opened.error);
  const journal = opened.value;
  const append = (entries: readonly JournalEntry[]): JournalFailure | null => {
    if (life.isOver) return GONE;
    const verdict = points.next(life.isRecovering ? 'recover' : 'append');
    if (verdict === 'crash-before') {
      life.kill();
      return GONE;
    }
    if (verdict === 'torn') return dieIn(parts, journal, entries);
    if (verdict === 'error') disk.failNext('io', 1);
    const failure = journal.append(entries);
    if (failure === null) onDurable(entries);
    if (verdict === 'crash-after') life.kill();
    return failure;
  };
  return ok({
    append,
    dates: () => journal.dates(),
    entriesOf: (date) => journal.entriesOf(date),
    close: () => {
      if (!life.isOver) journal.close();
    },
  });
}

function dieIn(
  { disk, life }: OpenedParts,
  journal: ReadableJournal,
  entries: readonly JournalEntry[],
): JournalFailure {
  disk.dieInNext('torn');
  try {
    journal.append(entries);
  } catch (error) {
    if (!(error instanceof SimulatedDeath)) throw error;
  }
  life.kill();
  return GONE;
}
