import { noteStopping } from '../adapters/journal/process-lock.ts';
import { type DayJournal, openDayJournal } from '../day/journal/open-day-journal.ts';
import { ok, type Result } from '../base/result.ts';
import { type Settings } from '../settings/settings.ts';
import { type RunRefusal } from '../venues/run-refusal.ts';
import { type AccountLockPlace, lockAccount } from './lock-account.ts';

/**
 * Takes an account for this process: its lock, then its journal. Both are given back when the journal is closed. A process that
 * stands by does not take over from one that was asked to end, which `signal` says.
 */
export function openAccount(
  settings: Settings,
  place: AccountLockPlace,
  signal?: AbortSignal,
): Result<DayJournal, RunRefusal> {
  const { account, mode } = settings;
  const locked = lockAccount(settings, place);
  if (!locked.ok) return locked;
  const release = locked.value;
  const opened = openDayJournal({ path: place.journalPath, account, mode });
  if (!opened.ok) {
    release();
    return opened;
  }
  const { journal } = opened.value;
  const { journalPath } = place;
  const stopping = (): void => {
    if (journalPath !== null) noteStopping(journalPath);
  };
  if (signal?.aborted === true) stopping();
  else signal?.addEventListener('abort', stopping, { once: true });
  const close = (): void => {
    signal?.removeEventListener('abort', stopping);
    journal.close();
    release();
  };
  return ok({ ...opened.value, journal: { ...journal, close } });
}
