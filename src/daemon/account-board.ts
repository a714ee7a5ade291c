import { monotonicMs } from '../adapters/system/machine-time.ts';
import { type AuditStream } from '../audit/audit-stream.ts';
import { type DayPicture } from '../audit/day-picture.ts';
import { type DayResult } from '../day/day-ledger.ts';
import { type Mode } from '../model/runs/run.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import { type Clock } from '../ports/clock.ts';
import { type JournalBlocks } from '../ports/journal.ts';
import { type HostProcesses } from '../ports/run-host.ts';
import { type LiveDesk } from './arming/live-desk.ts';
import { type DayRequest } from './control/control-request.ts';
import { type StageDesk } from './stages/stage-desk.ts';
import { Standbys } from './standby/standbys.ts';

/** A day under way, for what follows it beside trading: alerts, metrics, logs, the control API. */
export interface FollowedDay {
  readonly date: IstDate;
  /** The day's: it may be scaled, and never goes back. */
  readonly clock: Clock;
  /**
   * What happens, as it does; see `AuditStream`. What a recovered journal holds of the day is counted and in the picture,
   * and not heard.
   */
  readonly audit: Pick<AuditStream, 'listen' | 'seq'>;
  readonly picture: () => DayPicture;
  /** What the day came to so far: profit and costs. */
  readonly reckon: () => DayResult;
  /** Asks what an operator may ask. Returns the notices meanwhile. */
  readonly ask: (request: DayRequest) => readonly ToldNotice[];
  /** Reports a notice of the process's own. */
  readonly note: (notice: ToldNotice) => void;
  /** What its strategies live in. @default null: this process */
  readonly processes?: () => HostProcesses | null;
  /** What their own inputs are open in. @default null: this process */
  readonly sourceProcesses?: () => HostProcesses | null;
  /** Its live arming. @default none can be kept */
  readonly live?: LiveDesk | null;
  /** Its stages. @default none can be kept */
  readonly stages?: StageDesk | null;
  /** What its journal holds, for a process that stands by. @default nothing is kept */
  readonly blocks?: JournalBlocks | null;
}

/** What a process may be doing that serves its API and its metrics. */
export const SERVED_STATES = ['waiting', 'opening', 'trading', 'closing', 'stopped'] as const;

/** What an account's process is doing. Instants are epoch milliseconds. */
export interface AccountStanding {
  /**
   * - standing-by: another process trades the account; this one takes over when that dies. Shown in the terminal alone: such a
   *   process serves no API and no metrics. The one that trades shows it as one of its {@link AccountBoard.standbys}.
   * - waiting: for the next day; nothing is open, no session is held.
   * - opening: checks, logs in, recovers.
   * - trading: a day is under way.
   * - closing: the day is over, and is put away.
   * - stopped: the process ends.
   */
  readonly state: 'standing-by' | (typeof SERVED_STATES)[number];
  readonly sinceMs: number;
  /** The trading day that it is about. */
  readonly date: IstDate | null;
  /** When the next day opens; only while waiting. */
  readonly opensAtMs: number | null;
  /** Why it is so where that is not plain, for people. */
  readonly detail: string | null;
}

/** Follows an account. Its functions must neither throw nor wait: they are called while it trades. */
export interface AccountFollower {
  readonly onStanding?: (standing: AccountStanding) => void;
  /** A day has been made: nothing has been sent. Returns what is called when it is over. */
  readonly onDay?: (day: FollowedDay) => () => void;
  /** The process reports something while no day is open: those of a day are in its audit stream. */
  readonly onNotice?: (notice: ToldNotice) => void;
}

/**
 * Where an account's process says what it does, for whoever follows it. A daemon has many days after one another,
 * `sauda run` one; never two at once.
 */
export class AccountBoard {
  readonly account: string;
  readonly mode: Mode;
  /** Who stands by for the account, as they ask for its journal. */
  readonly standbys: Standbys;
  readonly #followers = new Map<AccountFollower, () => void>();
  #standing: AccountStanding;
  #day: FollowedDay | null = null;

  constructor(
    { account, mode }: Pick<AccountBoard, 'account' | 'mode'>,
    realNowMs: () => number = monotonicMs,
  ) {
    this.account = account;
    this.mode = mode;
    this.standbys = new Standbys(realNowMs);
    this.#standing = { state: 'opening', sinceMs: 0, date: null, opensAtMs: null, detail: null };
  }

  get standing(): AccountStanding {
    return this.#standing;
  }

  /** The day under way; null between days. */
  get day(): FollowedDay | null {
    return this.#day;
  }

  /** Says what the process does from now on. */
  stand(standing: AccountStanding): void {
    this.#standing = standing;
    for (const { onStanding } of this.#followers.keys()) onStanding?.(standing);
  }

  /** Reports a notice of the process's own: in the day's stream where one is open. */
  note(notice: ToldNotice): void {
    if (this.#day !== null) this.#day.note(notice);
    else for (const { onNotice } of this.#followers.keys()) onNotice?.(notice);
  }

  /** Opens a day to the followers. Returns what closes it. */
  openDay(day: FollowedDay): () => void {
    this.#day = day;
    for (const follower of this.#followers.keys()) this.#begin(follower, day);
    return () => {
      if (this.#day !== day) return;
      this.#day = null;
      for (const [follower, leave] of this.#followers) {
        this.#followers.set(follower, nothing);
        leave();
      }
    };
  }

  /** Has a follower hear of the standing and the day as they are, and of all that comes. Returns what ends it. */
  follow(follower: AccountFollower): () => void {
    this.#followers.set(follower, nothing);
    follower.onStanding?.(this.#standing);
    if (this.#day !== null) this.#begin(follower, this.#day);
    return () => {
      const leave = this.#followers.get(follower);
      this.#followers.delete(follower);
      leave?.();
    };
  }

  #begin(follower: AccountFollower, day: FollowedDay): void {
    this.#followers.set(follower, follower.onDay?.(day) ?? nothing);
  }
}

function nothing(): void {
  // Nothing was begun.
}
