import { type CarriedUnits, type EngineView } from '../engine/engine-view.ts';
import { type Contract } from '../model/market/contract.ts';
import { type CostTable } from '../model/market/market-tables.ts';
import { contractNote, type CostedTrade, type Costs } from '../model/money/costs.ts';
import { positionOf } from '../model/orders/carried-over.ts';
import { type Order } from '../model/orders/order.ts';
import { applyFill, FLAT, type Position, profitPaise } from '../model/orders/position.ts';
import { type CalendarDay, type ContractRules } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';

/** An order and the leg of the run that it belongs to. */
export interface OwnOrder {
  readonly runId: string;
  readonly leg: string;
  readonly order: Order;
}

/** What a leg came to in one contract. */
export interface LegResult {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  readonly position: Position;
  /** Round trips: how often it went back to flat, or over to the other side. */
  readonly trades: number;
  /** Profit before costs; what is open counts at its last price, or at cost where none is known. */
  readonly grossPaise: number;
  readonly lastPaise: number | null;
}

/** What a day came to. */
export interface DayResult {
  readonly legs: readonly LegResult[];
  readonly trades: number;
  readonly grossPaise: number;
  readonly costs: Costs;
  readonly netPaise: number;
}

/** Inputs of a day's results. */
export interface LedgerTerms {
  readonly date: IstDate;
  readonly rules: Pick<ContractRules, 'exchange' | 'underlyings'>;
  readonly costTable: CostTable;
  /** Last price of a symbol, paise; null when none is known. */
  readonly lastPaise: (symbol: string) => number | null;
  /** What legs began the day with: it counts from its last price of the day before. @default nothing */
  readonly carried?: readonly CarriedLeg[];
}

/** A leg that was open when the day began. */
export interface CarriedLeg extends CarriedUnits {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
}

/** Reckons a day from its orders: positions by leg, profit, and what a contract note would charge. */
export function reckonOrders(orders: readonly OwnOrder[], terms: LedgerTerms): DayResult {
  const filled = orders
    .filter(({ order }) => order.filledUnits > 0)
    .sort((left, right) => left.order.updatedAtMs - right.order.updatedAtMs);
  const legs = legResults(filled, terms);
  const costs = contractNote(
    terms.costTable,
    filled.map(({ order }) => {
      const { side, filledValuePaise: turnoverPaise } = order;
      return costedTrade(order, { side, turnoverPaise }, terms);
    }),
  );
  const grossPaise = legs.reduce((sum, leg) => sum + leg.grossPaise, 0);
  return {
    legs,
    trades: legs.reduce((sum, leg) => sum + leg.trades, 0),
    grossPaise,
    costs,
    netPaise: grossPaise - costs.totalPaise,
  };
}

interface LegLine {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  position: Position;
  trades: number;
}

function legResults(
  filled: readonly OwnOrder[],
  { lastPaise: lastPaiseOf, carried = [] }: LedgerTerms,
): readonly LegResult[] {
  const lines = new Map<string, LegLine>();
  for (const { runId, leg, symbol, netUnits, lastPaise } of carried) {
    const position = positionOf({ netUnits, openValuePaise: Math.abs(netUnits) * lastPaise });
    lines.set(`${runId}\n${leg}\n${symbol}`, { runId, leg, symbol, position, trades: 0 });
  }
  for (const { runId, leg, order } of filled) {
    const { side, symbol, filledUnits: units, filledValuePaise: valuePaise } = order;
    const key = `${runId}\n${leg}\n${symbol}`;
    const line = lines.get(key) ?? { runId, leg, symbol, position: FLAT, trades: 0 };
    const { netUnits } = line.position;
    line.position = applyFill(line.position, { side, units, valuePaise });
    if (netUnits !== 0 && Math.sign(line.position.netUnits) !== Math.sign(netUnits)) {
      line.trades += 1;
    }
    lines.set(key, line);
  }
  return [...lines.values()].map((line) => {
    const { position, symbol } = line;
    const lastPaise = lastPaiseOf(symbol);
    const isMarked = position.netUnits !== 0 && lastPaise !== null;
    const grossPaise = isMarked ? profitPaise(position, lastPaise) : position.realisedPaise;
    return { ...line, grossPaise, lastPaise };
  });
}

/** A trade of a contract as costs are computed for it. */
export function costedTrade(
  { underlying, optionType }: Pick<Contract, 'underlying' | 'optionType'>,
  of: Pick<CostedTrade, 'side' | 'turnoverPaise'>,
  { date, rules }: Pick<LedgerTerms, 'date' | 'rules'>,
): CostedTrade {
  return {
    // An underlying that the tables do not know is charged as the larger exchange's.
    exchange: rules.underlyings.includes(underlying) ? rules.exchange(underlying) : 'NSE',
    segment: optionType === null ? 'futures' : 'options',
    ...of,
    date,
  };
}

/** Orders of the day's runs, with the leg that each belongs to. */
export function ownOrders(view: EngineView): readonly OwnOrder[] {
  return view.intents.flatMap(({ runId, leg, orders }) =>
    orders.map((order) => ({ runId, leg, order })),
  );
}

/** What a day comes to as the engine stands. */
export function reckonView(
  view: EngineView,
  { knowledge, day }: { readonly knowledge: MarketKnowledge; readonly day: CalendarDay },
): DayResult {
  const lastPaise = new Map(
    view.positions.map(({ contract, lastPaise: last }) => [contract.symbol, last]),
  );
  return reckonOrders(ownOrders(view), {
    date: day.date,
    rules: knowledge.rules,
    costTable: knowledge.tables.costs,
    lastPaise: (symbol) => lastPaise.get(symbol) ?? null,
    carried: view.positions.flatMap(({ runId, leg, contract, carried }) =>
      carried === null || carried.netUnits === 0
        ? []
        : [{ runId, leg, symbol: contract.symbol, ...carried }],
    ),
  });
}
