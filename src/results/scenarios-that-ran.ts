import { type BacktestResult, type Money } from './backtest-result.ts';
import { moneyThatRan } from './backtest-totals.ts';
import { daysRun } from './days-run.ts';

/** The same fills at the three prices of their ranges. */
export interface ScenariosThatRan {
  readonly optimistic: Money;
  readonly default: Money;
  readonly pessimistic: Money;
}

/** What a result came to; null where no day ran, though results of older programs have zeros there. */
export function scenariosThatRan(
  result: Pick<BacktestResult, 'days' | 'scenarios'>,
): ScenariosThatRan | null {
  if (daysRun(result).length === 0) return null;
  const { scenarios } = result;
  const optimistic = moneyThatRan(scenarios.optimistic);
  const asFilled = moneyThatRan(scenarios.default);
  const pessimistic = moneyThatRan(scenarios.pessimistic);
  if (optimistic === null || asFilled === null || pessimistic === null) return null;
  return { optimistic, default: asFilled, pessimistic };
}
