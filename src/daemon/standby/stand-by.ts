import { hasDied, isProcessLocked, lockedBy } from '../../adapters/journal/process-lock.ts';
import { systemClock, wait } from '../../adapters/system/machine-time.ts';
import { ok, type Result } from '../../base/result.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import { type RunDaemonOptions } from '../days/run-daemon-options.ts';
import { holderOfLogin, holderText, type LoginHolder } from '../lock-account.ts';
import { openAccount } from '../open-account.ts';
import { Follower } from './follower.ts';
import { type PreparedAccount } from './prepared-account.ts';

/** An account that is this process's. */
export interface TakenAccount {
  readonly account: DayJournal;
  /** The day under way, where it was followed. */
  readonly prepared: PreparedAccount | null;
  /** Whether another process traded it before. */
  readonly isTakenOver: boolean;
}

/** How often it looks whether the account is free, and what was written meanwhile, real milliseconds. */
const LOOK_EVERY_MS = 200;

/**
 * Waits until an account is this process's to trade, and takes it: at once where no process trades it. Where one does, it follows the day
 * of that one, and takes over when that ends without having been asked to. Null at the signal.
 *
 * @throws {ConfigurationError} when the market tables cannot be used
 */
export async function standBy(
  options: RunDaemonOptions,
): Promise<Result<TakenAccount | null, RunRefusal>> {
  const { settings, journalPath } = options;
  if (settings.venue.kind !== 'platform' || journalPath === null) return refuseSimulator();
  const follower = new Follower({ ...options, journalPath });
  try {
    const mine = await untilMine(options, journalPath, follower);
    if (!mine.ok) return mine;
    return ok(mine.value === null ? null : { ...mine.value, ...follower.handOver() });
  } finally {
    await follower.close();
  }
}

async function untilMine(
  options: RunDaemonOptions,
  journalPath: string,
  follower: Follower,
): Promise<Result<Omit<TakenAccount, 'prepared'> | null, RunRefusal>> {
  const { signal, onBeat } = options;
  const told = new Told(options);
  let hasStoodBy = false;
  while (!signal.aborted) {
    const holder = holderOf(options, journalPath);
    // Once another process had it, it is left alone where that one was asked to end: a person wants it so.
    const isFree = holder === null && (!hasStoodBy || hasDied(journalPath));
    const taken = isFree ? takeAccount(options, journalPath) : null;
    if (taken !== null) {
      return taken.ok ? ok({ account: taken.value, isTakenOver: hasStoodBy }) : taken;
    }
    hasStoodBy = true;
    onBeat?.();
    await (holder === null ? follower.close() : follower.look());
    told.standing(holder, follower);
    await wait(LOOK_EVERY_MS, signal);
  }
  return ok(null);
}

/** Null where another process was faster. */
function takeAccount(
  options: RunDaemonOptions,
  journalPath: string,
): Result<DayJournal, RunRefusal> | null {
  const { settings, signal, accountsDirectory: directory = null } = options;
  const account = openAccount(settings, { journalPath, directory }, signal);
  return account.ok || holderOf(options, journalPath) === null ? account : null;
}

function refuseSimulator(): Result<never, RunRefusal> {
  return refusal('configuration', 'A process can stand by only for an account with a journal', {
    found: 'the built-in simulator, which ends with its process',
    allowed: 'a platform, or a simulator of its own (--sim)',
    next: 'Leave --standby out, or start "sauda sim" and name it',
  });
}

function holderOf(
  { settings, accountsDirectory = null }: RunDaemonOptions,
  journalPath: string,
): LoginHolder | null {
  const holder = holderOfLogin(settings, accountsDirectory);
  if (holder !== null) return holder;
  return isProcessLocked(journalPath) ? { pid: lockedBy(journalPath), journalPath } : null;
}

/** Says what it does, once for each change. */
class Told {
  readonly #options: RunDaemonOptions;
  #last = '';

  constructor(options: RunDaemonOptions) {
    this.#options = options;
  }

  standing(holder: LoginHolder | null, { date, isAnswered }: Follower): void {
    const detail = detailOf(holder, date !== null, isAnswered);
    if (`${String(date)} ${detail}` === this.#last) return;
    this.#last = `${String(date)} ${detail}`;
    const sinceMs = systemClock.nowMs();
    this.#options.board.stand({ state: 'standing-by', sinceMs, date, opensAtMs: null, detail });
  }
}

function detailOf(holder: LoginHolder | null, isFollowed: boolean, isAnswered: boolean): string {
  if (holder === null) {
    return 'the process that traded the account was stopped; start it again, or end this one and start it without --standby';
  }
  const how = isFollowed
    ? 'its day is followed'
    : isAnswered
      ? 'no day of it is followed'
      : 'its control API does not answer, so a takeover recovers the day from the journal';
  return `${holderText(holder)}, trades the account; ${how}`;
}
