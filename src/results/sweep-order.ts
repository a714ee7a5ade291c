import { type SampleFigures } from './sweep-result.ts';

/** What an order of variants goes by. */
export interface Ranked {
  readonly index: number;
  readonly figures: SampleFigures;
}

/**
 * Best first: the highest Sharpe ratio, those without one last; then the highest net; then the order of the variants,
 * so that there is always one answer.
 */
export function bestFirst(one: Ranked, other: Ranked): number {
  const [left, right] = [one.figures, other.figures];
  const bySharpe = (right.sharpe ?? -Infinity) - (left.sharpe ?? -Infinity);
  // Two without a ratio differ by NaN.
  if (bySharpe !== 0 && !Number.isNaN(bySharpe)) return bySharpe;
  return right.netPaise - left.netPaise || one.index - other.index;
}
