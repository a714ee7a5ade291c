import { SimulatedDeath, type SimulatedDisk } from '../../adapters/journal/simulated-disk.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import {
  type JournalEntry,
  type JournalFailure,
  type ReadableJournal,
} from '../../ports/journal.ts';
import { type IoPoints, type IoVerdict } from './io-points.ts';
import { type ProcessLife } from './machine.ts';

const GONE: JournalFailure = { kind: 'io', detail: 'The process is gone', next: '' };

/** The first writes of a process that came back belong to its recovery. */
const OF_RECOVERY = 2;

/** What a journal of one life is opened with. */
export interface OpenedParts {
  readonly disk: SimulatedDisk;
  readonly life: ProcessLife;
  readonly points: IoPoints;
  readonly onDurable: (entries: readonly JournalEntry[]) => void;
  readonly onUnkept: (entries: readonly JournalEntry[]) => void;
}

/** Opens the journal for one life of a process, with the points at which that life may end. */
export function openForLife(parts: OpenedParts): Result<ReadableJournal, JournalFailure> {
  const { disk, life, points, onDurable, onUnkept } = parts;
  const opened = disk.open();
  if (!opened.ok) return fail(opened.error);
  const journal = opened.value;
  // No fault of a drill takes what was durable: a loss that is seen here is a false alarm.
  if (journal.end.failure !== null) return fail(journal.end.failure);
  let written = 0;
  const append: ReadableJournal['append'] = (entries, date) => {
    if (life.isOver) return fail(GONE);
    written += 1;
    const isRecovering = life.number > 0 && written <= OF_RECOVERY;
    const verdict = points.next(isRecovering ? 'recover' : 'append');
    if (verdict === 'crash-before') {
      life.kill();
      return fail(GONE);
    }
    if (verdict === 'torn') {
      return fail(dieIn(parts, () => journal.append(entries, date)));
    }
    if (verdict === 'error') disk.failNext('io', 1);
    const appended = journal.append(entries, date);
    if (appended.ok) onDurable(entries);
    else onUnkept(entries);
    if (verdict === 'crash-after') life.kill();
    return appended;
  };
  return ok({
    fence: journal.fence,
    append,
    dates: () => journal.dates(),
    lastDate: () => journal.lastDate(),
    entriesOf: (date) => {
      // What its code still does then has no effect on anything.
      if (life.isRecovering && isDeath(points.next('recover'))) life.kill();
      return journal.entriesOf(date);
    },
    close: () => {
      if (!life.isOver) journal.close();
    },
  });
}

function isDeath(verdict: IoVerdict): boolean {
  return verdict !== 'pass' && verdict !== 'error';
}

function dieIn({ disk, life }: OpenedParts, append: () => void): JournalFailure {
  disk.dieInNext('torn');
  try {
    append();
  } catch (error) {
    if (!(error instanceof SimulatedDeath)) throw error;
  }
  life.kill();
  return GONE;
}
