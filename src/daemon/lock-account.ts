import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inUse as journalInUse } from '../adapters/journal/journal-failures.ts';
import {
  isProcessLocked,
  lockDirectory,
  lockedBy,
  lockProcess,
} from '../adapters/journal/process-lock.ts';
import { processId } from '../adapters/system/this-process.ts';
import { sha256Hex } from '../base/hash.ts';
import { areOnLoopback } from '../base/loopback.ts';
import { ok, type Result } from '../base/result.ts';
import { shellWord } from '../base/shell-word.ts';
import { refuseJournal } from '../day/journal/open-day-journal.ts';
import { type Settings } from '../settings/settings.ts';
import { refusal, type RunRefusal } from '../venues/run-refusal.ts';

/** Where an account is locked, and for which journal. */
export interface AccountLockPlace {
  /** Of this user alone, the same for all its processes; null locks nothing. */
  readonly directory: string | null;
  readonly journalPath: string | null;
}

const NOTHING_LOCKED = ok(() => undefined);

/**
 * Keeps other processes of this user off an account, whatever journal they use: an account is a host that logs in and a
 * phone number. Returns what releases it; so does the end of the process.
 */
export function lockAccount(
  settings: Settings,
  { directory, journalPath }: AccountLockPlace,
): Result<() => void, RunRefusal> {
  const { venue, account } = settings;
  // The built-in simulator is this process's own.
  if (venue.kind === 'simulator' || directory === null) return NOTHING_LOCKED;
  const isHere = areOnLoopback(Object.values(venue.hosts));
  const place = join(isHere ? join(tmpdir(), 'sauda-simulators') : directory, keyOf(venue));
  const lock = lockProcess(place, processId());
  if (lock.ok) {
    noteJournal(place, journalPath);
    return ok(lock.value.release);
  }
  // The journal's own refusal says more. Only who is refused may go by it: its process may leave, and the login be free.
  if (journalPath !== null && isProcessLocked(journalPath)) {
    return refuseJournal(journalPath, journalInUse(journalPath, lockedBy(journalPath)));
  }
  if (lock.error.kind !== 'in-use') {
    const { detail, next } = lock.error;
    return refusal('configuration', `Cannot lock the account: ${detail}`, { file: place, next });
  }
  return inUse(place, account);
}

function inUse(place: string, account: string): Result<never, RunRefusal> {
  const pid = lockedBy(place);
  const holder = pid === null ? 'a process that did not name itself' : `process ${String(pid)}`;
  const itsJournal = notedJournal(place);
  const journal = itsJournal === null ? '' : `, with the journal ${itsJournal}`;
  const look = `sauda status${itsJournal === null ? '' : ` --journal ${shellWord(itsJournal)}`}`;
  const message = `The login of account "${account}" is in use: another process trades it already`;
  return refusal('configuration', message, {
    found: `${holder}${journal}`,
    allowed:
      'one process for each login of the platform, whatever its account is called and its journal is',
    next: `Use that one (${look}), or end it first: kill -TERM ${pid === null ? 'PID' : String(pid)}`,
  });
}

function keyOf({ hosts, credentials }: Extract<Settings['venue'], { kind: 'platform' }>): string {
  const phoneNumber = credentials.phoneNumber?.reveal() ?? '';
  return sha256Hex(`${hosts.auth}\n${phoneNumber}`).slice(0, 32);
}

function noteJournal(place: string, journalPath: string | null): void {
  try {
    writeFileSync(noteOf(place), `${journalPath ?? NO_JOURNAL}\n`, { mode: 0o600 });
  } catch {
    // It is for people: the lock works without it.
  }
}

/** The journal of the process that has the lock, as it noted it; null where it has none, or did not say. */
function notedJournal(place: string): string | null {
  try {
    const noted = readFileSync(noteOf(place), 'utf8').trim();
    return noted === NO_JOURNAL || noted === '' ? null : noted;
  } catch {
    return null;
  }
}

const NO_JOURNAL = 'none';

function noteOf(place: string): string {
  return join(lockDirectory(place), 'journal');
}
