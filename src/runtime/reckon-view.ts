import { type EngineView } from '../engine/engine-view.ts';
import { type CalendarDay } from '../model/calendar.ts';
import { type DayResult, reckonDay } from './day-ledger.ts';
import { type MarketKnowledge } from './market-knowledge.ts';
import { ownOrders } from './own-orders.ts';

/** What a day comes to as the engine stands. */
export function reckonView(
  view: EngineView,
  { knowledge, day }: { readonly knowledge: MarketKnowledge; readonly day: CalendarDay },
): DayResult {
  const lastPaise = new Map(
    view.positions.map(({ contract, lastPaise: last }) => [contract.symbol, last]),
  );
  return reckonDay(ownOrders(view), {
    date: day.date,
    rules: knowledge.rules,
    costTable: knowledge.tables.costs,
    lastPaise: (symbol) => lastPaise.get(symbol) ?? null,
  });
}
