import { TRADING_DAYS_A_YEAR } from '../model/trading-year.ts';
import { type BacktestDay, type BacktestResult, type DayNet } from './backtest-result.ts';
import { breakdownOf } from './breakdown.ts';
import { calmarOf } from './calmar.ts';
import { type DailyRatios, dailyRatios } from './daily-ratios.ts';
import { curveOf } from './curve-of.ts';
import { daysRun } from './days-run.ts';
import { drawdownsOf } from './drawdowns.ts';
import { exposureOf } from './exposure.ts';
import { sumOfMoney } from './group.ts';
import { intradayDrawdown } from './intraday-drawdown.ts';
import { outcomesOf } from './outcomes.ts';
import { type Performance } from './performance.ts';
import { probabilisticSharpe } from './probabilistic-sharpe.ts';
import { roundedMean } from './rounded-mean.ts';
import { excursionsOf } from './statistics/excursions-of.ts';
import { rollingSharpe } from './statistics/rolling-sharpe.ts';
import { yearsOf } from './statistics/years-of.ts';

/** What statistics are reckoned with. */
export interface PerformanceOptions {
  /** @default 250 */
  readonly tradingDaysAYear?: number;
  /** What the capital would have earned without risk, a year; 0.065 is 6.5 %. @default 0 */
  readonly riskFreeRate?: number;
}

/** Days and drawdowns that are listed by name. */
const LISTED_MAX = 5;

/** Statistics of a result. Pure; formulas in `docs/results.md`. */
export function performanceOf(
  result: BacktestResult,
  { tradingDaysAYear = TRADING_DAYS_A_YEAR, riskFreeRate = 0 }: PerformanceOptions = {},
): Performance {
  const { capitalPaise, trades } = result;
  const assumed = { capitalPaise, tradingDaysAYear, riskFreeRate };
  const days = daysRun(result);
  const nets = days.map(({ netPaise }) => netPaise);
  const ratios = dailyRatios(nets, assumed);
  const money = sumOfMoney(days);
  return {
    ...assumed,
    ...money,
    ...ratios,
    ...fallsOf(days, { ...assumed, annualReturn: ratios.annualReturn }),
    ...turnoverOf(days, money.costsPaise),
    ...breakdownOf(days, trades),
    rollingSharpe: rollingSharpe(days, assumed),
    years: yearsOf(days),
    days: days.length,
    from: days[0]?.date ?? null,
    to: days.at(-1)?.date ?? null,
    returnOnCapital: share(money.netPaise, capitalPaise),
    probabilisticSharpe: certainty(ratios, days.length),
    exposure: exposureOf(days, trades),
    ofDays: outcomesOf(nets),
    ofTrades: outcomesOf(trades.map(({ netPaise }) => netPaise)),
    openTrades: trades.filter(({ closedAtMs }) => closedAtMs === null).length,
    excursions: excursionsOf(trades),
    ...extremesOf(days),
  };
}

type Falls = Pick<
  Performance,
  'curve' | 'drawdown' | 'drawdowns' | 'drawdownIntraday' | 'timeInDrawdown' | 'calmar'
>;

function fallsOf(
  days: readonly BacktestDay[],
  {
    capitalPaise,
    annualReturn,
  }: { readonly capitalPaise: number; readonly annualReturn: number | null },
): Falls {
  const drawdowns = drawdownsOf(days, capitalPaise)
    .toSorted((one, other) => other.depthPaise - one.depthPaise)
    .slice(0, LISTED_MAX);
  const [drawdown = null] = drawdowns;
  const curve = curveOf(days);
  return {
    curve,
    drawdown,
    drawdowns,
    drawdownIntraday: intradayDrawdown(days),
    timeInDrawdown: share(
      curve.filter(({ drawdownPaise }) => drawdownPaise > 0).length,
      curve.length,
    ),
    calmar: calmarOf(annualReturn, drawdown?.depthPaise ?? 0, capitalPaise),
  };
}

function turnoverOf(
  days: readonly BacktestDay[],
  costsPaise: number,
): Pick<Performance, 'turnoverPaise' | 'turnoverPerDayPaise' | 'costsOfTurnover'> {
  const turnoverPaise = days
    .flatMap(({ fills }) => fills)
    .reduce((sum, { units, pricePaise }) => sum + units * pricePaise, 0);
  return {
    turnoverPaise,
    turnoverPerDayPaise: roundedMean(turnoverPaise, days.length),
    costsOfTurnover: share(costsPaise, turnoverPaise),
  };
}

function certainty({ sharpePerDay, skewness, kurtosis }: DailyRatios, days: number): number | null {
  if (sharpePerDay === null || skewness === null || kurtosis === null) return null;
  return probabilisticSharpe({ sharpePerDay, days, skewness, kurtosis });
}

function extremesOf(days: readonly BacktestDay[]): Pick<Performance, 'worstDays' | 'bestDays'> {
  const ascending = days
    .map(({ date, netPaise }): DayNet => ({ date, netPaise }))
    .sort((one, other) => one.netPaise - other.netPaise);
  return {
    worstDays: ascending.filter(({ netPaise }) => netPaise < 0).slice(0, LISTED_MAX),
    bestDays: ascending
      .filter(({ netPaise }) => netPaise > 0)
      .reverse()
      .slice(0, LISTED_MAX),
  };
}

/** Null for nothing to be a share of. */
function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
