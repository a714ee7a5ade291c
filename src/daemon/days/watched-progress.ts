import { type AccountStanding } from '../account-board.ts';

/** To check, log in and recover takes ten minutes of login attempts at most, and to close much less. */
const BETWEEN_MS_MAX = 15 * 60_000;

/**
 * Whether an account's process makes progress, and not its event loop alone. Waiting and trading it beats at least once a
 * second; opening and closing it may be busy for a while, but not for ever.
 */
export class WatchedProgress {
  readonly #realNowMs: () => number;
  #state: AccountStanding['state'] = 'opening';
  #stoodMs: number;
  #beatMs: number;

  /** `realNowMs`: real milliseconds that never go back. */
  constructor(realNowMs: () => number) {
    this.#realNowMs = realNowMs;
    this.#stoodMs = realNowMs();
    this.#beatMs = this.#stoodMs;
  }

  stand(state: AccountStanding['state']): void {
    this.#state = state;
    this.#stoodMs = this.#realNowMs();
    this.#beatMs = this.#stoodMs;
  }

  beat(): void {
    this.#beatMs = this.#realNowMs();
  }

  /** Whether it was made within the last `withinMs`, real milliseconds. */
  isMade(withinMs: number): boolean {
    const nowMs = this.#realNowMs();
    const beats = ['standing-by', 'waiting', 'trading'].includes(this.#state);
    return beats ? nowMs - this.#beatMs < withinMs : nowMs - this.#stoodMs < BETWEEN_MS_MAX;
  }
}
