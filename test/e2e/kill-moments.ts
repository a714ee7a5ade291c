import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { type Random } from '../../src/base/random.ts';
import { type SaudaProcess } from './sauda-process.ts';

const LOOK_EVERY_MS = 1;

/**
 * Moments at which a process is worth killing, drawn from a seed: most of them just after it decided something, when
 * journal, request and answer follow each other; some while it starts or recovers; some at any time.
 */
export class KillMoments {
  readonly #random: Random;
  readonly #commandLog: string;
  #seenBytes = 0;

  /** The command log grows with every decision, and is written again by each process. */
  constructor(random: Random, commandLog: string) {
    this.#random = random;
    this.#commandLog = commandLog;
  }

  /** Waits for the next moment; false when none came while `goesOn` was true. */
  async next(process: SaudaProcess, goesOn: () => boolean): Promise<boolean> {
    const kind = this.#random.below(10);
    const afterMs =
      kind < 7 ? this.#random.below(kind < 4 ? 6 : 30) : 100 + this.#random.below(900);
    if (kind < 9) {
      while (goesOn() && !process.hasEnded && !this.#hasGrown()) await delay(LOOK_EVERY_MS);
    }
    await delay(afterMs);
    return goesOn();
  }

  #hasGrown(): boolean {
    const bytes = statSync(this.#commandLog, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes <= this.#seenBytes) return false;
    this.#seenBytes = bytes;
    return true;
  }
}
