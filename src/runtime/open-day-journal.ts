import { existsSync, statSync } from 'node:fs';

import { createMemoryJournal } from '../adapters/journal/memory-journal.ts';
import {
  isProcessLocked,
  lockedBy,
  lockProcess,
  type ProcessLock,
  wasLocked,
} from '../adapters/journal/process-lock.ts';
import { type VerifiableJournal } from '../adapters/journal/block-journal.ts';
import {
  openJournal,
  openJournalForReading,
  type WrittenJournal,
} from '../adapters/journal/sqlite-journal.ts';
import { processId } from '../adapters/system/process-id.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Mode } from '../model/run.ts';
import { type JournalFailure, type ReadableJournal } from '../ports/journal.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';

/** Which journal a day is kept in. */
export interface DayJournalPlace {
  /** Its file; null keeps it as long as the process lives. */
  readonly path: string | null;
  readonly account: string;
  readonly mode: Mode;
}

/** The journal of a day, this process's alone until it is closed. */
export interface DayJournal {
  readonly journal: ReadableJournal;
  /** Makes it smaller; see `WrittenJournal`. Nothing is done to one in memory. */
  readonly tidy: WrittenJournal['tidy'];
  /** Why its directory is no longer this process's, as when it was removed or replaced; null while it is. */
  readonly notOurs: () => JournalFailure | null;
  /** Whether it is kept in a file and nothing was ever written to it. */
  readonly isNew: boolean;
  /** What people must know of it; null when there is nothing. */
  readonly warning: string | null;
  /** Why what an earlier process wrote last may be missing in it; null when all of it is there. */
  readonly lost: JournalFailure | null;
}

/** Opens the journal of a day, or says why nothing can be kept, so that nothing may be sent. */
export function openDayJournal(place: DayJournalPlace): Result<DayJournal, RunRefusal> {
  const { path, account, mode } = place;
  if (path === null) return ok(inMemory());
  const isEmptied = isBegunAnew(path);
  const lock = lockProcess(path, processId());
  if (!lock.ok) return refuseJournal(path, lock.error);
  const opened = openJournal({ path, account, mode });
  if (!opened.ok) {
    lock.value.release();
    return refuseJournal(path, opened.error);
  }
  const journal = locked(opened.value, lock.value);
  const notOurs = lock.value.failure;
  const tidy: DayJournal['tidy'] = (tidying) => {
    const failure = notOurs();
    return failure === null ? opened.value.tidy(tidying) : fail(failure);
  };
  return ok({ journal, tidy, notOurs, ...about(path, opened.value, isEmptied) });
}

function inMemory(): DayJournal {
  const journal = createMemoryJournal();
  const tidy: DayJournal['tidy'] = () => ok({ removed: [], packs: 0 });
  return { journal, tidy, notOurs: () => null, isNew: false, warning: null, lost: null };
}

/** A journal that has nothing left begins anew; another one goes on with what it has. */
function about(
  path: string,
  { lastDate, end }: VerifiableJournal,
  isEmptied: boolean,
): Omit<DayJournal, 'journal' | 'notOurs' | 'tidy'> {
  const { isMarked, failure } = end;
  const isNew = lastDate() === null;
  if (isNew) {
    const isAnew = isEmptied || failure !== null;
    return { isNew, warning: isAnew ? begunAnew(path, failure) : null, lost: null };
  }
  return { isNew, warning: isMarked ? null : unmarked(path), lost: failure };
}

function locked(journal: ReadableJournal, lock: ProcessLock): ReadableJournal {
  return {
    dates: journal.dates,
    lastDate: journal.lastDate,
    entriesOf: journal.entriesOf,
    append: (entries, date) => lock.failure() ?? journal.append(entries, date),
    close: () => {
      journal.close();
      lock.release();
    },
  };
}

/** Of a file in which no table has been made: its header alone. */
const EMPTY_BYTES_MAX = 4096;

/** Somebody removed the journal, or what was in it, or put a copy without its log there, after a program had run with it. */
function isBegunAnew(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isEmpty = size === 0 || (size <= EMPTY_BYTES_MAX && !existsSync(`${path}-wal`));
  return isEmpty && wasLocked(path);
}

function begunAnew(path: string, lost: JournalFailure | null): string {
  const why = lost === null ? '' : ` (${lost.detail})`;
  return `The journal "${path}" begins anew, though a program has run with it before${why}: what that one did today is not known here, and its orders and positions are not followed`;
}

function unmarked(path: string): string {
  return `The journal "${path}" has no mark of its last block, as one that an older sauda wrote: a loss at its end would not show. It gets a mark now`;
}

/** Whether another process runs the account of a journal. */
export function isJournalInUse(path: string): boolean {
  if (isProcessLocked(path)) return true;
  const opened = openJournalForReading(path);
  if (opened.ok) opened.value.journal.close();
  return !opened.ok && opened.error.kind === 'in-use';
}

/** The process that runs the account of a journal, as far as it could say; null when none does. */
export function processOf(path: string): number | null {
  return isProcessLocked(path) ? lockedBy(path) : null;
}

/** A journal that cannot be used, as the reason why a command ends. */
export function refuseJournal(
  path: string,
  { kind, detail, next }: JournalFailure,
): { readonly ok: false; readonly error: RunRefusal } {
  const isPlace = kind === 'read-only' || kind === 'no-place';
  const allowed = isPlace ? { allowed: 'a file in a directory that this user may write' } : {};
  const named = `"${path}": `;
  const what = detail.startsWith(named) ? detail.slice(named.length) : detail;
  return refusal(REFUSED_AS[kind], `Cannot use the journal: ${what}`, {
    file: path,
    ...allowed,
    next,
  });
}

/** What the user named wrongly is configuration; what is wrong with the journal itself halts trading. */
export const REFUSED_AS: Readonly<Record<JournalFailure['kind'], RunRefusal['kind']>> = {
  'in-use': 'configuration',
  'other-account': 'configuration',
  'not-a-journal': 'configuration',
  'read-only': 'configuration',
  'no-place': 'configuration',
  'newer-schema': 'halted',
  'older-schema': 'halted',
  damaged: 'halted',
  full: 'halted',
  moved: 'halted',
  io: 'halted',
};
