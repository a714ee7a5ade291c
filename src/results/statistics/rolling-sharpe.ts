import { type IstDate } from '../../model/ist.ts';
import { type DayNet } from '../backtest-result.ts';
import { dailyRatios, type RatioOptions } from '../daily-ratios.ts';

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
