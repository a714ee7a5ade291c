const FAST = 12;
const SLOW = 26;

/** Whether an exponential average of 12 closes is above that of 26. */
export class EmaCross {
  #count = 0;
  #fast = 0;
  #slow = 0;

  /** Takes a close, and gives where the averages stand then; null until there are as many as the slow one is of. */
  add(close: number): boolean | null {
    const isFirst = this.#count === 0;
    this.#count += 1;
    this.#fast += isFirst ? close : ((close - this.#fast) * 2) / (FAST + 1);
    this.#slow += isFirst ? close : ((close - this.#slow) * 2) / (SLOW + 1);
    return this.#count < SLOW ? null : this.#fast > this.#slow;
  }
}
