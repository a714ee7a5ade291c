import { TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Benchmark, type DayNet, type HeldIndex } from '../backtest-result.ts';
import { dailyRatios } from './daily-ratios.ts';
import { drawdownsOf } from './drawdowns.ts';

/** What the index of an underlying did on the days that ran. */
interface IndexDays {
  readonly underlying: string;
  /** Every day that ran, ascending; nulls where it has no price of the index. */
  readonly days: readonly BenchmarkDay[];
}

/** First and last price of an index on a day, paise. */
export interface BenchmarkDay {
  readonly date: IstDate;
  readonly openPaise: number | null;
  readonly closePaise: number | null;
}

/** Buys an index and holds it over the days of a result; says why where that cannot be done. */
export function benchmarkOf({ underlying, days }: IndexDays, capitalPaise: number): Benchmark {
  const none = (reason: string): Benchmark => ({ underlying, reason, held: null });
  if (capitalPaise <= 0) return none('There is no capital to buy it with');
  const closes = days.flatMap(({ date, closePaise }) =>
    closePaise === null ? [] : { date, closePaise },
  );
  const fromPaise = days.find(({ openPaise }) => openPaise !== null)?.openPaise ?? null;
  const [first] = closes;
  if (fromPaise === null || first === undefined) {
    return none(`The prices hold no minute of the ${underlying} index on a day that ran`);
  }
  const held = days.filter(({ date }) => date >= first.date);
  const nets = heldNets(held, { fromPaise, closes, capitalPaise });
  const assumed = { capitalPaise, tradingDaysAYear: TRADING_DAYS_A_YEAR, riskFreeRate: 0 };
  const { sharpe, annualReturn } = dailyRatios(
    nets.map(({ netPaise }) => netPaise),
    assumed,
  );
  const deepest = drawdownsOf(nets, capitalPaise).toSorted(
    (one, other) => other.depthPaise - one.depthPaise,
  )[0];
  const netPaise = nets.reduce((sum, net) => sum + net.netPaise, 0);
  return {
    underlying,
    reason: null,
    held: {
      ...{ fromPaise, closes, netPaise, sharpe, annualReturn },
      returnOnCapital: netPaise / capitalPaise,
      drawdownPaise: deepest?.depthPaise ?? 0,
      drawdownOfPeak: deepest?.depthOfPeak ?? null,
    },
  };
}

/**
 * What each date brought to who holds an index: nothing before it was bought, nor on a day without a price of it. The nets
 * add up to the net.
 */
export function heldNets(
  dates: readonly Pick<DayNet, 'date'>[],
  {
    fromPaise,
    closes,
    capitalPaise,
  }: Pick<HeldIndex, 'fromPaise' | 'closes'> & { readonly capitalPaise: number },
): readonly DayNet[] {
  const byDate = new Map(closes.map(({ date, closePaise }) => [date, closePaise]));
  let beforePaise = 0;
  return dates.map(({ date }) => {
    const closePaise = byDate.get(date);
    if (closePaise === undefined) return { date, netPaise: 0 };
    const worthPaise = Math.round(capitalPaise * (closePaise / fromPaise - 1));
    const netPaise = worthPaise - beforePaise;
    beforePaise = worthPaise;
    return { date, netPaise };
  });
}
