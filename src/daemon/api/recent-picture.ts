import { type DayPicture } from '../../audit/day-picture.ts';
import { type AccountBoard, type FollowedDay } from '../account-board.ts';

/** So old a picture may be that is shown once more: a flood of questions costs twenty pictures a second at most. */
const FRESH_MS = 50;

/** The picture of the day under way, made again only where it may have changed. */
export class RecentPicture {
  readonly #board: Pick<AccountBoard, 'day'>;
  readonly #monotonicMs: () => number;
  #of: FollowedDay | null = null;
  #madeAtMs = -Infinity;
  #picture: DayPicture | null = null;

  constructor(board: Pick<AccountBoard, 'day'>, monotonicMs: () => number) {
    this.#board = board;
    this.#monotonicMs = monotonicMs;
  }

  /** Null between days. */
  get(): DayPicture | null {
    const { day } = this.#board;
    if (day === null) return null;
    const nowMs = this.#monotonicMs();
    const isFresh = this.#of === day && nowMs - this.#madeAtMs < FRESH_MS;
    if (!isFresh || this.#picture === null) {
      this.#picture = day.picture();
      this.#of = day;
      this.#madeAtMs = nowMs;
    }
    return this.#picture;
  }

  /** Makes the next one anew: something was done. */
  forget(): void {
    this.#of = null;
    this.#picture = null;
  }
}
