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
import { addressKind } from '../base/internet-address.ts';
import { areOnLoopback, isLoopbackHost } from '../base/loopback.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { shellWord } from '../base/shell-word.ts';
import { refuseJournal } from '../day/journal/open-day-journal.ts';
import { type JournalFailure } from '../ports/journal.ts';
import { type Settings } from '../settings/settings.ts';
import { refusal, type RunRefusal } from '../venues/run-refusal.ts';

/** Where an account is locked, and for which journal. */
export interface AccountLockPlace {
  /** Of this user alone, the same for all its processes; null locks nothing. */
  readonly directory: string | null;
  readonly journalPath: string | null;
}

/** The process that has a login, as far as it could say. */
export interface LoginHolder {
  readonly pid: number | null;
  readonly journalPath: string | null;
}

const NOTHING_LOCKED = ok(() => undefined);

/**
 * Keeps other processes of this user off an account, whatever journal they use: an account is a host that logs in and a
 * phone number. Returns what releases it; so does the end of the process.
 */
export function lockAccount(
  settings: Settings,
  place: AccountLockPlace,
): Result<() => void, RunRefusal> {
  const lock = lockLogin(settings, place);
  if (lock.ok) return lock;
  const { journalPath } = place;
  // The journal's own refusal says more. Only who is refused may go by it: its process may leave, and the login be free.
  if (journalPath !== null && isProcessLocked(journalPath)) {
    return refuseJournal(journalPath, journalInUse(journalPath, lockedBy(journalPath)));
  }
  const { failure, file, holder } = lock.error;
  if (failure.kind === 'in-use') return inUse(holder, settings.account);
  const { detail, next } = failure;
  return refusal('configuration', `Cannot lock the account: ${detail}`, { file, next });
}

/** Why a login could not be locked, where its lock is, and who has it. */
export interface LoginNotLocked {
  readonly failure: JournalFailure;
  readonly file: string;
  readonly holder: LoginHolder;
}

/** The lock alone, which fails after two seconds where another process has it. Returns what releases it. */
export function lockLogin(
  settings: Settings,
  { directory, journalPath }: AccountLockPlace,
): Result<() => void, LoginNotLocked> {
  const file = placeOf(settings, directory);
  if (file === null) return NOTHING_LOCKED;
  const lock = lockProcess(file, processId());
  if (!lock.ok) return fail({ failure: lock.error, file, holder: holderAt(file) });
  noteJournal(file, journalPath);
  return ok(lock.value.release);
}

/** Which process has the login of an account now; null where none has. Changes nothing, and does not wait. */
export function holderOfLogin(settings: Settings, directory: string | null): LoginHolder | null {
  const file = placeOf(settings, directory);
  return file === null || !isProcessLocked(file) ? null : holderAt(file);
}

/** The journal that the login of an account was last traded with; null where there was none, or it is not known. */
export function lastJournalOf(settings: Settings, directory: string | null): string | null {
  const file = placeOf(settings, directory);
  return file === null ? null : notedJournal(file);
}

/** The process that has a login, for people. */
export function holderText({ pid, journalPath }: LoginHolder): string {
  const who = pid === null ? 'a process that did not name itself' : `process ${String(pid)}`;
  return journalPath === null ? who : `${who}, with the journal ${journalPath}`;
}

function inUse(holder: LoginHolder, account: string): Result<never, RunRefusal> {
  const { pid, journalPath } = holder;
  const look = `sauda status${journalPath === null ? '' : ` --journal ${shellWord(journalPath)}`}`;
  const message = `The login of account "${account}" is in use: another process trades it already`;
  return refusal('configuration', message, {
    found: holderText(holder),
    allowed:
      'one process for each login of the platform, whatever its account is called and its journal is',
    next: `Use that one (${look}), or end it first: kill -TERM ${pid === null ? 'PID' : String(pid)}`,
  });
}

/** Where the login is locked; null where nothing is: the built-in simulator is this process's own. */
function placeOf({ venue }: Settings, directory: string | null): string | null {
  if (venue.kind === 'simulator' || directory === null) return null;
  const isHere = areOnLoopback(Object.values(venue.hosts).map(serverOf));
  return join(isHere ? join(tmpdir(), 'sauda-simulators') : directory, keyOf(venue));
}

function keyOf({ hosts, credentials }: Extract<Settings['venue'], { kind: 'platform' }>): string {
  const phoneNumber = (credentials.phoneNumber?.reveal() ?? '').replace(/[\s().-]/g, '');
  return sha256Hex(`${serverOf(hosts.auth)}\n${phoneNumber}`).slice(0, 32);
}

/** One text for all addresses of a server. A name that only this machine's tables lead to it stays another. */
function serverOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const name = url.hostname.replace(/\.$/, '');
  url.hostname = isLoopbackHost(name) || addressKind(name) === 'loopback' ? 'localhost' : name;
  return url.href.replace(/\/+$/, '');
}

function noteJournal(place: string, journalPath: string | null): void {
  try {
    writeFileSync(noteOf(place), `${journalPath ?? NO_JOURNAL}\n`, { mode: 0o600 });
  } catch {
    // It is for people: the lock works without it.
  }
}

function holderAt(place: string): LoginHolder {
  return { pid: lockedBy(place), journalPath: notedJournal(place) };
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
