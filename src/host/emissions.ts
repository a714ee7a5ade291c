import { lineOf, markStack } from '../base/author-line.ts';

/** Operators of a run whose place is kept; those applied later, as for every price, show that of what they stand in. */
const OPERATORS_MAX = 500;

interface Emission {
  readonly value: unknown;
  /** Where the operator was applied that let it out. */
  readonly applied: Error;
}

/** What the operators of one run let out at this moment, and where its author applied them. */
export class Emissions {
  readonly #underWay: Emission[] = [];
  #left = OPERATORS_MAX;

  /** Marks where an operator is applied; null when enough are known. */
  mark(): Error | null {
    if (this.#left === 0) return null;
    this.#left -= 1;
    return markStack();
  }

  /** Lets an operator's value go on to what follows. */
  pass(value: unknown, applied: Error, go: () => void): void {
    this.#underWay.push({ value, applied });
    try {
      go();
    } finally {
      this.#underWay.pop();
    }
  }

  /** The author's line of the operator that made the value which comes out of the run just now; null when none is known. */
  lineOf(value: unknown): string | null {
    let line: string | null = null;
    for (const one of this.#underWay.toReversed()) {
      if (!Object.is(one.value, value)) break;
      line = lineOf(one.applied) ?? line;
    }
    return line;
  }
}
