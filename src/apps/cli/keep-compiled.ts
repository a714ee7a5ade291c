import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps compiled code from one process to the next, in the user's own folder: what lies where others can write could be
 * code of theirs. Without such a folder nothing is kept. Threads find the folder in the environment, where they look at
 * their start: so each thread of a sweep of a YAML strategy has its modules in half the time.
 */
export function keepCompiled(environment: Record<string, string | undefined>): void {
  try {
    const folder = environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
    const compiled = join(folder, 'sauda', 'compiled');
    enableCompileCache(compiled);
    environment['NODE_COMPILE_CACHE'] ??= compiled;
  } catch {
    // A user without a home: the program starts as it always did.
  }
}
