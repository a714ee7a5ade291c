import { moneyOf } from '../../results/backtest-totals.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { type RanDay } from './ran-day.ts';

/** The same days at the edges of what their fills could have been. */
export function scenariosOf(ran: readonly RanDay[]): BacktestResult['scenarios'] {
  return {
    optimistic: moneyOf(ran.map(({ optimistic }) => optimistic)),
    default: moneyOf(ran.map(({ day }) => day)),
    pessimistic: moneyOf(ran.map(({ pessimistic }) => pessimistic)),
  };
}
