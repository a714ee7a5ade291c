import { type Side } from '../../model/order.ts';
import { type Role } from '../../model/order-event.ts';
import { runName } from '../../model/run.ts';
import { type BacktestFill } from '../../results/backtest-result.ts';
import { type PaperOrder } from './paper-day.ts';

/** All that one leg of one run traded of a contract in one role. */
export interface LegFills {
  /** Name of the run without date and mode. */
  readonly run: string;
  readonly leg: string;
  readonly role: Role;
  readonly symbol: string;
  readonly side: Side;
  readonly units: number;
  readonly valuePaise: number;
  /** Of the first fill, as far as it is known, epoch milliseconds. */
  readonly atMs: number;
  /** Names of the assumptions; empty for what was observed. */
  readonly assumptions: readonly string[];
}

/** Fills of a recorded day by leg, role and contract, under one key each. */
export function paperFills(orders: readonly PaperOrder[]): ReadonlyMap<string, LegFills> {
  return summed(
    orders.flatMap(({ runId, leg, role, order }) => {
      if (order === null || order.filledUnits === 0) return [];
      const { symbol, side, filledUnits, filledValuePaise, updatedAtMs } = order;
      const traded = { units: filledUnits, valuePaise: filledValuePaise, atMs: updatedAtMs };
      return { run: runName(runId), leg, role, symbol, side, ...traded, assumptions: [] };
    }),
  );
}

/** Fills of a backtest in the same form. */
export function backtestFills(fills: readonly BacktestFill[]): ReadonlyMap<string, LegFills> {
  return summed(
    fills.map(({ runId, leg, role, symbol, side, units, pricePaise, atMs, assumption }) => {
      const traded = { units, valuePaise: units * pricePaise, atMs };
      const assumptions = [assumption];
      return { run: runName(runId), leg, role, symbol, side, ...traded, assumptions };
    }),
  );
}

function summed(all: readonly LegFills[]): ReadonlyMap<string, LegFills> {
  const sums = new Map<string, LegFills>();
  for (const one of all) {
    const key = [one.run, one.leg, one.role, one.symbol, one.side].join(' ');
    const before = sums.get(key);
    sums.set(key, before === undefined ? one : joined(before, one));
  }
  return sums;
}

function joined(before: LegFills, more: LegFills): LegFills {
  return {
    ...before,
    units: before.units + more.units,
    valuePaise: before.valuePaise + more.valuePaise,
    atMs: Math.min(before.atMs, more.atMs),
    assumptions: [...new Set([...before.assumptions, ...more.assumptions])],
  };
}
