import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  isProcessLocked,
  lockedBy,
  lockProcess,
  noteStopping,
} from '../../adapters/journal/process-lock.ts';
import { processId } from '../../adapters/system/this-process.ts';
import { ok, type Result } from '../../base/result.ts';
import { shellWord } from '../../base/shell-word.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type Settings } from '../../settings/settings.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import {
  holderOfLogin,
  holderText,
  lockLogin,
  type LoginHolder,
  type LoginNotLocked,
} from '../lock-account.ts';

/** Of an account that a panic closes. */
export interface PanicLockPlace {
  readonly settings: Settings;
  readonly journalPath: string;
  /** Where logins are locked; null locks none. */
  readonly accountsDirectory: string | null;
}

/**
 * The locks of the account's login and of its journal while a panic sends. States: free, taken. Another panic finds that it
 * is one, and does not end it.
 */
export class PanicLock {
  readonly #place: PanicLockPlace;
  #release: (() => void) | null = null;

  constructor(place: PanicLockPlace) {
    this.#place = place;
  }

  /** The process that has the login with another journal; null where none has. */
  otherHolder(): LoginHolder | null {
    const { settings, journalPath, accountsDirectory } = this.#place;
    const holder = holderOfLogin(settings, accountsDirectory);
    if (holder === null || holder.journalPath === journalPath) return null;
    // What holds the journal is dealt with by that, however it calls its path.
    const isOfJournal = isProcessLocked(journalPath) && lockedBy(journalPath) === holder.pid;
    return isOfJournal ? null : holder;
  }

  /** Refused only where another process has one of them: a directory that cannot be written must not keep anything open. */
  take(): Result<null, RunRefusal> {
    if (this.#release !== null) return ok(null);
    const { settings, journalPath, accountsDirectory: directory } = this.#place;
    const login = lockLogin(settings, { directory, journalPath });
    if (!login.ok && login.error.failure.kind === 'in-use') return this.#refused(login.error);
    const freeLogin = login.ok ? login.value : (): void => undefined;
    const pid = processId();
    const lock = lockProcess(journalPath, pid);
    if (!lock.ok && lock.error.kind === 'in-use') {
      freeLogin();
      return journalInUse(journalPath, lock.error);
    }
    if (lock.ok) {
      mark(journalPath, pid);
      // Nor from this one, should it be killed.
      keepStandbyOut(journalPath);
    }
    this.#release = () => {
      if (lock.ok) {
        rmSync(markOf(journalPath), { force: true });
        lock.value.release();
      }
      freeLogin();
    };
    return ok(null);
  }

  #refused({ failure, holder }: LoginNotLocked): Result<never, RunRefusal> {
    const { journalPath } = this.#place;
    if (holder.journalPath === journalPath) return journalInUse(journalPath, failure);
    return loginInUse(holder);
  }

  release(): void {
    this.#release?.();
    this.#release = null;
  }
}

/** Nothing is sent beside a process that trades the login with another journal. */
export function loginInUse(holder: LoginHolder): Result<never, RunRefusal> {
  return refusal('halted', 'Another process has the login of the account: nothing was sent', {
    found: holderText(holder),
    next: throughHolder(holder),
  });
}

/** What a person can do about the process that has the login. */
export function throughHolder({ pid, journalPath }: LoginHolder): string {
  const end = `it (kill -TERM ${pid === null ? 'PID' : String(pid)}), then repeat the command`;
  if (journalPath === null) return `End ${end}`;
  const at = `--journal ${shellWord(journalPath)} --reason "…"`;
  return `Close through it: sauda halt ${at}, then sauda flatten ${at}; or end ${end}`;
}

function journalInUse(journalPath: string, { detail }: JournalFailure): Result<never, RunRefusal> {
  return refusal('halted', 'Another process has the account: nothing was sent', {
    file: journalPath,
    found: detail,
    next: 'Repeat the command: it shows what is left',
  });
}

/** Has no process that stands by take over from the one that a panic is about to end: such an end is no crash. */
export function keepStandbyOut(journalPath: string): void {
  noteStopping(journalPath);
}

function mark(journalPath: string, pid: number): void {
  try {
    writeFileSync(markOf(journalPath), String(pid), { mode: 0o600 });
  } catch {
    // The lock works without it.
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
