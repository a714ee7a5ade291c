import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { sha256Hex } from '../../base/hash.ts';
import { stableJson } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { makeFolder } from '../../base/write-files.ts';
import { createBlockJournal, type VerifiableJournal } from './block-journal.ts';
import { type BlockStore, type Head } from './block.ts';
import { copyDatabase, inTransaction, placeOf } from './database-file.ts';
import {
  damaged,
  ioFailure,
  journalFailure,
  missing,
  moved,
  newerSchema,
  notAJournal,
  nothingIn,
  olderSchema,
} from './journal-failures.ts';
import { createMarkFile, readMark } from './mark-file.ts';
import { endingIn, endOf, markedStore } from './marked-store.ts';
import { journalSizes, type JournalSizes } from './packing/day-sizes.ts';
import { createOpenPacker, packingAfter } from './packing/pack-days.ts';
import { type Tidied, tidy, type Tidying } from './packing/tidy.ts';
import {
  APPLICATION_ID,
  damageOfTables,
  SCHEMA,
  SCHEMA_OF_OLDER,
  SCHEMA_VERSION,
  SCHEMA_VERSION_MIN,
  schemaVersionOf,
} from './sqlite-schema.ts';
import { createSqliteStore } from './sqlite-store.ts';

/** Where a journal is and whose it is. */
export interface JournalPlace {
  readonly path: string;
  readonly account: string;
  readonly mode: Mode;
  /** Largest size of the file in pages of 4 KiB; beyond it the journal is full. @default no limit */
  readonly pagesMax?: number;
  /** So many commits of the open day stay as they were written before they are packed. @default 512 */
  readonly commitsMax?: number;
}

/** A journal that was opened to be read, with what it says of itself. */
export interface OpenedJournal {
  readonly journal: VerifiableJournal;
  readonly account: string;
  readonly mode: string;
  /** Epoch milliseconds. */
  readonly createdAtMs: number;
  /** Writes it all to a new file; null when that is done. */
  readonly copyTo: (to: string) => JournalFailure | null;
  /** What each day takes in it. */
  readonly sizes: () => Result<JournalSizes, JournalFailure>;
}

/** A journal that is written, and can be made smaller. */
export interface WrittenJournal extends VerifiableJournal {
  /**
   * Packs closed days and removes those beyond their age. Nothing that was kept is lost, wherever the process ends; after a
   * failure the next call goes on.
   */
  readonly tidy: (tidying: Tidying) => Result<Tidied, JournalFailure>;
}

/** SQLite's number of `PRAGMA synchronous = FULL`. */
const SYNCHRONOUS_FULL = 2;

/**
 * Opens the journal of an account and mode, or begins it: directories for the owner alone, the file too. The file is
 * this process's own until `close` or the process's end, however it ends. The chain of the last date is verified, and the
 * end held against the mark: a loss there is in `end`, and shows until something is added.
 */
export function openJournal(place: JournalPlace): Result<WrittenJournal, JournalFailure> {
  return opened(place.path, () => {
    createFile(place.path);
    const database = new DatabaseSync(place.path, { timeout: 0 });
    return closingOnFailure(database, () => {
      // Said before the log is first touched, so that its lock is one of the file, which ends with the process.
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      const stranger = isFresh(database) ? null : strangerIn(place.path, database);
      if (stranger !== null) return fail(stranger);
      database.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT',
      );
      const unsynced = whyNotSynced(database);
      if (unsynced !== null) return fail(unsynced);
      if (isFresh(database)) writeSchema(database, place);
      else if (schemaVersionOf(database) < SCHEMA_VERSION) bringUp(database);
      const damage = damageOfTables(database);
      if (damage !== null) return fail(named(place.path, damage));
      if (place.pagesMax !== undefined) {
        database.exec(`PRAGMA max_page_count = ${String(place.pagesMax)}`);
      }
      const meta = metaOf(database);
      const other = otherAccount(place, meta);
      if (other !== null) return fail(other);
      const file = placeOf(place.path);
      const whyNot = (): JournalFailure | null =>
        placeOf(place.path) === file ? null : moved(place.path);
      const journal = journalOf(place.path, { database, meta, whyNot, access: 'write' });
      if (!journal.ok) return journal;
      const tidied = (tidying: Tidying): Result<Tidied, JournalFailure> =>
        opened(place.path, () => tidy(database, rootOf(meta), tidying));
      const tidyOwn = (tidying: Tidying): Result<Tidied, JournalFailure> => {
        const moved = whyNot();
        return moved === null ? tidied(tidying) : fail(moved);
      };
      const { commitsMax } = place;
      const pack = createOpenPacker(database, { root: rootOf(meta), commitsMax });
      const append = packingAfter(journal.value.append, pack);
      return ok({ ...journal.value, append, tidy: tidyOwn });
    });
  });
}

