import { deflatedSharpe, expectedMaximumSharpe, type Trials } from './deflated-sharpe.ts';
import { isFailing } from './failed-days.ts';
import { TRADING_DAYS_A_YEAR } from './sweep-figures.ts';
import { bestFirst, type Ranked } from './sweep-order.ts';
import { type BestVariant, type SampleFigures, type SweepVariant } from './sweep-result.ts';
import { type TriedVariant } from './sweep-tried.ts';
import { trialsOf } from './trials-of.ts';

/** The best on the days that choose, and what to think of it; null where no variant ran to its end without failing. */
export function bestOf(
  variants: readonly SweepVariant[],
  tried: readonly TriedVariant[],
): BestVariant | null {
  const done = variants.filter((variant) => variant.status === 'done' && !isFailing(variant));
  const [best] = ranked(done, ({ inSample }) => inSample);
  if (best === undefined) return null;
  const { index, figures } = best;
  const sampled = variants.flatMap(({ inSample }) => inSample ?? []);
  const trials = trialsOf(sampled.map(({ sharpePerDay }) => sharpePerDay));
  const judged = ranked(done, ({ outOfSample }) => outOfSample);
  const place = judged.findIndex((other) => other.index === index);
  const run = tried.find((variant) => variant.index === index)?.run;
  return {
    index,
    sharpeOfLuck: expectedMaximumSharpe(trials) * Math.sqrt(TRADING_DAYS_A_YEAR),
    deflatedSharpe: deflated(figures, trials),
    placeOutOfSample: place < 0 ? null : place + 1,
    judged: judged.length,
    days: (run?.days ?? []).map(({ date, netPaise }) => ({ date, netPaise })),
  };
}

function ranked(
  variants: readonly SweepVariant[],
  of: (variant: SweepVariant) => SampleFigures | null,
): readonly Ranked[] {
  return variants
    .flatMap((variant) => {
      const figures = of(variant);
      return figures === null ? [] : { index: variant.index, figures };
    })
    .sort(bestFirst);
}

function deflated(figures: SampleFigures, trials: Trials): number | null {
  const { sharpePerDay, skewness, kurtosis, days } = figures;
  if (sharpePerDay === null || skewness === null || kurtosis === null) return null;
  return deflatedSharpe({ sharpePerDay, days, skewness, kurtosis }, trials);
}
