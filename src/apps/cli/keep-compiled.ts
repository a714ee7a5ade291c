import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps compiled code from one process to the next, in the user's own folder: what lies where others can write could be
 * code of theirs. Without such a folder nothing is kept.
 */
export function keepCompiled(environment: Readonly<Record<string, string | undefined>>): void {
  try {
    const folder = environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
    enableCompileCache(join(folder, 'sauda', 'compiled'));
  } catch {
    // A user without a home: the program starts as it always did.
  }
}
