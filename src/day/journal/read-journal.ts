import { statSync } from 'node:fs';

import {
  openJournalForReading,
  type OpenedJournal,
} from '../../adapters/journal/sqlite-journal.ts';
import { ok, type Result } from '../../base/result.ts';
import { EventDecoder } from '../../engine/codec/event-codec.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
  type JournalEntry,
  type JournalFailure,
  type ReadableJournal,
} from '../../ports/journal.ts';
import { type ReadEntry } from '../../recovery/instants-of.ts';

/** A journal on disk that no process is writing. */
export interface JournalReader
  extends
    Pick<OpenedJournal, 'account' | 'mode' | 'createdAtMs' | 'copyTo' | 'sizes'>,
    Pick<OpenedJournal['journal'], 'verify' | 'close'> {
  /** Size of the file. */
  readonly bytes: number;
  readonly dates: readonly IstDate[];
  /** Whether a mark outside of it says which block is its last; without one, blocks cut off its end are not missed. */
  readonly isMarked: boolean;
  /**
   * Entries of a date in order.
   *
   * @throws {UnreadableJournal} where the chain is broken; verify the date first to have that as a value
   */
  readonly entriesOf: (date: IstDate) => Iterable<ReadEntry>;
  /** When its last entry was made; null when it has none. */
  readonly lastAtMs: () => number | null;
}

/** Opens a journal to look at it. Nothing is changed. */
export function readJournal(path: string): Result<JournalReader, JournalFailure> {
  const opened = openJournalForReading(path);
  if (!opened.ok) return opened;
  const { journal, ...about } = opened.value;
  return ok({
    ...about,
    bytes: statSync(path).size,
    dates: journal.dates(),
    isMarked: journal.end.isMarked,
    verify: journal.verify,
    entriesOf: (date) => decoded(journal.entriesOf(date)),
    lastAtMs: () => lastAtMs(journal),
    close: journal.close,
  });
}

function lastAtMs(journal: ReadableJournal): number | null {
  const date = journal.lastDate();
  let last: number | null = null;
  for (const { atMs } of date === null ? [] : journal.entriesOf(date)) last = atMs;
  return last;
}

function* decoded(entries: Iterable<JournalEntry>): Generator<ReadEntry> {
  const decoder = new EventDecoder();
  for (const entry of entries) {
    yield entry.kind === 'event'
      ? { ...entry, event: decoder.decode(entry.event, entry.atMs) }
      : entry;
  }
}

const KINDS: Readonly<Record<JournalEntry['kind'] | EngineEvent['kind'], true>> = {
  'day-opened': true,
  'run-described': true,
  event: true,
  intent: true,
  attempt: true,
  halt: true,
  store: true,
  'time-passed': true,
  'run-started': true,
  'run-ended': true,
  'run-held': true,
  'run-reloaded': true,
  restarted: true,
  'winding-down': true,
  'begun-anew': true,
  stalled: true,
  'clock-doubted': true,
  'platform-clock-differs': true,
  'halt-carried-over': true,
  'starts-carried-over': true,
  'week-carried-over': true,
  'vetoes-changed': true,
  'commands-emitted': true,
  'watches-changed': true,
  'source-value': true,
  'attempt-ended': true,
  'poll-ended': true,
  'operator-asked': true,
};

/** What an entry may be called: its own kind, or that of its event. */
export const JOURNAL_KINDS: readonly string[] = Object.keys(KINDS);

/** Whether an entry is of one of the kinds of `JOURNAL_KINDS`. */
export function isOfKind(entry: ReadEntry, kinds: ReadonlySet<string>): boolean {
  return kinds.has(entry.kind) || (entry.kind === 'event' && kinds.has(entry.event.kind));
}
