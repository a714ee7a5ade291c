import { type EngineView } from '../engine/engine-view.ts';
import { type OwnOrder } from './day-ledger.ts';

/** Orders of the day's runs, with the leg that each belongs to. */
export function ownOrders(view: EngineView): readonly OwnOrder[] {
  return view.intents.flatMap(({ runId, leg, orders }) =>
    orders.map((order) => ({ runId, leg, order })),
  );
}
