import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { daysOf } from '../backtest/backtest-days.ts';
import { loadPrices } from '../load-prices.ts';
import { loadMarketKnowledge } from '../market-knowledge.ts';
import { type SweptBacktest } from './swept-backtest.ts';

/** How many days a variant that runs whole is run over; known before any is. */
export async function daysToRun(
  backtest: SweptBacktest,
): Promise<Result<number, readonly Problem[]>> {
  const knowledge = loadMarketKnowledge(backtest.calendar);
  const prices = await loadPrices(backtest.prices, knowledge);
  if (!prices.ok) return prices;
  const { from, to } = backtest;
  const days = daysOf(prices.value, {
    ...knowledge,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  return ok(days.filter(({ verdict }) => verdict.kind === 'run').length);
}
