import { contractNote, type ExercisedOption } from '../../model/money/costs.ts';
import {
  type BacktestFill,
  type BacktestResult,
  type Money,
} from '../../results/backtest-result.ts';
import { daysRun, moneyOfRunDays } from '../../results/backtest-totals.ts';
import { type RanDay } from '../ran-day.ts';
import { costedOrders, type CostTerms } from './cost-shares.ts';
import { type DayFill } from './day-fill.ts';

/** What a day came to, which scenarios differ from. */
export interface ScenarioBasis {
  readonly grossPaise: number;
  readonly fills: readonly DayFill[];
  readonly exercised: readonly ExercisedOption[];
  readonly terms: CostTerms;
}

/** The day with every fill at another price of its range: the same orders, units and settlement, costs reckoned anew. */
export function dayAt(
  { grossPaise, fills, exercised, terms }: ScenarioBasis,
  priceOf: (fill: BacktestFill) => number,
): Money {
  const changePaise = fills.reduce((sum, { shown }) => {
    const betterPaise = shown.pricePaise - priceOf(shown);
    return sum + shown.units * (shown.side === 'buy' ? betterPaise : -betterPaise);
  }, 0);
  const orders = costedOrders(fills, terms, priceOf);
  const costsPaise = contractNote(terms.table, orders, exercised).totalPaise;
  const gross = grossPaise + changePaise;
  return { grossPaise: gross, costsPaise, netPaise: gross - costsPaise };
}

/** The same days at the edges of what their fills could have been. */
export function scenariosOf(ran: readonly RanDay[]): BacktestResult['scenarios'] {
  const { length } = daysRun({ days: ran.map(({ day }) => day) });
  const sumOf = (money: readonly Money[]): ReturnType<typeof moneyOfRunDays> =>
    moneyOfRunDays(length, money);
  return {
    optimistic: sumOf(ran.map(({ optimistic }) => optimistic)),
    default: sumOf(ran.map(({ day }) => day)),
    pessimistic: sumOf(ran.map(({ pessimistic }) => pessimistic)),
  };
}
