import { type BacktestResult } from '../../results/backtest-result.ts';
import { moneyIfRun } from '../../results/backtest-totals.ts';
import { daysRun } from '../../results/days-run.ts';
import { type RanDay } from './ran-day.ts';

/** The same days at the edges of what their fills could have been. */
export function scenariosOf(ran: readonly RanDay[]): BacktestResult['scenarios'] {
  const { length } = daysRun({ days: ran.map(({ day }) => day) });
  return {
    optimistic: moneyIfRun(
      length,
      ran.map(({ optimistic }) => optimistic),
    ),
    default: moneyIfRun(
      length,
      ran.map(({ day }) => day),
    ),
    pessimistic: moneyIfRun(
      length,
      ran.map(({ pessimistic }) => pessimistic),
    ),
  };
}
