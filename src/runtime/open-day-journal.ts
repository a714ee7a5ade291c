import { createMemoryJournal } from '../adapters/journal/memory-journal.ts';
import { openJournal, openJournalForReading } from '../adapters/journal/sqlite-journal.ts';
import { ok, type Result } from '../base/result.ts';
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

/** Opens the journal of a day, or says why nothing can be kept, so that nothing may be sent. */
export function openDayJournal({
  path,
  account,
  mode,
}: DayJournalPlace): Result<ReadableJournal, RunRefusal> {
  if (path === null) return ok(createMemoryJournal());
  const opened = openJournal({ path, account, mode });
  return opened.ok ? opened : refuseJournal(path, opened.error);
}

/** Whether another process has a journal open. */
export function isJournalInUse(path: string): boolean {
  const opened = openJournalForReading(path);
  if (opened.ok) opened.value.journal.close();
  return !opened.ok && opened.error.kind === 'in-use';
}

/** A journal that cannot be used, as the reason why a command ends. */
export function refuseJournal(
  path: string,
  { kind, detail, next }: JournalFailure,
): { readonly ok: false; readonly error: RunRefusal } {
  return refusal(REFUSED_AS[kind], `Cannot use the journal: ${detail}`, { file: path, next });
}

/** What the user named wrongly is configuration; what is wrong with the journal itself halts trading. */
const REFUSED_AS: Readonly<Record<JournalFailure['kind'], RunRefusal['kind']>> = {
  'in-use': 'configuration',
  'other-account': 'configuration',
  'not-a-journal': 'configuration',
  'read-only': 'configuration',
  'newer-schema': 'halted',
  damaged: 'halted',
  full: 'halted',
  io: 'halted',
};
