import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { sha256Hex } from '../../base/hash.ts';
import { stableJson } from '../../base/json.ts';
import { type Result } from '../../base/result.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { makeFolder, syncFolder } from '../../base/write-files.ts';
import { createBlockJournal, type VerifiableJournal } from './block-journal.ts';
import { type BlockStore, type Head } from './block.ts';
import { copyDatabase, inTransaction, placeOf, pragma } from './database-file.ts';
import {
  attempted,
  damaged,
  failureOf,
  ioFailure,
  missing,
  moved,
  newerSchema,
  notAJournal,
  nothingIn,
  olderSchema,
  refuseFor,
} from './journal-failures.ts';
import { createMarkFile, readMark } from './mark-file.ts';
import { endingIn, endOf, markedStore } from './marked-store.ts';
import { journalSizes, type JournalSizes } from './packing/day-sizes.ts';
import { packingAfter } from './packing/pack-days.ts';
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
  /** Longest to wait for a process that has it open, milliseconds. @default 10000 */
  readonly waitMs?: number;
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

/**
 * A command that reads the journal of a process which was killed has it until it has read it: seconds, at the end of a day. A
 * process that writes it keeps it.
 */
const WAIT_MS = 10_000;

/** SQLite's number of `PRAGMA synchronous = FULL`. */
const SYNCHRONOUS_FULL = 2;

/**
 * Opens or creates the journal of an account and mode, directories and file for the owner alone, and locks it until `close` or
 * the end of the process. Waits `waitMs` for one that another process has open. Verifies the chain of the last date and checks the end against the mark: a loss there is in `end`.
 */
export function openJournal(place: JournalPlace): Result<WrittenJournal, JournalFailure> {
  const { path, pagesMax, commitsMax, waitMs = WAIT_MS } = place;
  return attempted(path, () => {
    createFile(path);
    const database = new DatabaseSync(path, { timeout: waitMs });
    return closingOnFailure(database, () => {
      prepare(database, place);
      database.exec('PRAGMA busy_timeout = 0');
      if (pagesMax !== undefined) database.exec(`PRAGMA max_page_count = ${String(pagesMax)}`);
      const meta = metaOf(database);
      refuseFor(otherAccount(place, meta));
      const file = placeOf(path);
      const whyNot = (): JournalFailure | null => (placeOf(path) === file ? null : moved(path));
      const journal = journalOf(path, { database, meta, whyNot, access: 'write' });
      const root = rootOf(meta);
      return {
        ...journal,
        append: packingAfter(journal.append, database, { root, commitsMax }),
        tidy: (tidying) =>
          attempted(path, () => {
            refuseFor(whyNot());
            return tidy(database, root, tidying);
          }),
      };
    });
  });
}

/** Makes the tables of a new file, brings those of an older sauda up, and looks at all others. */
function prepare(database: DatabaseSync, place: JournalPlace): void {
  // Before the log is first touched, so that its lock is one of the file, which ends with the process.
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  if (!isFresh(database)) refuseFor(strangerIn(place.path, database));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT');
  refuseFor(whyNotSynced(database));
  if (isFresh(database)) writeSchema(database, place);
  else if (schemaVersionOf(database) < SCHEMA_VERSION) bringUp(database);
  refuseFor(named(place.path, damageOfTables(database)));
}

/** Opens a journal that no process is writing, for reading. Where blocks are missing, its end cannot be read. */
export function openJournalForReading(path: string): Result<OpenedJournal, JournalFailure> {
  return attempted(path, () => {
    const file = statSync(path, { throwIfNoEntry: false });
    refuseFor(file === undefined ? missing(path) : file.isFile() ? null : notAJournal(path));
    const database = new DatabaseSync(asIs(path), { timeout: 0, readOnly: true });
    return closingOnFailure(database, () => {
      refuseFor(isFresh(database) ? nothingIn(path) : strangerIn(path, database));
      refuseFor(named(path, damageOfTables(database)));
      const meta = metaOf(database);
      const { account = '', mode = '', createdAtMs = '' } = Object.fromEntries(meta);
      return {
        ...{ account, mode, createdAtMs: Number(createdAtMs) },
        journal: journalOf(path, { database, meta, access: 'read' }),
        copyTo: (to) =>
          failureOf(to, () => {
            copyDatabase(database, to);
          }),
        sizes: () => attempted(path, () => journalSizes(database)),
      };
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

function closingOnFailure<Value>(database: DatabaseSync, open: () => Value): Value {
  try {
    return open();
  } catch (error) {
    database.close();
    throw error;
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
): VerifiableJournal {
  const store = createSqliteStore({ path, root: rootOf(meta), ...of });
  const head = store.head();
  refuseFor(named(path, damageOfLastDates(store, head)));
  const { isMarked, failure } = endOf(store, readMark(path));
  const end = { isMarked: isMarked || head.sequence === 0, failure };
  if (access === 'write') {
    return createBlockJournal(markedStore(store, createMarkFile(path)), head, end);
  }
  const lost = named(path, failure);
  if (lost === null) return createBlockJournal(store, head, end);
  return createBlockJournal(endingIn(store, head, lost), head, { ...end, failure: lost });
}

/** Verifies the chain of the latest date and of the one written last. */
function damageOfLastDates(store: BlockStore, head: Head): JournalFailure | null {
  const dates = store.dates();
  const last = store.at(head.sequence);
  if (last !== null && !dates.includes(last.date)) {
    return damaged(`Nothing is found of ${last.date}, which was written last`);
  }
  const journal = createBlockJournal(store, head);
  for (const date of new Set([dates.at(-1), last?.date])) {
    if (date === undefined) continue;
    const verified = journal.verify(date);
    if (!verified.ok) return verified.error;
  }
  return null;
}

function named(path: string, failure: JournalFailure | null): JournalFailure | null {
  return failure && { ...failure, detail: `"${path}": ${failure.detail}` };
}
