import { type AccountBoard, type FollowedDay } from '../account-board.ts';

/** What a probe answers. */
export interface Health {
  readonly ok: boolean;
  /** What is wrong, for people; empty where all is well. */
  readonly reasons: readonly string[];
}

/** How long a day in session may stand still, real milliseconds, beside the longest time between its polls. */
const STILL_MS_MAX = 60_000;

/** What probes look at. */
export interface HealthOptions {
  readonly board: Pick<AccountBoard, 'standing' | 'day'>;
  /** Orders older than this are stale, milliseconds of the day's clock. @default 15_000 */
  readonly ordersAgeMsMax?: number | undefined;
  /** Time between polls of the orders where none works, milliseconds. @default 5_000 */
  readonly ordersIdlePollMs?: number | undefined;
  /** Real milliseconds that never go back. */
  readonly monotonicMs: () => number;
}

/**
 * Whether an account's process is alive, and whether it is fit to trade. A dead one deserves a restart; one that is not
 * ready needs a person or a moment.
 *
 * In session it remembers when it last saw the day move: that two probes within a minute see it stand still is no sign.
 */
export class AccountHealth {
  readonly #options: HealthOptions;
  #movedAt: {
    readonly day: FollowedDay;
    readonly atMs: number | null;
    readonly realMs: number;
  } | null = null;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Whether the process makes progress. */
  healthz(): Health {
    const { board, ordersIdlePollMs = 5_000 } = this.#options;
    if (board.standing.state === 'stopped') return health(['the process is ending']);
    const stillMs = board.day === null ? 0 : this.#stillMs(board.day);
    if (stillMs <= STILL_MS_MAX + ordersIdlePollMs) return health([]);
    const seconds = String(Math.round(stillMs / 1_000));
    return health([`nothing has happened for ${seconds} s in session`]);
  }

  /** Whether it can trade, or waits for the day on which it will. */
  readyz(): Health {
    const { standing, day } = this.#options.board;
    const alive = this.healthz();
    if (!alive.ok) return alive;
    if (standing.state === 'waiting' || standing.state === 'closing') return health([]);
    if (day === null) {
      return health([`${standing.state}${standing.detail === null ? '' : `: ${standing.detail}`}`]);
    }
    return health(this.#dayReasons(day));
  }

  #dayReasons({ clock, picture }: FollowedDay): readonly string[] {
    const { halt, isInSession, lastGoodPolls } = picture().books;
    if (!isInSession) return [];
    const { ordersAgeMsMax = 15_000 } = this.#options;
    const { ordersAtMs } = lastGoodPolls;
    const ageMs = ordersAtMs === null ? null : clock.nowMs() - ordersAtMs;
    const reasons: string[] = [];
    if (halt.state !== 'active') reasons.push(`${halt.state}: ${halt.reason}`);
    if (ageMs === null) reasons.push('the orders have not been polled yet');
    else if (ageMs > ordersAgeMsMax) {
      reasons.push(
        `the last good poll of the orders is ${String(Math.round(ageMs / 1_000))} s old`,
      );
    }
    return reasons;
  }

  /** Real milliseconds since the day was seen to move; 0 out of session. */
  #stillMs(day: FollowedDay): number {
    const { atMs, isInSession } = day.picture().books;
    const realMs = this.#options.monotonicMs();
    const moved = this.#movedAt;
    if (isInSession && moved?.day === day && moved.atMs === atMs) return realMs - moved.realMs;
    this.#movedAt = { day, atMs, realMs };
    return 0;
  }
}

function health(reasons: readonly string[]): Health {
  return { ok: reasons.length === 0, reasons };
}
