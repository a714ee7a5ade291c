import { TRADING_DAYS_A_YEAR } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type DayNet,
  type Money,
  type YearNet,
} from './backtest-result.ts';
import { daysRun, moneyOf } from './backtest-totals.ts';
import { calmarOf, type DailyRatios, dailyRatios } from './statistics/daily-ratios.ts';
import { probabilisticSharpe } from './statistics/deflated-sharpe.ts';
import {
  type Drawdown,
  drawdownsOf,
  type IntradayDrawdown,
  intradayDrawdown,
} from './statistics/drawdowns.ts';
import { type Excursions, excursionsOf } from './statistics/excursions.ts';
import { exposureShare } from './statistics/exposure.ts';
import {
  type Breakdown,
  breakdownOf,
  type Outcomes,
  outcomesOf,
  roundedMean,
} from './statistics/outcomes.ts';
import { type RollingSharpe, rollingSharpe, yearsOf } from './statistics/over-time.ts';

/**
 * Statistics of a result, over the days that ran. Amounts in paise after costs, unless their name says otherwise; what
 * is not defined is null. Formulas and their sources: `docs/results.md`.
 */
export interface Performance extends Money, DailyRatios, Breakdown {
  readonly capitalPaise: number;
  readonly tradingDaysAYear: number;
  readonly riskFreeRate: number;
  readonly days: number;
  readonly from: IstDate | null;
  readonly to: IstDate | null;
  readonly returnOnCapital: number | null;
  /** The summed net after each day, ascending. */
  readonly curve: readonly CurvePoint[];
  /** The deepest on the closes of days; the earlier of two as deep. Null when no day closed below an earlier one. */
  readonly drawdown: Drawdown | null;
  /** The deepest five, deepest first. */
  readonly drawdowns: readonly Drawdown[];
  /** The deepest at any computed point of the net. */
  readonly drawdownIntraday: IntradayDrawdown | null;
  /** Share of days that closed below an earlier close, 0 to 1. */
  readonly timeInDrawdown: number | null;
  /** A year's return over the depth of the deepest drawdown, both of the capital. */
  readonly calmar: number | null;
  /** The Sharpe ratio of the last 60 days at each day that has as many behind it. */
  readonly rollingSharpe: readonly RollingSharpe[];
  readonly years: readonly YearNet[];
  /** Probability that the true Sharpe ratio is above 0. */
  readonly probabilisticSharpe: number | null;
  /** Share of session time with an open position, 0 to 1. */
  readonly exposure: number | null;
  /** Value of everything bought and sold. */
  readonly turnoverPaise: number;
  readonly turnoverPerDayPaise: number | null;
  readonly costsOfTurnover: number | null;
  readonly ofDays: Outcomes;
  /** In the order in which they closed; those still open at the last known price. */
  readonly ofTrades: Outcomes;
  readonly openTrades: number;
  /** How far trades went against their entries and in their favour, before costs. */
  readonly excursions: Excursions;
  /** At most five that lost, worst first. */
  readonly worstDays: readonly DayNet[];
  /** At most five that won, best first. */
  readonly bestDays: readonly DayNet[];
}

/** The summed net at the close of a day. */
export interface CurvePoint extends DayNet {
  readonly equityPaise: number;
  /** How far below the highest close so far, at least 0. */
  readonly drawdownPaise: number;
}

interface PerformanceOptions {
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
  const money = moneyOf(days);
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
    exposure: exposureShare(days, trades),
    ofDays: outcomesOf(nets),
    ofTrades: outcomesOf(trades.map(({ netPaise }) => netPaise)),
    openTrades: trades.filter(({ closedAtMs }) => closedAtMs === null).length,
    excursions: excursionsOf(trades),
    ...extremesOf(days),
  };
}

function fallsOf(
  days: readonly BacktestDay[],
  { capitalPaise, annualReturn }: Pick<Performance, 'capitalPaise' | 'annualReturn'>,
) {
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

function turnoverOf(days: readonly BacktestDay[], costsPaise: number) {
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

function extremesOf(days: readonly BacktestDay[]) {
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

/** The summed net after each day, and how far below its highest so far; the curve begins at 0. */
export function curveOf(days: readonly DayNet[]): readonly CurvePoint[] {
  let equityPaise = 0;
  let peakPaise = 0;
  return days.map(({ date, netPaise }) => {
    equityPaise += netPaise;
    peakPaise = Math.max(peakPaise, equityPaise);
    return { date, netPaise, equityPaise, drawdownPaise: peakPaise - equityPaise };
  });
}
