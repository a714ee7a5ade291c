/** Shape of a series of numbers. A part is null where the series is too short or does not vary. */
export interface Moments {
  readonly count: number;
  /** Null for an empty series. */
  readonly mean: number | null;
  /** Of a sample: divided by one less than the count. Null for fewer than two. */
  readonly deviation: number | null;
  /** Third standardised moment; 0 for a symmetric series, below 0 when large losses outweigh large gains. */
  readonly skewness: number | null;
  /** Fourth standardised moment; 3 for the normal distribution, more for fat tails. */
  readonly kurtosis: number | null;
}

/** Moments of a series, each in two passes. Formulas: `docs/results.md`. */
export function momentsOf(values: readonly number[]): Moments {
  const count = values.length;
  if (count === 0) return { ...NONE, count };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2) return { ...NONE, count, mean };
  const second = centralSum(values, mean, 2);
  const deviation = Math.sqrt(second / (count - 1));
  // Equal values whose mean is no number of the machine leave a variance of rounding alone.
  if (second === 0 || values.every((value) => value === values[0])) {
    return { ...NONE, count, mean, deviation: 0 };
  }
  const variance = second / count;
  return {
    count,
    mean,
    deviation,
    skewness: centralSum(values, mean, 3) / count / variance ** 1.5,
    kurtosis: centralSum(values, mean, 4) / count / variance ** 2,
  };
}

const NONE = { mean: null, deviation: null, skewness: null, kurtosis: null } as const;

function centralSum(values: readonly number[], mean: number, power: number): number {
  return values.reduce((sum, value) => sum + (value - mean) ** power, 0);
}
