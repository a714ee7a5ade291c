import { runName, runNames } from '../model/run.ts';
import { type BacktestResult } from './backtest-result.ts';

/**
 * A result in which a strategy that ran twice, under other parameters, has two names: `straddle` and `straddle#2`, as in
 * its run ids. Older programs gave both one, so that legs and trades of the two fell together.
 */
export function tellTwinsApart(result: BacktestResult): BacktestResult {
  const names = result.strategies.map(({ name }) => name);
  if (new Set(names).size === names.length) return result;
  const told = runNames(names);
  return {
    ...result,
    strategies: result.strategies.map((strategy, place) => ({
      ...strategy,
      name: told[place] ?? strategy.name,
    })),
    days: result.days.map((day) => ({
      ...day,
      fills: day.fills.map(named),
      legs: day.legs.map(named),
    })),
    trades: result.trades.map(named),
  };
}

function named<Of extends { readonly strategy: string; readonly runId: string }>(of: Of): Of {
  const name = runName(of.runId);
  return name.startsWith(`${of.strategy}#`) ? { ...of, strategy: name } : of;
}
