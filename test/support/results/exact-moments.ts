/** Moments of whole numbers from their power sums, in whole numbers to the last step: another route than deviations. */
export interface ExactMoments {
  readonly mean: number;
  readonly deviation: number;
  readonly skewness: number;
  readonly kurtosis: number;
}

const DIGITS = 10n ** 40n;

/** Moments by power sums. At least two values, not all equal. */
export function exactMoments(values: readonly number[]): ExactMoments {
  const n = BigInt(values.length);
  const power = (exponent: bigint): bigint =>
    values.reduce((sum, value) => sum + BigInt(value) ** exponent, 0n);
  const [s1, s2, s3, s4] = [power(1n), power(2n), power(3n), power(4n)];
  // n^k times the k-th central moment.
  const second = n * s2 - s1 ** 2n;
  const third = n ** 2n * s3 - 3n * n * s1 * s2 + 2n * s1 ** 3n;
  const fourth = n ** 3n * s4 - 4n * n ** 2n * s1 * s3 + 6n * n * s1 ** 2n * s2 - 3n * s1 ** 4n;
  return {
    mean: ratio(s1, n),
    deviation: Math.sqrt(ratio(second, n * (n - 1n))),
    skewness: Math.sign(Number(third)) * Math.sqrt(ratio(third ** 2n, second ** 3n)),
    kurtosis: ratio(fourth, second ** 2n),
  };
}

function ratio(above: bigint, below: bigint): number {
  return Number((above * DIGITS) / below) / Number(DIGITS);
}
