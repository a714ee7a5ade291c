import { type EngineView, type PositionState, type RunState } from '../engine/engine-view.ts';
import { type Order } from '../model/orders/order.ts';
import { type Stage } from '../model/runs/stage.ts';

/** A run, for lists and programs. */
export interface RunRecord extends Pick<
  RunState,
  'runId' | 'strategy' | 'stage' | 'state' | 'detail' | 'commands' | 'orders'
> {
  /** Before costs, paise; null while a leg is open without a price. */
  readonly profitPaise: number | null;
}

/** A leg that traded, for lists and programs. Prices and money in paise. */
export interface PositionRecord extends Pick<
  PositionState,
  | 'runId'
  | 'leg'
  | 'product'
  | 'netUnits'
  | 'averagePricePaise'
  | 'lastPaise'
  | 'realisedPaise'
  | 'profitPaise'
  | 'heldSinceMs'
> {
  readonly symbol: string;
  /** Whether nothing is sent for it, because an order of no run closed some of it. */
  readonly isPaused: boolean;
  /** Of its run. */
  readonly stage: Stage;
}

/** An order of the platform, with the run that it is of. */
export interface OrderRecord extends Order {
  /** Null where the books know no run of its tag. */
  readonly runId: string | null;
  readonly stage: Stage | null;
}

/** Every run of the day, in the order in which they started. */
export function runRecords({ runs, positions }: EngineView): readonly RunRecord[] {
  return runs.map(({ runId, strategy, stage, state, detail, commands, orders }) => {
    const legs = positions.filter((position) => position.runId === runId);
    const profitPaise = legs.reduce<number | null>(
      (sum, leg) => (sum === null || leg.profitPaise === null ? null : sum + leg.profitPaise),
      0,
    );
    return { runId, strategy, stage, state, detail, commands, orders, profitPaise };
  });
}

/** Every leg that traded or was carried into the day, flat ones too. */
export function positionRecords(view: EngineView): readonly PositionRecord[] {
  const { positions, pausedLegs } = view;
  const stages = stagesOf(view);
  return positions.map((position) => {
    const { runId, leg, contract, product, netUnits, averagePricePaise } = position;
    const { lastPaise, realisedPaise, profitPaise, heldSinceMs } = position;
    const isPaused = pausedLegs.some((of) => of.runId === runId && of.leg === leg);
    return {
      ...{ runId, leg, symbol: contract.symbol, product, netUnits, averagePricePaise },
      ...{ lastPaise, realisedPaise, profitPaise, heldSinceMs, isPaused },
      // A leg that was carried into the day may be of a run that is not in it.
      stage: stages.get(runId) ?? 'full',
    };
  });
}

/** Orders with their runs, as far as books know their tags: those of the books, or those that the platform shows. */
export function orderRecords(
  view: Pick<EngineView, 'runs' | 'intents' | 'orders'>,
  orders: readonly Order[] = view.orders,
): readonly OrderRecord[] {
  const stages = stagesOf(view);
  const runIds = new Map(view.intents.map(({ tag, runId }) => [tag, runId]));
  return orders.map((order) => {
    const runId = runIds.get(order.tag) ?? null;
    return { ...order, runId, stage: runId === null ? null : (stages.get(runId) ?? null) };
  });
}

function stagesOf({ runs }: Pick<EngineView, 'runs'>): ReadonlyMap<string, Stage> {
  return new Map(runs.map(({ runId, stage }) => [runId, stage]));
}
