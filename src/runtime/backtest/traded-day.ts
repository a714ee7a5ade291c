import { type IstDate } from '../../model/ist.ts';
import { type BacktestWorld } from './backtest-world.ts';
import { type DayFill } from './day-fill.ts';
import { type TradedDay } from './reckoned-day.ts';
import { BACKTEST_MODE } from './trade-day.ts';

/** A day of a world with its fills, as it is reckoned. */
export function tradedDay(
  { knowledge, market }: Pick<BacktestWorld, 'knowledge' | 'market'>,
  date: IstDate,
  fills: readonly DayFill[],
): TradedDay {
  const { calendar, rules, tables } = knowledge;
  return { day: calendar.day(date), mode: BACKTEST_MODE, fills, market, rules, tables };
}
