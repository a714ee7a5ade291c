import { bestFirst, isUnfailing } from './ranking.ts';
import { sampleFigures, worstFillsOf } from './sample-figures.ts';
import {
  type DaySpan,
  type RankName,
  type TriedSweep,
  type VariantDay,
  type WalkForward,
  type WalkForwardWindow,
} from './sweep-result.ts';

interface WholeVariant {
  readonly index: number;
  readonly days: readonly VariantDay[];
}

/**
 * Walks forward over variants that ran the same days and failed on none: each window chooses the best variant of its first days, and takes
 * that variant's next days as the outcome; the next window begins where the last choice was judged. Days are only ever
 * judged once, and the last window may judge fewer. Null without such a split, or with too few days for a window.
 */
export function walkForward({
  variants,
  split,
  rank,
}: Pick<TriedSweep, 'variants' | 'split' | 'rank'>): WalkForward | null {
  if (split.kind !== 'walk-forward') return null;
  const done = variants.flatMap(({ index, status, run }) =>
    status === 'done' && run !== null && isUnfailing(run.days)
      ? { index, days: run.days, about: run.about }
      : [],
  );
  const [first] = done;
  if (first === undefined) return null;
  const { capitalPaise } = first.about;
  const windows: WalkForwardWindow[] = [];
  const judged: VariantDay[] = [];
  const { chooseDays, judgeDays } = split;
  for (let start = 0; start + chooseDays < first.days.length; start += judgeDays) {
    const bounds = { start, chosen: start + chooseDays, end: start + chooseDays + judgeDays };
    const { window, days } = windowOf(done, bounds, { capitalPaise, rank });
    windows.push(window);
    judged.push(...days);
  }
  if (windows.length === 0) return null;
  const worstFillsNetPaise = worstFillsOf(judged);
  return {
    windows,
    outOfSample: sampleFigures(judged, capitalPaise),
    ...(worstFillsNetPaise === null ? {} : { worstFillsNetPaise }),
  };
}

function windowOf(
  variants: readonly WholeVariant[],
  { start, chosen, end }: { readonly start: number; readonly chosen: number; readonly end: number },
  { capitalPaise, rank }: { readonly capitalPaise: number; readonly rank: RankName },
): { readonly window: WalkForwardWindow; readonly days: readonly VariantDay[] } {
  const candidates = variants.map(({ index, days }) => ({
    index,
    figures: sampleFigures(days.slice(start, chosen), capitalPaise),
    choose: days.slice(start, chosen),
    judge: days.slice(chosen, end),
  }));
  const order = bestFirst(rank);
  const best = candidates.reduce((one, other) => (order(one, other) <= 0 ? one : other));
  const { index, figures, choose, judge } = best;
  return {
    window: {
      choose: spanOf(choose),
      judge: spanOf(judge),
      index,
      inSample: figures,
      outOfSample: sampleFigures(judge, capitalPaise),
    },
    days: judge,
  };
}

/** First and last of days, of which there is at least one. */
export function spanOf(days: readonly VariantDay[]): DaySpan {
  return { from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '', days: days.length };
}
