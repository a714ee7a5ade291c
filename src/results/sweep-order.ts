import { isFailing } from './failed-days.ts';
import { type RankName } from './rank-name.ts';
import { scoreOf } from './sweep-rank.ts';
import { type SampleFigures, type SweepVariant } from './sweep-result.ts';

/** What an order of variants goes by. */
export interface Ranked {
  readonly index: number;
  readonly figures: SampleFigures;
}

/** Negative where the first is the better one. */
export type Order<Item> = (one: Item, other: Item) => number;

/**
 * Best first: the best figure of a rank, those without one last; then the highest Sharpe ratio; then the highest net;
 * then the order of the variants, so that there is always one answer.
 */
export function bestFirst(rank: RankName): Order<Ranked> {
  return (one, other) =>
    descending(scoreOf(rank, one.figures), scoreOf(rank, other.figures)) ||
    descending(one.figures.sharpe, other.figures.sharpe) ||
    descending(one.figures.netPaise, other.figures.netPaise) ||
    one.index - other.index;
}

/** Variants for a table: whole ones first, those that failed on some day after those that did not; then the best first. */
export function wholeAndBestFirst(rank: RankName): Order<SweepVariant> {
  const order = bestFirst(rank);
  return (one, other) => {
    const done = Number(other.status === 'done') - Number(one.status === 'done');
    if (done !== 0) return done;
    const failed = Number(isFailing(one)) - Number(isFailing(other));
    if (failed !== 0) return failed;
    const [left, right] = [one.inSample, other.inSample];
    if (left === null || right === null) {
      return Number(left === null) - Number(right === null) || one.index - other.index;
    }
    return order({ index: one.index, figures: left }, { index: other.index, figures: right });
  };
}

/** Two without a figure are equal. */
function descending(one: number | null, other: number | null): number {
  if (one === other) return 0;
  return (other ?? -Infinity) - (one ?? -Infinity);
}
