import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A process that looks at a lock, or adds to what it guards, has it for a moment. */
const WAITS_MS_MAX = 2_000;

/**
 * Locks a file for this process alone, until the lock is closed or the process ends, however it dies. Makes it where there is
 * none, for its owner alone; nothing is written to it.
 *
 * @throws {Error} of SQLite where another process has it for more than two seconds, or the file cannot be made
 */
export function lockFile(path: string): Pick<DatabaseSync, 'close' | 'isOpen'> {
  const database = new DatabaseSync(path, { timeout: WAITS_MS_MAX });
  try {
    // SQLite makes it with the rights that the process's mask leaves.
    chmodSync(path, 0o600);
    // No file of its own to roll back from: SQLite removes it by its name, which may be another process's by then.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
