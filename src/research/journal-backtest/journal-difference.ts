import { type DecisionChange } from '../../day/journal/decision-diff.ts';
import { type Role, type Side } from '../../model/orders/order.ts';
import { runName } from '../../model/runs/run.ts';
import { type BacktestFill } from '../../results/backtest-result.ts';
import { type Decision } from '../lookahead/first-difference.ts';
import { type PaperDay, type PaperOrder } from './paper-day.ts';

/** Why a recorded day and its backtest differ. */
export type Cause =
  /** The strategy's source is not what was recorded. */
  | 'strategy-changed'
  /** An operator's request. */
  | 'operator'
  | 'halt'
  /** The process began anew. */
  | 'restart'
  /** A poll that brought nothing. */
  | 'outage'
  | 'clock'
  /** The journal has no price of the contract at that time. */
  | 'not-watched'
  /** A recorded decision of which no order came: a limit, a lock or a lack of fresh prices. */
  | 'refused'
  /** Fills are assumed at another price than the best of the moment. */
  | 'fill-model'
  /** The order was at the exchange at another moment. */
  | 'latency'
  /** The same was seen a little sooner or later. */
  | 'poll-timing'
  /** It comes of a difference before it. */
  | 'follows'
  | 'unknown';

/** Something that a recorded day and its backtest do not share. */
export interface JournalDifference {
  readonly kind: 'decision' | 'fill';
  /** Name of the run without date and mode. */
  readonly run: string;
  readonly atMs: number;
  /** For people; null where there was none. */
  readonly recorded: string | null;
  readonly backtest: string | null;
  readonly cause: Cause;
  /** One sentence. */
  readonly because: string;
}

/** What a recorded day is held against. */
export interface Compared {
  readonly paper: PaperDay;
  readonly decisions: readonly Decision[];
  readonly fills: readonly BacktestFill[];
  /** Names of runs whose strategy is not as recorded. */
  readonly changed: ReadonlySet<string>;
  /** Longest time between two looks at the orders, milliseconds: what is seen may be seen that much later. */
  readonly pollMs: number;
}

/** A difference without its cause. */
export type Found = Omit<JournalDifference, 'cause' | 'because'> &
  (
    | { readonly kind: 'decision'; readonly change: DecisionChange }
    | { readonly kind: 'fill'; readonly paper: LegFills | null; readonly again: LegFills | null }
  );

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
