import { type DatabaseSync } from 'node:sqlite';

/**
 * Does all of it or nothing.
 *
 * @throws what SQLite says; then nothing was done
 */
export function inTransaction(database: DatabaseSync, work: () => void): void {
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
