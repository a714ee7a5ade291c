import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type VerifiableJournal } from '../../adapters/journal/block-journal.ts';
import { UnreadableJournal } from '../../adapters/journal/journal-failures.ts';
import {
  isProcessLocked,
  lockedBy,
  lockProcess,
  type ProcessLock,
  wasLocked,
} from '../../adapters/journal/process-lock.ts';
import {
  openJournal,
  openJournalForReading,
  type WrittenJournal,
} from '../../adapters/journal/sqlite-journal.ts';
import { processId } from '../../adapters/system/this-process.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { istClock, istDate, type IstDate } from '../../model/time/ist.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import {
  type JournalBlocks,
  type JournalEntry,
  type JournalFailure,
  type ReadableJournal,
} from '../../ports/journal.ts';
import { type Settings } from '../../settings/settings.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';

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
  readonly warning: Notice | null;
  /** Why what an earlier process wrote last may be missing in it; null when all of it is there. */
  readonly lost: JournalFailure | null;
  /** Its blocks, for another process that follows it; null where it has none. */
  readonly blocks: JournalBlocks | null;
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
  const { blocks } = opened.value;
  return ok({ journal, tidy, notOurs, blocks, ...about(path, opened.value, isEmptied) });
}

function inMemory(): DayJournal {
  const journal = createMemoryJournal();
  const tidy: DayJournal['tidy'] = () => ok({ removed: [], packs: 0 });
  const found = { isNew: false, warning: null, lost: null };
  return { journal, tidy, notOurs: () => null, ...found, blocks: null };
}

/** A journal that has nothing left starts fresh; another one continues with what it has. */
function about(
  path: string,
  { lastDate, end }: VerifiableJournal,
  isEmptied: boolean,
): Pick<DayJournal, 'isNew' | 'warning' | 'lost'> {
  const { isMarked, failure } = end;
  const isNew = lastDate() === null;
  if (isNew) {
    const isAnew = isEmptied || failure !== null;
    const facts = { path, lost: failure?.detail ?? null };
    const warning = isAnew ? noticeOf('journal-starts-fresh', null, facts) : null;
    return { isNew, warning, lost: null };
  }
  const warning = isMarked ? null : noticeOf('journal-unmarked', null, { path });
  return { isNew, warning, lost: failure };
}

function locked(journal: ReadableJournal, lock: ProcessLock): ReadableJournal {
  return {
    dates: journal.dates,
    lastDate: journal.lastDate,
    entriesOf: journal.entriesOf,
    fence: journal.fence,
    append: (entries, date) => {
      const failure = lock.failure();
      return failure === null ? journal.append(entries, date) : fail(failure);
    },
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
  const about = { file: path, ...allowed, next };
  return refusal(REFUSED_AS[kind], `Cannot use the journal: ${what}`, about);
}

/**
 * Reads a journal that no process is writing, and closes it; or says why it cannot be used.
 *
 * @throws what is wrong with anything but the journal
 */
export function readingJournal<Value>(
  path: string,
  read: (journal: VerifiableJournal) => Value,
): Result<Value, RunRefusal> {
  const opened = openJournalForReading(path);
  if (!opened.ok) return refuseJournal(path, opened.error);
  const { journal } = opened.value;
  try {
    return ok(read(journal));
  } catch (error) {
    if (!(error instanceof UnreadableJournal)) throw error;
    return refuseJournal(path, error.failure);
  } finally {
    journal.close();
  }
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

/**
 * Why what an earlier process did is not known, for people; null when it is. A journal that has lost its end, that is new
 * while the exchange trades, or that a program has run with before, may stand where another one was. The built-in simulator
 * starts fresh itself.
 */
export function whetherBegunAnew(
  { isNew, warning, lost }: Pick<DayJournal, 'isNew' | 'warning' | 'lost'>,
  { venue }: Pick<Settings, 'venue'>,
  { day, nowMs }: { readonly day: CalendarDay; readonly nowMs: number },
): string | null {
  if (venue.kind === 'simulator') return null;
  if (lost !== null) return `the journal has lost its end: ${lost.detail}`;
  if (!isNew) return null;
  const openMs = day.sessions[0]?.startMs;
  if (warning === null && (openMs === undefined || nowMs < openMs)) return null;
  return `the journal starts fresh at ${istClock(nowMs)} IST: what was sent earlier today, if anything, is unknown. Check the platform`;
}

/** The directory beside a journal in which commands and the running day leave each other files. */
export function controlPathOf(journalPath: string): string {
  return `${journalPath}.control`;
}

/** Where the journal of an account and mode is; null when it lasts as long as the process: so does the built-in simulator. */
export function journalPathOf(settings: Settings): string | null {
  return settings.venue.kind === 'simulator' ? null : keptJournalPath(settings);
}

/**
 * Where the journal of an account and mode is on a platform. A rehearsal (`run --sim`) has one of its own: what it traded
 * on a simulator must not be taken for the account's when the real day begins.
 */
export function keptJournalPath({ stateDirectory, account, mode, venue }: Settings): string {
  const isRehearsal = venue.kind === 'platform' && venue.isRehearsal === true;
  return join(stateDirectory, `${account}.${mode}${isRehearsal ? '.rehearsal' : ''}.journal`);
}

/** Dates that a journal in memory keeps: a process of many days must not grow with them. */
const DATES_IN_MEMORY_MAX = 3;

/** A journal that lasts as long as the process, and keeps its last three dates. */
export function createMemoryJournal(): ReadableJournal {
  let kept: readonly { readonly date: IstDate; readonly entries: JournalEntry[] }[] = [];
  let count = 0;
  return {
    fence: 1,
    append: (entries, date) => {
      for (const entry of entries) {
        const of = date ?? istDate(entry.atMs);
        if (kept.at(-1)?.date !== of) {
          kept = [...kept, { date: of, entries: [] }].slice(-DATES_IN_MEMORY_MAX);
        }
        kept.at(-1)?.entries.push(entry);
      }
      count += entries.length;
      return ok(count);
    },
    dates: () => [...new Set(kept.map(({ date }) => date))].sort(),
    lastDate: () => kept.at(-1)?.date ?? null,
    entriesOf: (of) => kept.flatMap(({ date, entries }) => (date === of ? entries : [])),
    close: () => undefined,
  };
}
