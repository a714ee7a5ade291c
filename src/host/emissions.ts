import { lineOf, markStack } from '../base/author-line.ts';

/** Operators of a run whose place is kept; those applied later, as for every price, show that of what they stand in. */
const OPERATORS_MAX = 200;
/** Frames of RxJS and the kit between an operator and its author's line. */
const FRAMES_MAX = 20;

/** What the operators of one run let out at this moment, and where its author applied them. */
export class Emissions {
  /** Values on their way, outermost last, and where the operator was applied that let each out. No object for each: they are many. */
  readonly #values: unknown[] = [];
  readonly #applied: Error[] = [];
  #depth = 0;
  #left = OPERATORS_MAX;

  /** Marks where an operator is applied; null when enough are known. */
  mark(): Error | null {
    if (this.#left === 0) return null;
    this.#left -= 1;
    return markStack(FRAMES_MAX);
  }

  /** Lets an operator's value go on to what follows. */
  pass(value: unknown, applied: Error, next: (value: unknown) => void): void {
    const depth = this.#depth;
    this.#values[depth] = value;
    this.#applied[depth] = applied;
    this.#depth = depth + 1;
    try {
      next(value);
    } finally {
      this.#depth = depth;
    }
  }

  /** The author's line of the operator that made the value which comes out of the run just now; null when none is known. */
  lineOf(value: unknown): string | null {
    let line: string | null = null;
    for (let place = this.#depth - 1; place >= 0; place -= 1) {
      const applied = this.#applied[place];
      if (applied === undefined || !Object.is(this.#values[place], value)) break;
      line = lineOf(applied) ?? line;
    }
    return line;
  }
}
