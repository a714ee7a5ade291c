import { DatabaseSync } from 'node:sqlite';

import { type JournalFailure } from '../../../ports/journal.ts';
import { type Pruned } from '../block-store.ts';
import { damaged } from '../journal-failures.ts';
import { SCHEMA, SCHEMA_VERSION } from '../sqlite-schema.ts';

/** Tables that only a file of this version has. */
const OF_THIS_VERSION = "SELECT 1 FROM sqlite_schema WHERE name IN ('packs', 'pruned') LIMIT 1";

const LAST_PRUNED = 'SELECT sequence, date FROM pruned ORDER BY sequence DESC LIMIT 1';

/** Rows that no chain of hashes finds, since it goes past them; each query gives the first, with its date. */
const STRAY: readonly (readonly [query: string, tell: (what: string) => string])[] = [
  [
    `SELECT min(sequence) AS sequence, date FROM (
       SELECT first AS sequence, date FROM packs WHERE first <= (SELECT max(sequence) FROM pruned)
       UNION ALL SELECT sequence, date FROM blocks WHERE sequence <= (SELECT max(sequence) FROM pruned)
     )`,
    (what) => `${what}, is said to have been removed and is there`,
  ],
  [
    `SELECT min(blocks.sequence) AS sequence, blocks.date AS date FROM packs
       JOIN blocks ON blocks.sequence BETWEEN packs.first AND packs.last`,
    (what) => `${what}, is there twice: in a pack, and beside it`,
  ],
  [
    `SELECT first AS sequence, date FROM (
       SELECT first, date, lag(last) OVER (ORDER BY first) AS before FROM packs
     ) WHERE first <= before ORDER BY first LIMIT 1`,
    (what) => `${what}, is in two packs`,
  ],
];

/**
 * Why the tables of a journal cannot be read as one chain, in milliseconds however large it is; null when nothing speaks
 * against it. A file of an older sauda has no packs, and nothing of it is looked at.
 *
 * @throws what SQLite says
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

/**
 * Why rows could have been changed or removed unseen: what keeps them from that is missing or another; null when all of
 * it is as it was made.
 *
 * @throws what SQLite says
 */
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

/**
 * What was removed from the beginning by its age; null when nothing was.
 *
 * @throws what SQLite says
 */
export function prunedOf(database: DatabaseSync): Pruned | null {
  if (schemaVersionOf(database) < SCHEMA_VERSION) return null;
  const row = database.prepare(LAST_PRUNED).get();
  if (row === undefined) return null;
  return { sequence: Number(row['sequence']), date: String(row['date']) };
}

let known: ReadonlyMap<string, string> | null = null;

/** What a new journal is made of. */
function expected(): ReadonlyMap<string, string> {
  if (known !== null) return known;
  const made = new DatabaseSync(':memory:');
  made.exec(SCHEMA);
  known = schemaIn(made);
  made.close();
  return known;
}

/** What a database is made of, by kind and name, as one line of SQL each. What SQLite makes by itself has none. */
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

/**
 * The version by which a journal is read, written and looked at: that of its tables, since the number beside them can be changed
 * without a trace.
 *
 * @throws what SQLite says
 */
export function schemaVersionOf(database: DatabaseSync): number {
  const isOfThis = database.prepare(OF_THIS_VERSION).get() !== undefined;
  return isOfThis ? SCHEMA_VERSION : saidVersion(database);
}

function saidVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}
