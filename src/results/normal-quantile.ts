import { normalCumulative } from '../model/normal-distribution.ts';

/** Beyond it the tail is below the smallest number. */
const TAIL_MAX = 37;

/**
 * The value that a standard normal variable stays below with probability `p`; `-Infinity` for 0, `Infinity` for 1.
 * Found by halving, as exact as {@link normalCumulative}.
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p <= 0) return -Infinity;
  let low = -TAIL_MAX;
  let high = 0;
  for (let middle = low / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (normalCumulative(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}
