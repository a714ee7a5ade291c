import { type DatabaseSync } from 'node:sqlite';

import { type JournalFailure } from '../../ports/journal.ts';
import { type BlockStore } from './block.ts';
import { inTransaction } from './database-file.ts';
import { attempted, attemptedRead, failureOf } from './journal-failures.ts';
import { storedBlocks } from './packing/stored-blocks.ts';
import { damageOfSchema, damageOfTables, prunedOf } from './sqlite-schema.ts';

/** Blocks as rows of an open database with the schema of a journal. */
export function createSqliteStore(options: {
  readonly path: string;
  readonly root: string;
  readonly database: DatabaseSync;
  /** Why nothing may be added although the database would take it; null when it may. */
  readonly whyNot?: () => JournalFailure | null;
}): BlockStore {
  const { path, root, database, whyNot = () => null } = options;
  const stored = storedBlocks(database, root);
  const insert = database.prepare(
    'INSERT INTO blocks (sequence, date, entries, hash) VALUES (?, ?, ?, ?)',
  );
  return {
    root,
    start: () => attempted(path, stored.start),
    head: () => attempted(path, stored.head),
    add: (blocks) =>
      whyNot() ??
      failureOf(path, () => {
        inTransaction(database, () => {
          for (const { sequence, date, entries, hash } of blocks) {
            insert.run(sequence, date, entries, hash);
          }
        });
      }),
    // A failed sync may have lost what the log shows; the checkpoint writes it again, elsewhere.
    settle: () =>
      failureOf(path, () => {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      }),
    dates: () => attempted(path, stored.dates),
    read: (date, after) => attemptedRead(path, () => stored.read(date, after)),
    at: (sequence) => attemptedRead(path, () => stored.at(sequence)),
    audit: () => {
      const found = attempted(path, () => damageOfTables(database) ?? damageOfSchema(database));
      return found.ok ? found.value : found.error;
    },
    pruned: () => attempted(path, () => prunedOf(database)),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
