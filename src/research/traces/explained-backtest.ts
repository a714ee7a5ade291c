import { backtest, type BacktestOptions } from '../../backtest/backtest.ts';
import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { DayWitness } from '../../day/why/day-witness.ts';
import { type RunStory } from '../../day/why/order-story.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { StrategyTracer, type TracedRun } from './traced-day.ts';

/** A backtest with all that its strategies decided by, and what became of each order. */
export interface ExplainedBacktest {
  /** That of the same backtest alone. */
  readonly result: BacktestResult;
  /** In the order in which they ran. */
  readonly traced: readonly TracedRun[];
  readonly stories: ReadonlyMap<IstDate, readonly RunStory[]>;
}

/** Runs a backtest and takes down what decides. Costs memory for every day: meant for tens of days, not for years. */
export async function explainedBacktest(
  options: BacktestOptions,
): Promise<Result<ExplainedBacktest, readonly Problem[]>> {
  const tracer = new StrategyTracer(() => null);
  const strategies = options.strategies.map((loaded) => ({
    ...loaded,
    strategy: tracer.traced(loaded),
  }));
  const witnesses = new Map<IstDate, DayWitness>();
  const witnessOf = (date: IstDate): DayWitness => {
    const witness = new DayWitness();
    witnesses.set(date, witness);
    return witness;
  };
  const ran = await backtest({ ...options, strategies, witnessOf });
  if (!ran.ok) return ran;
  const stories = new Map([...witnesses].map(([date, witness]) => [date, witness.runs()] as const));
  return ok({ result: ran.value, traced: tracer.runs(), stories });
}
