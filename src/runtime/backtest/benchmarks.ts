import { type BacktestDay, type Trade } from '../../results/backtest-result.ts';
import { daysRun } from '../../results/days-run.ts';
import { benchmarkOf, type IndexDay } from '../../results/statistics/benchmark-of.ts';
import { type Benchmark } from '../../results/statistics/benchmark.ts';
import { type BacktestWorld } from './backtest-world.ts';

/** What a backtest is held against. */
export interface Benchmarked {
  readonly world: Pick<BacktestWorld, 'underlyings' | 'indexBars'>;
  readonly days: readonly BacktestDay[];
  readonly trades: readonly Pick<Trade, 'underlying'>[];
  readonly capitalPaise: number;
}

/** Buy and hold of each index that was traded, or, where nothing was, of each that the prices hold. */
export function benchmarksOf({
  world,
  days,
  trades,
  capitalPaise,
}: Benchmarked): readonly Benchmark[] {
  const traded = new Set(trades.map(({ underlying }) => underlying));
  const underlyings = world.underlyings.filter((each) => traded.size === 0 || traded.has(each));
  return underlyings.map((underlying) => {
    const held = daysRun({ days }).map(({ date }): IndexDay => {
      const bars = world.indexBars(underlying, date);
      return {
        date,
        openPaise: bars[0]?.openPaise ?? null,
        closePaise: bars.at(-1)?.closePaise ?? null,
      };
    });
    return benchmarkOf({ underlying, days: held }, capitalPaise);
  });
}
