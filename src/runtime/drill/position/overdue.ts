import { type Calm } from './calm.ts';

/** What is wrong and since when. */
interface Wrong {
  readonly sinceMs: number;
  isFound: boolean;
}

/** Clocks what is wrong by name, and says once when it has lasted longer in calm than it may. */
export class Overdue {
  readonly #wrong = new Map<string, Wrong>();
  readonly #calm: Calm;

  constructor(calm: Calm) {
    this.#calm = calm;
  }

  /** Whether something that is wrong has just lasted too long. What is right again starts anew. */
  look(name: string, isWrong: boolean, at: { nowMs: number; boundMs: number }): boolean {
    if (!isWrong) {
      this.#wrong.delete(name);
      return false;
    }
    const wrong = this.#wrong.get(name) ?? { sinceMs: at.nowMs, isFound: false };
    this.#wrong.set(name, wrong);
    if (wrong.isFound) return false;
    const fromMs = Math.max(wrong.sinceMs, this.#calm.sinceMs());
    if (at.nowMs - fromMs <= at.boundMs) return false;
    wrong.isFound = true;
    return true;
  }

  /** What has a name that begins so is asked of no more. */
  forget(name: string): void {
    for (const each of this.#wrong.keys()) {
      if (each.startsWith(`${name}\n`)) this.#wrong.delete(each);
    }
  }

  /** Since when something is wrong; null while it is not. */
  sinceMs(name: string): number | null {
    return this.#wrong.get(name)?.sinceMs ?? null;
  }
}
