import { earlierProfitPaise } from '../model/carried-position.ts';
import { profitPaise } from '../model/position.ts';
import { type Desk } from './desk.ts';
import { type Standing } from './profit-watch.ts';

const NOTHING: Standing = { profitPaise: 0, cashPaise: 0, isFlat: true };

/**
 * How each run with a position stands. A price that is old counts as it is; without one the last fill does. What
 * was gained or lost on earlier days is no profit of this one.
 */
export function standings(desk: Desk): ReadonlyMap<string, Standing> {
  const byRun = new Map<string, Standing>();
  for (const { runId, contract, position, lastFillPaise, carried } of desk.ledger.all()) {
    const before = byRun.get(runId) ?? NOTHING;
    const pricePaise = desk.quotes.last(contract.symbol)?.lastPaise ?? lastFillPaise;
    const earlierPaise = carried === null ? 0 : earlierProfitPaise(carried);
    byRun.set(runId, {
      profitPaise: before.profitPaise + profitPaise(position, pricePaise) - earlierPaise,
      cashPaise: before.cashPaise + position.cashPaise,
      isFlat: before.isFlat && position.netUnits === 0,
    });
  }
  return byRun;
}
