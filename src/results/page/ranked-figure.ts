import { type RankName } from '../rank-name.ts';
import { type Rank, RANKS } from '../sweep-rank.ts';
import { sampleWithoutFewDays } from '../statistics/of-few-days.ts';
import { type SampleFigures } from '../sweep-result.ts';
import { ratio, rupees } from './amounts.ts';

/** What variants are ranked by, as a page shows it; a dash where it is not defined. */
export function rankedFigure(name: RankName, figures: SampleFigures | null): string {
  const { unit, of }: Rank = RANKS[name];
  const value = figures === null ? null : of(sampleWithoutFewDays(figures));
  return unit === 'paise' ? rupees(value) : ratio(value);
}
