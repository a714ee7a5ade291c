import { type DatabaseSync } from 'node:sqlite';

import { type JournalFailure } from '../../ports/journal.ts';
import { type BlockStore } from './block.ts';
import { inTransaction } from './database-file.ts';
import { failureOf, journalFailure, refuseFor, UnreadableJournal } from './journal-failures.ts';
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
  const reading =
    <Args extends readonly unknown[], Value>(read: (...args: Args) => Value) =>
    (...args: Args): Value => {
      try {
        return read(...args);
      } catch (error) {
        throw new UnreadableJournal(journalFailure(path, error));
      }
    };
  return {
    root,
    start: reading(stored.start),
    head: reading(stored.head),
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
    dates: reading(stored.dates),
    read: reading(stored.read),
    at: reading(stored.at),
    audit: () =>
      failureOf(path, () => {
        refuseFor(damageOfTables(database) ?? damageOfSchema(database));
      }),
    pruned: reading(() => prunedOf(database)),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
