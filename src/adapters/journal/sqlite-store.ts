import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';

import { ok, fail, type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type Block, type Head } from './block.ts';
import { type BlockStore, READ_BLOCKS_MAX } from './block-store.ts';
import { journalFailure } from './sqlite-errors.ts';

/** Blocks as rows of an open database with the schema of a journal. */
export function createSqliteStore(options: {
  readonly path: string;
  readonly root: string;
  readonly database: DatabaseSync;
  /** Why nothing may be added though the database would take it; null when nothing speaks against it. */
  readonly whyNot?: () => JournalFailure | null;
}): BlockStore {
  const { path, root, database, whyNot = () => null } = options;
  const attempted = <Value>(work: () => Value): Result<Value, JournalFailure> => {
    try {
      return ok(work());
    } catch (error) {
      return fail(journalFailure(path, error));
    }
  };
  const failureOf = (work: () => void): JournalFailure | null => {
    const done = attempted(work);
    return done.ok ? null : done.error;
  };
  const read = createReader(database);
  const insert = database.prepare(
    'INSERT INTO blocks (sequence, date, entries, hash) VALUES (?, ?, ?, ?)',
  );
  return {
    root,
    head: () => attempted(() => read.head() ?? { sequence: 0, hash: root }),
    add: (blocks) =>
      whyNot() ??
      failureOf(() => {
        inTransaction(database, () => {
          for (const { sequence, date, entries, hash } of blocks) {
            insert.run(sequence, date, entries, hash);
          }
        });
      }),
    // A failed sync may have lost what the log shows; the checkpoint writes it anew, elsewhere.
    settle: () =>
      failureOf(() => {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      }),
    dates: () => attempted(read.dates),
    read: (date, afterSequence) => attempted(() => read.blocks(date, afterSequence)),
    at: (sequence) => attempted(() => read.at(sequence)),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // After some failures, a full disk among them, SQLite has rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** From each date to the next in the index: a year of blocks is not walked through for its 250 dates. */
const DATES = `
  WITH RECURSIVE found (date) AS (
    SELECT min(date) FROM blocks
    UNION ALL
    SELECT (SELECT min(date) FROM blocks WHERE date > found.date) FROM found WHERE date IS NOT NULL
  )
  SELECT date FROM found WHERE date IS NOT NULL`;

interface Reader {
  readonly head: () => Head | null;
  readonly dates: () => readonly IstDate[];
  readonly blocks: (date: IstDate | null, afterSequence: number) => readonly Block[];
  readonly at: (sequence: number) => Block | null;
}

function createReader(database: DatabaseSync): Reader {
  const limit = `ORDER BY sequence LIMIT ${String(READ_BLOCKS_MAX)}`;
  const columns = 'SELECT sequence, date, entries, hash FROM blocks';
  const head = database.prepare('SELECT sequence, hash FROM blocks ORDER BY sequence DESC LIMIT 1');
  const dates = database.prepare(DATES);
  const all = database.prepare(`${columns} WHERE sequence > ? ${limit}`);
  const ofDate = database.prepare(`${columns} WHERE date = ? AND sequence > ? ${limit}`);
  const one = database.prepare(`${columns} WHERE sequence = ?`);
  return {
    head: () => {
      const row = head.get();
      return row === undefined
        ? null
        : { sequence: Number(row['sequence']), hash: String(row['hash']) };
    },
    dates: () => dates.all().map((row) => String(row['date'])),
    blocks: (date, after) =>
      (date === null ? all.all(after) : ofDate.all(date, after)).map(toBlock),
    at: (sequence) => {
      const row = one.get(sequence);
      return row === undefined ? null : toBlock(row);
    },
  };
}

function toBlock(row: Readonly<Record<string, SQLOutputValue>>): Block {
  return {
    sequence: Number(row['sequence']),
    date: String(row['date']),
    entries: String(row['entries']),
    hash: String(row['hash']),
  };
}
