import { type DatabaseSync } from 'node:sqlite';

import { fail, ok, type Result } from '../../base/result.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type BlockStore } from './block.ts';
import { inTransaction } from './database-file.ts';
import { journalFailure } from './journal-failures.ts';
import { storedBlocks } from './packing/stored-blocks.ts';
import { damageOfSchema, damageOfTables, prunedOf } from './sqlite-schema.ts';

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
  const stored = storedBlocks(database, root);
  const insert = database.prepare(
    'INSERT INTO blocks (sequence, date, entries, hash) VALUES (?, ?, ?, ?)',
  );
  return {
    root,
    start: () => attempted(stored.start),
    head: () => attempted(stored.head),
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
    dates: () => attempted(stored.dates),
    read: (date, afterSequence) => flat(attempted(() => stored.read(date, afterSequence))),
    at: (sequence) => flat(attempted(() => stored.at(sequence))),
    audit: () => valueOrFailure(attempted(() => damageOf(database))),
    pruned: () => attempted(() => prunedOf(database)),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function damageOf(database: DatabaseSync): JournalFailure | null {
  return damageOfTables(database) ?? damageOfSchema(database);
}

function valueOrFailure(
  result: Result<JournalFailure | null, JournalFailure>,
): JournalFailure | null {
  return result.ok ? result.value : result.error;
}

function flat<Value>(
  result: Result<Result<Value, JournalFailure>, JournalFailure>,
): Result<Value, JournalFailure> {
  return result.ok ? result.value : result;
}
