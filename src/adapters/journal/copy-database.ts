import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { type DatabaseSync } from 'node:sqlite';

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
