import { type Bar } from '../model/market/bar.ts';

/** A stretch of time, told when it has ended. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
  /** False when its beginning was missed, or it is no trading time: it gives no bar. */
  readonly isWhole: boolean;
  /** Whether it begins with a session. @default false */
  readonly isOpening?: boolean;
}

/**
 * Makes bars of prices: one at the end of each whole stretch, of what came since the end of the one before. A stretch in
 * which no price came has no bar.
 */
export class BarMaker {
  #isEmpty = true;
  #openPaise = 0;
  #highPaise = 0;
  #lowPaise = 0;
  #closePaise = 0;

  /** Takes a price in. */
  add(lastPaise: number): void {
    if (this.#isEmpty) {
      this.#isEmpty = false;
      this.#openPaise = lastPaise;
      this.#highPaise = lastPaise;
      this.#lowPaise = lastPaise;
    }
    if (lastPaise > this.#highPaise) this.#highPaise = lastPaise;
    if (lastPaise < this.#lowPaise) this.#lowPaise = lastPaise;
    this.#closePaise = lastPaise;
  }

  /** Ends a stretch. */
  end(symbol: string, { startMs, endMs, isWhole, isOpening = false }: Stretch): Bar | null {
    const isMade = isWhole && !this.#isEmpty;
    this.#isEmpty = true;
    if (!isMade) return null;
    return {
      symbol,
      openPaise: this.#openPaise,
      highPaise: this.#highPaise,
      lowPaise: this.#lowPaise,
      closePaise: this.#closePaise,
      startMs,
      endMs,
      ...(isOpening ? { isOpening } : {}),
    };
  }
}
