import { bestFirst, isUnfailing } from '../../results/sweep/ranking.ts';
import { choosingDays, sampleFigures } from '../../results/sweep/sample-figures.ts';
import { type RankName, type VariantRun } from '../../results/sweep/sweep-result.ts';
import { type FirstDays } from './variant-task.ts';

/** Halvings at most: the first round has a sixteenth of the days. */
const ROUNDS_MAX = 4;
/** Fewer days than this say nothing of a variant. */
const DAYS_MIN = 5;

interface HalvedDays {
  /** All of them, those that only judge included. */
  readonly days: number;
  /** How many of a hundred choose; null: all. */
  readonly inSamplePercent: number | null;
}

/** One round of halving: how many variants are left, and over which days they run. */
export interface HalvingRound {
  readonly variants: number;
  readonly first: FirstDays | null;
}

/**
 * Rounds of successive halving: all variants over few days, the better half over twice as many, and so on; the last
 * ones over all days that choose and, where some only judge, over those too. Days that judge drop nobody. There are as
 * many rounds as let the first have days enough and each next one twice as many: no round drops anybody by days that
 * have dropped others before.
 *
 * Source: K. Jamieson and A. Talwalkar, "Non-stochastic Best Arm Identification and Hyperparameter Optimization", 2016.
 */
export function halvingRounds(
  variants: number,
  { days, inSamplePercent }: HalvedDays,
): readonly HalvingRound[] {
  const percent = inSamplePercent ?? 100;
  const choosing = choosingDays({ kind: 'holdout', inSamplePercent: percent }, days);
  const halvings = Math.min(ROUNDS_MAX, doublings(variants), doublings(choosing / DAYS_MIN));
  const rounds: HalvingRound[] = [];
  let left = variants;
  for (let fraction = 2 ** halvings; fraction >= 2; fraction /= 2) {
    rounds.push({ variants: left, first: { inSamplePercent: percent, fraction } });
    left = Math.ceil(left / 2);
  }
  return [...rounds, { variants: left, first: null }];
}

/** How often a count can be halved and at least one be left. */
function doublings(count: number): number {
  return Math.floor(Math.log2(Math.max(1, count)));
}

/** Who goes on: the best `count` of a round that failed on no day, fewer where more failed; in their own order. */
export function survivors(
  ran: readonly { readonly index: number; readonly run: VariantRun }[],
  { count, rank }: { readonly count: number; readonly rank: RankName },
): readonly number[] {
  return ran
    .filter(({ run }) => isUnfailing(run.days))
    .map(({ index, run }) => ({ index, figures: sampleFigures(run.days, run.about.capitalPaise) }))
    .sort(bestFirst(rank))
    .slice(0, count)
    .map(({ index }) => index)
    .sort((one, other) => one - other);
}
