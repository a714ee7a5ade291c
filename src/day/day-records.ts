import { type EngineView, type PositionState, type RunState } from '../engine/engine-view.ts';

/** A run, for lists and programs. */
export interface RunRecord extends Pick<
  RunState,
  'runId' | 'strategy' | 'state' | 'detail' | 'commands' | 'orders'
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
}

/** Every run of the day, in the order in which they started. */
export function runRecords({ runs, positions }: EngineView): readonly RunRecord[] {
  return runs.map(({ runId, strategy, state, detail, commands, orders }) => {
    const legs = positions.filter((position) => position.runId === runId);
    const profitPaise = legs.reduce<number | null>(
      (sum, leg) => (sum === null || leg.profitPaise === null ? null : sum + leg.profitPaise),
      0,
    );
    return { runId, strategy, state, detail, commands, orders, profitPaise };
  });
}

/** Every leg that traded or was carried into the day, flat ones too. */
export function positionRecords({ positions, pausedLegs }: EngineView): readonly PositionRecord[] {
  return positions.map((position) => {
    const { runId, leg, contract, product, netUnits, averagePricePaise } = position;
    const { lastPaise, realisedPaise, profitPaise, heldSinceMs } = position;
    const isPaused = pausedLegs.some((of) => of.runId === runId && of.leg === leg);
    return {
      ...{ runId, leg, symbol: contract.symbol, product, netUnits, averagePricePaise },
      ...{ lastPaise, realisedPaise, profitPaise, heldSinceMs, isPaused },
    };
  });
}
