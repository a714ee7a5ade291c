import { TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import { moneyOfRunDays } from '../backtest-totals.ts';
import { calmarOf, dailyRatios } from '../statistics/daily-ratios.ts';
import { drawdownsOf } from '../statistics/drawdowns.ts';
import { outcomesOf } from '../statistics/outcomes.ts';
import { failedDaysText } from './ranking.ts';
import {
  type SampleFigures,
  type SweepSplit,
  type SweepVariant,
  type TriedSweep,
  type TriedVariant,
  type VariantDay,
} from './sweep-result.ts';

/** What some days of a variant came to. */
export function sampleFigures(days: readonly VariantDay[], capitalPaise: number): SampleFigures {
  const nets = days.map(({ netPaise }) => netPaise);
  const assumed = { capitalPaise, tradingDaysAYear: TRADING_DAYS_A_YEAR, riskFreeRate: 0 };
  const { sharpe, sharpePerDay, sortino, annualReturn, skewness, kurtosis } = dailyRatios(
    nets,
    assumed,
  );
  const depths = drawdownsOf(days, capitalPaise).map(({ depthPaise }) => depthPaise);
  const drawdownPaise = depths.reduce((deepest, depth) => Math.max(deepest, depth), 0);
  return {
    ...moneyOfRunDays(days.filter(({ hasRun }) => hasRun).length, days),
    days: days.length,
    daysWithProblems: days.filter(({ hasProblems }) => hasProblems).length,
    daysFailed: days.filter(({ failure }) => failure !== null).length,
    trades: days.reduce((sum, { trades }) => sum + trades, 0),
    sharpe,
    sharpePerDay,
    sortino,
    calmar: calmarOf(annualReturn, drawdownPaise, capitalPaise),
    profitFactor: outcomesOf(nets).profitFactor,
    skewness,
    kurtosis,
    drawdownPaise,
  };
}

/** The net of some days with every fill at its worst; null where none of them ran. */
export function worstFillsOf(days: readonly VariantDay[]): number | null {
  if (!days.some(({ hasRun }) => hasRun)) return null;
  return days.reduce((sum, { worstFillsNetPaise }) => sum + worstFillsNetPaise, 0);
}

/** Of so many days, how many choose. The others judge. */
export function choosingDays(split: SweepSplit, days: number): number {
  return split.kind === 'holdout' ? Math.floor((days * split.inSamplePercent) / 100) : days;
}

/** Variants with what their days came to, those that choose and those that judge apart. */
export function sampledVariants({ variants, split }: TriedSweep): readonly SweepVariant[] {
  const days = variants.flatMap(({ status, run }) => (status === 'done' ? run?.days.length : []));
  const total = days.reduce<number>((most, count) => Math.max(most, count ?? 0), 0);
  // Halving drops a variant before the out-of-sample days: all days that it ran are in-sample.
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
