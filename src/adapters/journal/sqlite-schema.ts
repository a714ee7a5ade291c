import { DatabaseSync } from 'node:sqlite';

import { type JournalFailure } from '../../ports/journal.ts';
import { type Pruned } from './block.ts';
import { pragma } from './database-file.ts';
import { damaged } from './journal-failures.ts';

/** Version of the tables below. A file with a higher one is refused. */
export const SCHEMA_VERSION = 2;
/** The oldest version that is read; it is upgraded before it is written. */
export const SCHEMA_VERSION_MIN = 1;
/** Marks the file as a journal of sauda: "Saud". */
export const APPLICATION_ID = 0x53617564;

/** Since version 2: closed days in packs, and where the chain begins once days are removed. */
const PACKS = `
  CREATE TABLE packs (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    date TEXT NOT NULL,
    hashBefore TEXT NOT NULL,
    hash TEXT NOT NULL,
    entries INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    packed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX packs_of_date ON packs (date);
  CREATE TABLE pruned (sequence INTEGER PRIMARY KEY, hash TEXT NOT NULL, date TEXT NOT NULL) STRICT;
  DROP TRIGGER IF EXISTS blocks_no_delete;
  ${onlyWhere('blocks', 'OLD.sequence <= (SELECT max(sequence) FROM pruned) OR EXISTS (SELECT 1 FROM packs WHERE first <= OLD.sequence AND last >= OLD.sequence)')}
  ${onlyWhere('packs', 'OLD.last <= (SELECT max(sequence) FROM pruned)')}
  ${['packs', 'pruned'].map((table) => never('UPDATE', table)).join('\n')}
  ${never('DELETE', 'pruned')}
  PRAGMA user_version = ${String(SCHEMA_VERSION)};
`;

/** One row a commit; nothing is ever changed, or removed that a pack does not hold or that was not pruned as a whole. */
export const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE blocks (
    sequence INTEGER PRIMARY KEY,
    date TEXT NOT NULL,
    entries TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX blocks_of_date ON blocks (date);
  ${['meta', 'blocks'].map((table) => never('UPDATE', table)).join('\n')}
  ${never('DELETE', 'meta')}
  PRAGMA application_id = ${String(APPLICATION_ID)};
  ${PACKS}
`;

/** Brings a file of version 1 to this one, in a transaction of the caller's. */
export const SCHEMA_OF_OLDER = PACKS;

function never(change: 'UPDATE' | 'DELETE', table: string): string {
  return `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;`;
}

function onlyWhere(table: string, allowed: string): string {
  return `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    WHEN NOT coalesce(${allowed}, 0)
    BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;`;
}

/** Tables that only a file of this version has. */
const OF_THIS_VERSION = "SELECT 1 FROM sqlite_schema WHERE name IN ('packs', 'pruned') LIMIT 1";

const LAST_PRUNED = 'SELECT sequence, date FROM pruned ORDER BY sequence DESC LIMIT 1';

/** Rows that the chain of hashes skips; each query gives the first, with its date. */
const STRAY: readonly (readonly [query: string, tell: (what: string) => string])[] = [
  [
    `SELECT min(sequence) AS sequence, date FROM (
       SELECT first AS sequence, date FROM packs WHERE first <= (SELECT max(sequence) FROM pruned)
       UNION ALL SELECT sequence, date FROM blocks WHERE sequence <= (SELECT max(sequence) FROM pruned)
     )`,
    (what) => `${what}, is recorded as removed and still there`,
  ],
  [
    `SELECT min(blocks.sequence) AS sequence, blocks.date AS date FROM packs
       JOIN blocks ON blocks.sequence BETWEEN packs.first AND packs.last`,
    (what) => `${what}, is duplicated: in a pack, and beside it`,
  ],
  [
    `SELECT first AS sequence, date FROM (
       SELECT first, date, lag(last) OVER (ORDER BY first) AS before FROM packs
     ) WHERE first <= before ORDER BY first LIMIT 1`,
    (what) => `${what}, is in two packs`,
  ],
];

/**
 * Why the tables of a journal are not one chain, in milliseconds however large it is; null when they are, or when an older
 * sauda wrote them. @throws what SQLite says
 */
export function damageOfTables(database: DatabaseSync): JournalFailure | null {
  if (schemaVersionOf(database) < SCHEMA_VERSION) return null;
  const there = schemaIn(database);
  const gone = [...expected().keys()].find((name) => name.startsWith('table ') && !there.has(name));
  if (gone !== undefined) return damaged(`The ${gone} is missing`);
  for (const [query, tell] of STRAY) {
    const row = database.prepare(query).get();
    if (typeof row?.['sequence'] !== 'number') continue;
    return damaged(tell(`Block ${String(row['sequence'])}, of ${String(row['date'])}`));
  }
  return null;
}

/** What of the schema is missing or changed, so that rows could have been changed unseen; null when whole. @throws what SQLite says */
export function damageOfSchema(database: DatabaseSync): JournalFailure | null {
  if (schemaVersionOf(database) < SCHEMA_VERSION) return null;
  const there = schemaIn(database);
  for (const [name, sql] of expected()) {
    const found = there.get(name);
    if (found === undefined) return damaged(`The ${name} is missing`);
    if (found !== sql) return damaged(`The ${name} is not as it was made`);
  }
  const version = saidVersion(database);
  if (version !== SCHEMA_VERSION) {
    const own = String(SCHEMA_VERSION);
    return damaged(`It says version ${String(version)}, and its tables are of version ${own}`);
  }
  const [added] = [...there.keys()].filter((name) => !expected().has(name));
  return added === undefined ? null : damaged(`The ${added} was added by somebody else`);
}

/** What was pruned from the beginning; null when nothing was. @throws what SQLite says */
export function prunedOf(database: DatabaseSync): Pruned | null {
  if (schemaVersionOf(database) < SCHEMA_VERSION) return null;
  const row = database.prepare(LAST_PRUNED).get();
  if (row === undefined) return null;
  return { sequence: Number(row['sequence']), date: String(row['date']) };
}

let known: ReadonlyMap<string, string> | null = null;

/** The schema of a new journal. */
function expected(): ReadonlyMap<string, string> {
  if (known !== null) return known;
  const made = new DatabaseSync(':memory:');
  made.exec(SCHEMA);
  known = schemaIn(made);
  made.close();
  return known;
}

/** The schema of a database by kind and name, one line of SQL each, without what SQLite adds itself. */
function schemaIn(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = database
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    .all();
  return new Map(
    rows.map(({ type, name, sql }) => [
      `${String(type)} "${String(name)}"`,
      String(sql).replaceAll(/\s+/g, ' '),
    ]),
  );
}

/** The version of a journal's tables; the number beside them could be changed without a trace. @throws what SQLite says */
export function schemaVersionOf(database: DatabaseSync): number {
  const isOfThis = database.prepare(OF_THIS_VERSION).get() !== undefined;
  return isOfThis ? SCHEMA_VERSION : saidVersion(database);
}

function saidVersion(database: DatabaseSync): number {
  return pragma(database, 'user_version');
}
