import { dailyRatios } from './daily-ratios.ts';
import { drawdownsOf } from './drawdowns.ts';
import { sumOfMoney } from './group.ts';
import { type SampleFigures, type VariantDay } from './sweep-result.ts';

/** Trading days that a year's ratio counts. */
export const TRADING_DAYS_A_YEAR = 252;

/** What some days of a variant came to. */
export function sampleFigures(days: readonly VariantDay[], capitalPaise: number): SampleFigures {
  const nets = days.map(({ netPaise }) => netPaise);
  const assumed = { capitalPaise, tradingDaysAYear: TRADING_DAYS_A_YEAR, riskFreeRate: 0 };
  const { sharpe, sharpePerDay, skewness, kurtosis } = dailyRatios(nets, assumed);
  const depths = drawdownsOf(days, capitalPaise).map(({ depthPaise }) => depthPaise);
  return {
    ...sumOfMoney(days),
    days: days.length,
    daysWithProblems: days.filter(({ hasProblems }) => hasProblems).length,
    daysFailed: days.filter(({ failure }) => failure !== null).length,
    trades: days.reduce((sum, { trades }) => sum + trades, 0),
    sharpe,
    sharpePerDay,
    skewness,
    kurtosis,
    drawdownPaise: depths.reduce((deepest, depth) => Math.max(deepest, depth), 0),
  };
}
