import { type IstDate } from '../model/ist.ts';
import { type DayNet, type Money } from './backtest-result.ts';
import { type Breakdown } from './breakdown.ts';
import { type DailyRatios } from './daily-ratios.ts';
import { type Drawdown } from './drawdowns.ts';
import { type IntradayDrawdown } from './intraday-drawdown.ts';
import { type Outcomes } from './outcomes.ts';
import { type RollingSharpe } from './statistics/rolling-sharpe.ts';
import { type YearNet } from './statistics/year-net.ts';
import { type Excursions } from './statistics/excursions-of.ts';

/**
 * Statistics of a result, over the days that ran. Amounts in paise after costs, unless their name says otherwise; what
 * is not defined is null. Formulas and their sources: `docs/results.md`.
 */
export interface Performance extends Money, DailyRatios, Breakdown {
  readonly capitalPaise: number;
  readonly tradingDaysAYear: number;
  readonly riskFreeRate: number;
  /** Days that ran. */
  readonly days: number;
  readonly from: IstDate | null;
  readonly to: IstDate | null;
  /** Net over the capital. */
  readonly returnOnCapital: number | null;
  /** The summed net after each day, ascending. */
  readonly curve: readonly CurvePoint[];
  /** The deepest on the closes of days; the earlier of two as deep. Null when no day closed below an earlier one. */
  readonly drawdown: Drawdown | null;
  /** The deepest five, deepest first. */
  readonly drawdowns: readonly Drawdown[];
  /** The deepest at any moment at which the net was reckoned. */
  readonly drawdownIntraday: IntradayDrawdown | null;
  /** Share of days that closed below an earlier close, 0 to 1. */
  readonly timeInDrawdown: number | null;
  /** A year's return over the depth of the deepest drawdown, both of the capital. */
  readonly calmar: number | null;
  /** The Sharpe ratio of the last 60 days at each day that has as many behind it. */
  readonly rollingSharpe: readonly RollingSharpe[];
  /** The net by year and month. */
  readonly years: readonly YearNet[];
  /** Probability that the true Sharpe ratio is above 0. */
  readonly probabilisticSharpe: number | null;
  /** Share of session time with an open position, 0 to 1. */
  readonly exposure: number | null;
  /** Value of everything bought and sold. */
  readonly turnoverPaise: number;
  /** Turnover of a day on average, nearest paisa. */
  readonly turnoverPerDayPaise: number | null;
  /** Costs over turnover. */
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
