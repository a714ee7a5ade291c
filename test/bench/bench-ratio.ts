/** One measured ratio, or what the name says that it is, with what it has to be and should be. */
export interface BenchRatio {
  readonly name: string;
  readonly ratio: number;
  /** Where `aim` is below it, less is better and it is an upper bound; else a lower one. */
  readonly must: number;
  readonly aim: number;
}

/** Whether a ratio is within a bound, in the direction in which the bench is better. */
export function isWithin({ ratio, must, aim }: BenchRatio, bound: number): boolean {
  return aim < must ? ratio <= bound : ratio >= bound;
}

/** The middle value; of an even number, the upper one of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? NaN;
}
