import { wait } from '../../adapters/system/machine-time.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { AccountDays } from './account-days.ts';
import { openAccountTime } from './account-time.ts';
import { openAccount } from '../open-account.ts';
import { FirstDay } from '../standby/first-day.ts';
import { offerStandby } from '../standby/offer-standby.ts';
import { type TakenAccount } from '../standby/stand-by.ts';
import { type DaemonEnd, type RunDaemonOptions } from './run-daemon-options.ts';

/**
 * Runs an account day after day until it is asked to end. Each day is opened, traded and put away as `runDay` does; a day
 * that cannot begin is tried again until its last close, and given up for the next one. An account that this process has `taken`
 * already is not taken again.
 *
 * @throws {ConfigurationError} when the market tables cannot be used at the start
 */
export async function runDaemon(
  options: RunDaemonOptions,
  taken: TakenAccount | null = null,
): Promise<Result<DaemonEnd, RunRefusal>> {
  const { settings, journalPath, signal, accountsDirectory: directory = null } = options;
  const opened =
    taken === null ? openAccount(settings, { journalPath, directory }, signal) : ok(taken.account);
  if (!opened.ok) return fail(offerStandby(opened.error, options));
  const { close } = opened.value.journal;
  const first = new FirstDay(taken?.prepared, taken?.isTakenOver);
  const account = runAccount(options, opened.value, first);
  // Whatever does not come back is left to the end of the process; the next start recovers the day.
  return Promise.race([account.finally(close), endInTime(signal)]);
}

/** A stop takes at most 10 s, real milliseconds. */
const STOP_MS = 9_000;

async function endInTime(signal: AbortSignal): Promise<Result<DaemonEnd, RunRefusal>> {
  await untilAborted(signal);
  await wait(STOP_MS);
  return ok({ tradedDays: 0, lostDays: 0, endedEarly: null, isForced: true });
}

async function runAccount(
  options: RunDaemonOptions,
  journal: DayJournal,
  first: FirstDay,
): Promise<Result<DaemonEnd, RunRefusal>> {
  const { settings, board } = options;
  const time = await openAccountTime(settings);
  if (!time.ok) return time;
  const daemon = new AccountDays(options, { journal, time: time.value, first });
  try {
    return ok(await daemon.run());
  } finally {
    const sinceMs = time.value.nowMs();
    board.stand({ state: 'stopped', sinceMs, date: null, opensAtMs: null, detail: null });
    await time.value.close();
  }
}
