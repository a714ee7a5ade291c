import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { lockedBy, lockProcess, type ProcessLock } from '../../adapters/journal/process-lock.ts';
import { processId } from '../../adapters/system/this-process.ts';
import { ok, type Result } from '../../base/result.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';

/** The account's lock while a panic sends. States: free, taken. Another panic finds that it is one, and does not end it. */
export class PanicLock {
  readonly #journalPath: string;
  #lock: ProcessLock | null = null;

  constructor(journalPath: string) {
    this.#journalPath = journalPath;
  }

  /** Refused only where another process has it: a directory that cannot be written must not keep anything open. */
  take(): Result<null, RunRefusal> {
    if (this.#lock !== null) return ok(null);
    const pid = processId();
    const lock = lockProcess(this.#journalPath, pid);
    if (!lock.ok) {
      if (lock.error.kind !== 'in-use') return ok(null);
      return refusal('halted', 'Another process has the account: nothing was sent', {
        file: this.#journalPath,
        found: lock.error.detail,
        next: 'Repeat the command: it shows what is left',
      });
    }
    this.#lock = lock.value;
    try {
      writeFileSync(markOf(this.#journalPath), String(pid), { mode: 0o600 });
    } catch {
      // The lock works without it.
    }
    return ok(null);
  }

  release(): void {
    if (this.#lock === null) return;
    rmSync(markOf(this.#journalPath), { force: true });
    this.#lock.release();
    this.#lock = null;
  }
}

/** Whether the process that has the lock of an account is a panic. */
export function isPanicUnderWay(journalPath: string): boolean {
  const pid = lockedBy(journalPath);
  try {
    return pid !== null && readFileSync(markOf(journalPath), 'utf8') === String(pid);
  } catch {
    return false;
  }
}

function markOf(journalPath: string): string {
  return join(controlPathOf(journalPath), 'panic.pid');
}
