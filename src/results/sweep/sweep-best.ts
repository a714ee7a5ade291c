import { TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import {
  deflatedSharpe,
  expectedMaximumSharpe,
  type Trials,
  trialsOf,
} from '../statistics/deflated-sharpe.ts';
import { RATIO_DAYS_MIN } from '../statistics/of-few-days.ts';
import { bestFirst, isFailing, type Comparator, type Ranked } from './ranking.ts';
import { worstFillsOf } from './sample-figures.ts';
import {
  type BestVariant,
  type SampleFigures,
  type SweepVariant,
  type TriedSweep,
} from './sweep-result.ts';

/** The best in-sample, and what luck explains of it; null where no variant ran to its end without failing. */
export function bestOf(
  variants: readonly SweepVariant[],
  { variants: tried, rank }: Pick<TriedSweep, 'variants' | 'rank'>,
): BestVariant | null {
  const order = bestFirst(rank);
  const done = variants.filter((variant) => variant.status === 'done' && !isFailing(variant));
  const [best] = ranked(done, order, ({ inSample }) => inSample);
  if (best === undefined) return null;
  const { index, figures } = best;
  const sampled = variants.flatMap(({ inSample }) => inSample ?? []);
  const trials = trialsOf(sampled.map(({ sharpePerDay }) => sharpePerDay));
  const judged = ranked(done, order, ({ outOfSample }) => outOfSample);
  const place = judged.findIndex((other) => other.index === index);
  const run = tried.find((variant) => variant.index === index)?.run;
  const worstFillsNetPaise = worstFillsOf(run?.days ?? []);
  return {
    index,
    sharpeOfLuck: expectedMaximumSharpe(trials) * Math.sqrt(TRADING_DAYS_A_YEAR),
    deflatedSharpe: deflated(figures, trials),
    placeOutOfSample: place < 0 ? null : place + 1,
    judged: judged.length,
    ...(worstFillsNetPaise === null ? {} : { worstFillsNetPaise }),
    days: (run?.days ?? []).map(({ date, netPaise }) => ({ date, netPaise })),
  };
}

/** What the best variant came to over all its days, those that choose and those that judge. */
export function netOfBest({ days }: Pick<BestVariant, 'days'>): number {
  return days.reduce((sum, { netPaise }) => sum + netPaise, 0);
}

/** What reports show of luck: nothing where the in-sample days are too few for any ratio. */
export function luckOf(
  { sharpeOfLuck, deflatedSharpe }: BestVariant,
  { inSample }: Pick<SweepVariant, 'inSample'>,
): { readonly sharpe: number | null; readonly deflated: number | null } {
  if ((inSample?.days ?? 0) < RATIO_DAYS_MIN) return { sharpe: null, deflated: null };
  return { sharpe: sharpeOfLuck, deflated: deflatedSharpe };
}

function ranked(
  variants: readonly SweepVariant[],
  order: Comparator<Ranked>,
  of: (variant: SweepVariant) => SampleFigures | null,
): readonly Ranked[] {
  return variants
    .flatMap((variant) => {
      const figures = of(variant);
      return figures === null ? [] : { index: variant.index, figures };
    })
    .sort(order);
}

function deflated(figures: SampleFigures, trials: Trials): number | null {
  const { sharpePerDay, skewness, kurtosis, days } = figures;
  if (sharpePerDay === null || skewness === null || kurtosis === null) return null;
  return deflatedSharpe({ sharpePerDay, days, skewness, kurtosis }, trials);
}