/** Opens a journal that no process is writing. Nothing can be added to it, and its end is not read where blocks are missing. */
export function openJournalForReading(path: string): Result<OpenedJournal, JournalFailure> {
  return opened(path, () => {
    const file = statSync(path, { throwIfNoEntry: false });
    if (file === undefined) return fail(missing(path));
    if (!file.isFile()) return fail(notAJournal(path));
    const database = new DatabaseSync(asIs(path), { timeout: 0, readOnly: true });
    return closingOnFailure(database, () => {
      if (isFresh(database)) return fail(nothingIn(path));
      const stranger = strangerIn(path, database);
      if (stranger !== null) return fail(stranger);
      const damage = damageOfTables(database);
      if (damage !== null) return fail(named(path, damage));
      const meta = metaOf(database);
      const { account = '', mode = '', createdAtMs = '' } = Object.fromEntries(meta);
      const journal = journalOf(path, { database, meta, access: 'read' });
      if (!journal.ok) return journal;
      const copyTo = (to: string): JournalFailure | null => copy(database, to);
      const sizes = (): Result<JournalSizes, JournalFailure> =>
        opened(path, () => ok(journalSizes(database)));
      const about = { account, mode, createdAtMs: Number(createdAtMs), copyTo, sizes };
      return ok({ journal: journal.value, ...about });
    });
  });
}

