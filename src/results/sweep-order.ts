import { isFailing } from './failed-days.ts';
import { type SampleFigures, type SweepVariant } from './sweep-result.ts';

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

/** Variants for a table: whole ones first, those that failed on some day after those that did not; then the best first. */
export function wholeAndBestFirst(one: SweepVariant, other: SweepVariant): number {
  const done = Number(other.status === 'done') - Number(one.status === 'done');
  if (done !== 0) return done;
  const failed = Number(isFailing(one)) - Number(isFailing(other));
  if (failed !== 0) return failed;
  const [left, right] = [one.inSample, other.inSample];
  if (left === null || right === null) {
    return Number(left === null) - Number(right === null) || one.index - other.index;
  }
  return bestFirst({ index: one.index, figures: left }, { index: other.index, figures: right });
}
