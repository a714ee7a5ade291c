import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { journalFailure } from '../../adapters/journal/journal-failures.ts';
import { lockProcess } from '../../adapters/journal/process-lock.ts';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import { processId } from '../../adapters/system/this-process.ts';
import { sha256Hex } from '../../base/hash.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Mode } from '../../model/runs/run.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type JournalReader, readJournal } from './read-journal.ts';

/** What is archived. */
export interface ArchiveOptions {
  readonly journalPath: string;
  /** Days before it leave the journal, once the archive is verified; null removes none. */
  readonly before: IstDate | null;
  /** The archive: a file that is not there yet, or a directory for one. */
  readonly to: string;
}

/** An archive that was written and verified. */
export interface ArchivedJournal {
  readonly path: string;
  /** Days in the archive: all that the journal had. */
  readonly dates: readonly IstDate[];
  /** Days that are now in the archive alone. */
  readonly removed: readonly IstDate[];
  readonly bytes: number;
  /** Of the archive; also in the file beside it, as `sha256sum --check` takes it. */
  readonly sha256: string;
}

/** The file with the hash of an archive. */
export function hashFileOf(archive: string): string {
  return `${archive}.sha256`;
}

/**
 * Writes all days of a journal to one packed file, verifies that, and only then removes old days from the journal. While a
 * process holds the account nothing is done. A failure, or a kill, at any point leaves the journal as it was, or without
 * days that the verified archive has.
 */
export function archiveJournal(options: ArchiveOptions): Result<ArchivedJournal, JournalFailure> {
  const { journalPath } = options;
  // Before the lock, which would make a directory beside a journal that is not there.
  const there = readJournal(journalPath);
  if (!there.ok) return there;
  there.value.close();
  const lock = lockProcess(journalPath, processId());
  if (!lock.ok) return lock;
  try {
    const copied = packedCopy(options);
    if (!copied.ok) return copied;
    const removed = removeDays(options, copied.value.owner);
    return removed.ok ? ok({ ...copied.value.archived, removed: removed.value }) : removed;
  } catch (error) {
    return fail(journalFailure(options.to, error));
  } finally {
    lock.value.release();
  }
}

/**
 * Brings an archive back as a journal of its own that every command reads: verified before and after, over no other file.
 */
export function restoreJournal(
  archive: string,
  to: string,
): Result<Omit<ArchivedJournal, 'removed'>, JournalFailure> {
  if (existsSync(to)) return fail(taken(to));
  const changed = differsFromHash(archive);
  if (changed !== null) return fail(changed);
  const opened = readJournal(archive);
  if (!opened.ok) return opened;
  try {
    return copyVerified(opened.value, to);
  } finally {
    opened.value.close();
  }
}

interface Copied {
  readonly archived: Omit<ArchivedJournal, 'removed'>;
  readonly owner: Owner;
}

interface Owner {
  readonly account: string;
  readonly mode: Mode;
  readonly lastDate: IstDate;
}

function packedCopy({ journalPath, to }: ArchiveOptions): Result<Copied, JournalFailure> {
  const reader = readJournal(journalPath);
  if (!reader.ok) return reader;
  try {
    const { account, mode, dates } = reader.value;
    const lastDate = dates.at(-1) ?? '';
    const path = isDirectory(to) ? join(to, archiveName(journalPath, lastDate)) : to;
    if (existsSync(path)) return fail(taken(path));
    const archived = copyVerified(reader.value, path);
    if (!archived.ok) return archived;
    writeFileSync(hashFileOf(path), `${archived.value.sha256}  ${basename(path)}\n`, {
      mode: 0o600,
    });
    return ok({ archived: archived.value, owner: { account, mode: mode as Mode, lastDate } });
  } finally {
    reader.value.close();
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function archiveName(journalPath: string, lastDate: IstDate): string {
  return `${basename(journalPath).replace(/\.journal$/, '')}.${lastDate}.journal`;
}

/** Copies to a name that no one reads, verifies both, and only then gives it its own. */
function copyVerified(
  from: JournalReader,
  to: string,
): Result<Omit<ArchivedJournal, 'removed'>, JournalFailure> {
  const part = `${to}.part`;
  const original = from.verify();
  if (!original.ok) return original;
  rmSync(part, { force: true });
  const failure = from.copyTo(part);
  if (failure !== null) return fail(failure);
  const copy = readJournal(part);
  if (!copy.ok) return copy;
  const verified = copy.value.verify();
  const { bytes, dates } = copy.value;
  copy.value.close();
  if (!verified.ok) return verified;
  const { blocks, entries } = verified.value;
  if (blocks !== original.value.blocks || entries !== original.value.entries) {
    return fail(unlike(to));
  }
  const sha256 = sha256Hex(readFileSync(part));
  renameSync(part, to);
  return ok({ path: to, dates, bytes, sha256 });
}

function removeDays(
  { journalPath: path, before }: ArchiveOptions,
  { account, mode, lastDate }: Owner,
): Result<readonly IstDate[], JournalFailure> {
  if (before === null) return ok([]);
  const journal = openJournal({ path, account, mode });
  if (!journal.ok) return journal;
  try {
    const tidied = journal.value.tidy({ openFrom: addDays(lastDate, 1), keptFrom: before });
    return tidied.ok ? ok(tidied.value.removed) : tidied;
  } finally {
    journal.value.close();
  }
}

/** Null where there is no hash beside it, or it is the same. */
function differsFromHash(archive: string): JournalFailure | null {
  const file = hashFileOf(archive);
  if (!existsSync(file) || !existsSync(archive)) return null;
  const [wanted = ''] = readFileSync(file, 'utf8').split(' ');
  if (sha256Hex(readFileSync(archive)) === wanted) return null;
  return {
    kind: 'damaged',
    detail: `"${archive}" is not the file whose hash is in "${file}"`,
    next: 'Use another copy of the archive',
  };
}

function taken(path: string): JournalFailure {
  return {
    kind: 'no-place',
    detail: `"${path}" is there already; it has been left as it is`,
    next: 'Name a file that is not there yet',
  };
}

function unlike(path: string): JournalFailure {
  return {
    kind: 'damaged',
    detail: `The copy "${path}.part" has not all that the journal has`,
    next: 'Nothing was removed: look at the disk, and try again',
  };
}
