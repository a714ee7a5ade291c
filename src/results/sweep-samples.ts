import { failedDaysText } from './failed-days.ts';
import { sampleFigures } from './sweep-figures.ts';
import { type SweepSplit, type SweepVariant } from './sweep-result.ts';
import { type TriedSweep, type TriedVariant } from './sweep-tried.ts';

/** Of so many days, how many choose. The others judge. */
export function choosingDays(split: SweepSplit, days: number): number {
  return split.kind === 'holdout' ? Math.floor((days * split.inSamplePercent) / 100) : days;
}

/** Variants with what their days came to, those that choose and those that judge apart. */
export function sampledVariants({ variants, split }: TriedSweep): readonly SweepVariant[] {
  const days = variants.flatMap(({ status, run }) => (status === 'done' ? run?.days.length : []));
  const total = days.reduce<number>((most, count) => Math.max(most, count ?? 0), 0);
  // Halving drops a variant before the days that judge: all that it ran are days that choose.
  const first = total === 0 ? Infinity : choosingDays(split, total);
  return variants.map((variant) => sampled(variant, split.kind === 'holdout' ? first : null));
}

function sampled({ run, ...variant }: TriedVariant, first: number | null): SweepVariant {
  const none = { whole: null, inSample: null, outOfSample: null, decisionsSha256: null };
  if (run === null || run.days.length === 0) return { ...variant, ...none };
  const { capitalPaise } = run.about;
  const whole = sampleFigures(run.days, capitalPaise);
  const judging = first === null ? [] : run.days.slice(first);
  return {
    ...variant,
    problem: variant.problem ?? failedDaysText(run.days),
    whole,
    inSample:
      judging.length === 0 ? whole : sampleFigures(run.days.slice(0, first ?? 0), capitalPaise),
    outOfSample: judging.length === 0 ? null : sampleFigures(judging, capitalPaise),
    decisionsSha256: run.decisionsSha256,
  };
}
