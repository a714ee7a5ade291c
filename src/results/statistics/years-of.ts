import { type DayNet } from '../backtest-result.ts';
import { type YearNet } from './year-net.ts';

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
