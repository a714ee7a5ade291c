import { type EngineView, type PositionState, type RunState } from '../engine/engine-view.ts';
import { type Order } from '../model/orders/order.ts';
import { type Stage } from '../model/runs/stage.ts';

/** A run, for lists and programs. */
export interface RunRecord extends Pick<
  RunState,
  'runId' | 'strategy' | 'stage' | 'state' | 'detail' | 'commands' | 'orders'
> {
  /** The broker that it trades through; null for the account's own. */
  readonly broker: string | null;
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
  /** Of its run: the broker that holds it; null for the account's own. */
  readonly broker: string | null;
}

/** An order of the platform, with the run that it is of. */
export interface OrderRecord extends Order {
  /** Null where the books know no run of its tag. */
  readonly runId: string | null;
  readonly stage: Stage | null;
  /** Name of the broker of its run; null for the account's own, and where its run is not known. */
  readonly broker: string | null;
}

/** Every run of the day, in the order in which they started. */
export function runRecords({ runs, positions }: EngineView): readonly RunRecord[] {
  return runs.map(({ runId, strategy, stage, broker, state, detail, commands, orders }) => {
    const legs = positions.filter((position) => position.runId === runId);
    const profitPaise = legs.reduce<number | null>(
      (sum, leg) => (sum === null || leg.profitPaise === null ? null : sum + leg.profitPaise),
      0,
    );
    const about = { runId, strategy, stage, state, detail, commands, orders, profitPaise };
    return { ...about, broker: brokerShown(broker) };
  });
}

/** Every leg that traded or was carried into the day, flat ones too. */
export function positionRecords(view: EngineView): readonly PositionRecord[] {
  const { positions, pausedLegs } = view;
  const brokers = brokersOf(view);
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
      broker: brokers.get(runId) ?? null,
    };
  });
}

/** Orders with their runs, as far as books know their tags: those of the books, or those that the platform shows. */
export function orderRecords(
  view: Pick<EngineView, 'runs' | 'intents' | 'orders'>,
  orders: readonly Order[] = view.orders,
): readonly OrderRecord[] {
  const stages = stagesOf(view);
  const brokers = brokersOf(view);
  const runIds = new Map(view.intents.map(({ tag, runId }) => [tag, runId]));
  return orders.map((order) => {
    const runId = runIds.get(order.tag) ?? null;
    if (runId === null) return { ...order, runId, stage: null, broker: null };
    const [stage, broker] = [stages.get(runId) ?? null, brokers.get(runId) ?? null];
    return { ...order, runId, stage, broker };
  });
}

/** The name of a broker; null for the account's own, which has none. */
export function brokerShown({ name }: RunState['broker']): string | null {
  return name === '' ? null : name;
}

function brokersOf({ runs }: Pick<EngineView, 'runs'>): ReadonlyMap<string, string | null> {
  return new Map(runs.map(({ runId, broker }) => [runId, brokerShown(broker)]));
}

function stagesOf({ runs }: Pick<EngineView, 'runs'>): ReadonlyMap<string, Stage> {
  return new Map(runs.map(({ runId, stage }) => [runId, stage]));
}
