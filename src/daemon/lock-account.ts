import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  // A journal that is in use says so itself, and better.
  if (journalPath !== null && isProcessLocked(journalPath)) return NOTHING_LOCKED;
  const isHere = areOnLoopback(Object.values(venue.hosts));
  const place = join(isHere ? join(tmpdir(), 'sauda-simulators') : directory, keyOf(venue));
  const lock = lockProcess(place, processId());
  if (lock.ok) {
    noteJournal(place, journalPath);
    return ok(lock.value.release);
  }
  if (lock.error.kind !== 'in-use') {
    const { detail, next } = lock.error;
    return refusal('configuration', `Cannot lock the account: ${detail}`, { file: place, next });
  }
  const pid = lockedBy(place);
  return refusal('configuration', `Account "${account}" is traded by another process already`, {
    found: pid === null ? 'a process that did not name itself' : `process ${String(pid)}`,
    allowed: 'one process for each login of the platform, whatever its journal',
    next: `Use that one (sauda status), or end it first: kill -TERM ${pid === null ? 'PID' : String(pid)}`,
  });
}

function keyOf({ hosts, credentials }: Extract<Settings['venue'], { kind: 'platform' }>): string {
  const phoneNumber = credentials.phoneNumber?.reveal() ?? '';
  return sha256Hex(`${hosts.auth}\n${phoneNumber}`).slice(0, 32);
}

function noteJournal(place: string, journalPath: string | null): void {
  try {
    const path = join(lockDirectory(place), 'journal');
    writeFileSync(path, `${journalPath ?? 'none'}\n`, { mode: 0o600 });
  } catch {
    // It is for people: the lock works without it.
  }
}
