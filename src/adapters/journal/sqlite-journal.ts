import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { sha256Hex } from '../../base/hash.ts';
import { stableJson } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { makeFolder, syncFolder } from '../../base/write-files.ts';
import { createBlockJournal, type VerifiableJournal } from './block-journal.ts';
import { type BlockStore, type Head } from './block.ts';
import { copyDatabase, inTransaction, placeOf, pragma } from './database-file.ts';
import {
  attempted,
  attemptedRead,
  damaged,
  failureOf,
  ioFailure,
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

/** File and owner of a journal. */
export interface JournalPlace {
  readonly path: string;
  readonly account: string;
  readonly mode: Mode;
  /** Largest size of the file in pages of 4 KiB; beyond it the journal is full. @default no limit */
  readonly pagesMax?: number;
  /** Commits of the open day that stay rows before they are packed. @default 512 */
  readonly commitsMax?: number;
}

/** A journal opened for reading. */
export interface OpenedJournal {
  readonly journal: VerifiableJournal;
  readonly account: string;
  readonly mode: string;
  /** Epoch milliseconds. */
  readonly createdAtMs: number;
  /** Copies it to a new file. */
  readonly copyTo: (to: string) => JournalFailure | null;
  readonly sizes: () => Result<JournalSizes, JournalFailure>;
}

/** A journal opened for writing. */
export interface WrittenJournal extends VerifiableJournal {
  /** Packs closed days and removes old ones. Loses nothing wherever the process ends; the next call continues. */
  readonly tidy: (tidying: Tidying) => Result<Tidied, JournalFailure>;
}

/** SQLite's number of `PRAGMA synchronous = FULL`. */
const SYNCHRONOUS_FULL = 2;

/**
 * Opens or creates the journal of an account and mode, directories and file for the owner alone, and locks it until `close` or
 * the end of the process. Verifies the chain of the last date and checks the end against the mark: a loss there is in `end`.
 */
export function openJournal(place: JournalPlace): Result<WrittenJournal, JournalFailure> {
  return attemptedRead(place.path, () => {
    createFile(place.path);
    const database = new DatabaseSync(place.path, { timeout: 0 });
    return closingOnFailure(database, () => {
      // Before the log is first touched, so that its lock is one of the file, which ends with the process.
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
        attemptedRead(place.path, () => tidy(database, rootOf(meta), tidying));
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

/** Opens a journal that no process is writing, for reading. Where blocks are missing, its end cannot be read. */
export function openJournalForReading(path: string): Result<OpenedJournal, JournalFailure> {
  return attemptedRead(path, () => {
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
      const copyTo = (to: string): JournalFailure | null =>
        failureOf(to, () => {
          copyDatabase(database, to);
        });
      const sizes = (): Result<JournalSizes, JournalFailure> =>
        attempted(path, () => journalSizes(database));
      const about = { account, mode, createdAtMs: Number(createdAtMs), copyTo, sizes };
      return ok({ journal: journal.value, ...about });
    });
  });
}

/** A cleanly closed journal has no log, and SQLite makes one even to read it: not where the folder is read-only. */
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

/** SQLite would make it readable by others. */
function createFile(path: string): void {
  const directory = dirname(path);
  makeFolder(directory, 0o700);
  closeSync(openSync(path, 'a', 0o600));
  syncFolder(directory);
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

/** Orders depend on this journal: a log that is not synced could forget them with the machine. */
function whyNotSynced(database: DatabaseSync): JournalFailure | null {
  const level = pragma(database, 'synchronous');
  if (level >= SYNCHRONOUS_FULL) return null;
  return ioFailure(
    `Its log is not synced before it answers: synchronous is ${String(level)}, wanted ${String(SYNCHRONOUS_FULL)}`,
  );
}

function writeSchema(database: DatabaseSync, { account, mode }: JournalPlace): void {
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA}`);
  const insert = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  insert.run('schemaVersion', String(SCHEMA_VERSION));
  insert.run('account', account);
  insert.run('mode', mode);
  // The only read of the machine's time: no decision depends on it.
  database.exec(
    "INSERT INTO meta (key, value) VALUES ('createdAtMs', CAST(unixepoch('subsec') * 1000 AS INTEGER))",
  );
  database.exec('COMMIT');
}

/** Its meta data stays: the chain begins with that. */
function bringUp(database: DatabaseSync): void {
  inTransaction(database, () => {
    database.exec(SCHEMA_OF_OLDER);
  });
}

function metaOf(database: DatabaseSync): Meta {
  const rows = database.prepare('SELECT key, value FROM meta ORDER BY key').all();
  return new Map(rows.map((row) => [String(row['key']), String(row['value'])]));
}

/** Start of the chain, so that the owner cannot be changed unseen. */
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

/** Verifies the chain of the latest date and of the one written last. */
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
