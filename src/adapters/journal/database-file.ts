import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { type DatabaseSync } from 'node:sqlite';

/** Device and inode of a file; null when there is none. */
export type Place = string | null;

/** The file that has a name now. */
export function placeOf(path: string): Place {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file === undefined ? null : `${String(file.dev)}:${String(file.ino)}`;
}

/**
 * Writes a database with its log to one new file for the owner alone.
 *
 * @throws what SQLite or the file system says; then no file is left, and an existing one stays
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

/** A number that a database says of itself. */
export function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
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