/** A journal whose program ended in order has no log, and SQLite makes one even to read it: where it cannot, it need not. */
function asIs(path: string): string | URL {
  if (existsSync(`${path}-wal`) || isWritable(dirname(path))) return path;
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  return address;
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

type Meta = ReadonlyMap<string, string>;

function opened<Value>(
  path: string,
  open: () => Result<Value, JournalFailure>,
): Result<Value, JournalFailure> {
  try {
    return open();
  } catch (error) {
    return fail(journalFailure(path, error));
  }
}

function copy(database: DatabaseSync, to: string): JournalFailure | null {
  try {
    copyDatabase(database, to);
    return null;
  } catch (error) {
    return journalFailure(to, error);
  }
}

function closingOnFailure<Value>(
  database: DatabaseSync,
  open: () => Result<Value, JournalFailure>,
): Result<Value, JournalFailure> {
  let isKept = false;
  try {
    const result = open();
    isKept = result.ok;
    return result;
  } finally {
    if (!isKept) database.close();
  }
}

/** SQLite would create it too, but readable by others; its log takes the rights of the file. */
function createFile(path: string): void {
  const directory = dirname(path);
  makeFolder(directory, 0o700);
  closeSync(openSync(path, 'a', 0o600));
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isFresh(database: DatabaseSync): boolean {
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get();
  return tables?.['count'] === 0 && pragma(database, 'application_id') === 0;
}

function strangerIn(path: string, database: DatabaseSync): JournalFailure | null {
  if (pragma(database, 'application_id') !== APPLICATION_ID) return notAJournal(path);
  const version = pragma(database, 'user_version');
  if (version >= SCHEMA_VERSION_MIN && version <= SCHEMA_VERSION) return null;
  const stranger = version > SCHEMA_VERSION ? newerSchema : olderSchema;
  return stranger(path, version, SCHEMA_VERSION);
}

/** An order leaves on the word of this journal: a log that is not synced would forget it with the machine. */
function whyNotSynced(database: DatabaseSync): JournalFailure | null {
  const level = pragma(database, 'synchronous');
  if (level >= SYNCHRONOUS_FULL) return null;
  return ioFailure(
    `Its log is not synced before it answers: synchronous is ${String(level)}, wanted ${String(SYNCHRONOUS_FULL)}`,
  );
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function writeSchema(database: DatabaseSync, { account, mode }: JournalPlace): void {
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA}`);
  const insert = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  insert.run('schemaVersion', String(SCHEMA_VERSION));
  insert.run('account', account);
  insert.run('mode', mode);
  // The time of the machine is asked here alone: nothing is decided by it.
  database.exec(
    "INSERT INTO meta (key, value) VALUES ('createdAtMs', CAST(unixepoch('subsec') * 1000 AS INTEGER))",
  );
  database.exec('COMMIT');
}

/** What it says of itself stays: the chain begins with that. */
function bringUp(database: DatabaseSync): void {
  inTransaction(database, () => {
    database.exec(SCHEMA_OF_OLDER);
  });
}

function metaOf(database: DatabaseSync): Meta {
  const rows = database.prepare('SELECT key, value FROM meta ORDER BY key').all();
  return new Map(rows.map((row) => [String(row['key']), String(row['value'])]));
}

/** What the chain begins with: whose journal it is cannot be changed unseen. */
function rootOf(meta: Meta): string {
  return sha256Hex(stableJson(Object.fromEntries(meta)));
}

function otherAccount({ path, account, mode }: JournalPlace, meta: Meta): JournalFailure | null {
  if (meta.get('account') === account && meta.get('mode') === mode) return null;
  return {
    kind: 'other-account',
    detail: `"${path}" is the journal of account "${meta.get('account') ?? ''}" in mode ${meta.get('mode') ?? ''}, not of "${account}" in mode ${mode}`,
    next: 'Each account and mode has a journal of its own: name another file',
  };
}

function journalOf(
  path: string,
  {
    meta,
    access,
    ...of
  }: {
    readonly database: DatabaseSync;
    readonly meta: Meta;
    readonly access: 'read' | 'write';
    readonly whyNot?: () => JournalFailure | null;
  },
): Result<VerifiableJournal, JournalFailure> {
  const root = rootOf(meta);
  const store = createSqliteStore({ path, root, ...of });
  const head = store.head();
  if (!head.ok) return head;
  const damage = damageOfLastDates(store, head.value);
  if (damage !== null) return fail(named(path, damage));
  const end = endOf(store, readMark(path));
  if (!end.ok) return end;
  const { isMarked, failure } = end.value;
  const found = { isMarked: isMarked || head.value.sequence === 0, failure };
  if (access === 'write') {
    return ok(createBlockJournal(markedStore(store, createMarkFile(path)), head.value, found));
  }
  if (failure === null) return ok(createBlockJournal(store, head.value, found));
  const lost = named(path, failure);
  const readable = endingIn(store, head.value, lost);
  return ok(createBlockJournal(readable, head.value, { ...found, failure: lost }));
}

/** Holds the latest date, and the one written last, against the chain. */
function damageOfLastDates(store: BlockStore, head: Head): JournalFailure | null {
  const dates = store.dates();
  if (!dates.ok) return dates.error;
  const last = store.at(head.sequence);
  if (!last.ok) return last.error;
  if (last.value !== null && !dates.value.includes(last.value.date)) {
    return damaged(`Nothing is found of ${last.value.date}, which was written last`);
  }
  const journal = createBlockJournal(store, head);
  for (const date of new Set([dates.value.at(-1), last.value?.date])) {
    if (date === undefined) continue;
    const verified = journal.verify(date);
    if (!verified.ok) return verified.error;
  }
  return null;
}

function named(path: string, failure: JournalFailure): JournalFailure {
  return { ...failure, detail: `"${path}": ${failure.detail}` };
}
