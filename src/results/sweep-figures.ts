import { TRADING_DAYS_A_YEAR } from '../model/trading-year.ts';
import { calmarOf } from './calmar.ts';
import { dailyRatios } from './daily-ratios.ts';
import { drawdownsOf } from './drawdowns.ts';
import { moneyIfRun } from './backtest-totals.ts';
import { outcomesOf } from './outcomes.ts';
import { type SampleFigures, type VariantDay } from './sweep-result.ts';

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
    ...moneyIfRun(days.filter(({ hasRun }) => hasRun).length, days),
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
