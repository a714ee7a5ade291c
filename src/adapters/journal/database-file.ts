import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { type DatabaseSync } from 'node:sqlite';

/** Which file a name stands for: device and inode; null when there is none. */
export type Place = string | null;

/** The file that a name stands for now. */
export function placeOf(path: string): Place {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file === undefined ? null : `${String(file.dev)}:${String(file.ino)}`;
}

/**
 * Writes all that a database holds, what still is in its log too, to one new file of the owner's alone.
 *
 * @throws what SQLite or the file system says, and no file is left; where one is there already it stays
 */
export function copyDatabase(database: DatabaseSync, to: string): void {
  const handle = openSync(to, 'wx', 0o600);
  try {
    database.prepare('VACUUM INTO ?').run(to);
    fsyncSync(handle);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

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
