import { type IstDate } from '../../model/time/ist.ts';
import { type DayNet, type YearNet } from '../backtest-result.ts';
import { dailyRatios, type RatioOptions } from './daily-ratios.ts';

/** Days that each point looks back over, its own among them. */
export const ROLLING_DAYS = 60;

/** The Sharpe ratio of the last days, as it stood on a date. */
export interface RollingSharpe {
  readonly date: IstDate;
  /** A year's; null where the days did not differ. */
  readonly sharpe: number | null;
}

/**
 * The Sharpe ratio `(x̄ − ρ) / s · √Y` of each day and the {@link ROLLING_DAYS} − 1 days that ran before it; none before there
 * are as many. Neighbours share all days but two: the line turns slowly, and is no row of independent estimates.
 */
export function rollingSharpe(
  days: readonly DayNet[],
  options: RatioOptions,
): readonly RollingSharpe[] {
  const nets = days.map(({ netPaise }) => netPaise);
  return days.slice(ROLLING_DAYS - 1).map(({ date }, place) => {
    const { sharpe } = dailyRatios(nets.slice(place, place + ROLLING_DAYS), options);
    return { date, sharpe };
  });
}

/** Months of a year. */
const MONTHS = 12;

/** The summed net of days by year and month: `Σxᵢ` over the days of each. Only years in which a day ran, ascending. */
export function yearsOf(days: readonly DayNet[]): readonly YearNet[] {
  const byYear = Map.groupBy(days, ({ date }) => date.slice(0, 4));
  return [...byYear].map(([year, ofYear]) => {
    const byMonth = Map.groupBy(ofYear, ({ date }) => Number(date.slice(5, 7)));
    const months = Array.from({ length: MONTHS }, (_, place) => {
      const ofMonth = byMonth.get(place + 1);
      return ofMonth === undefined ? null : sum(ofMonth);
    });
    return { year, months, netPaise: sum(ofYear) };
  });
}

function sum(days: readonly DayNet[]): number {
  return days.reduce((total, { netPaise }) => total + netPaise, 0);
}
