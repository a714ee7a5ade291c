import { type EngineView, type IntentState, type PositionState } from '../engine/engine-view.ts';
import { isWorking } from '../model/orders/order-machine.ts';

/** How the stop of an open leg stands. */
export type StopView = Pick<
  EngineView['protections'][number],
  'runId' | 'leg' | 'symbol' | 'state'
> & {
  /** The nearest of its stop orders that work; null where none does. */
  readonly triggerPaise: number | null;
  /** How far the price has to move against the leg until the trigger; 0 or below: it is there. Null without a price or a trigger. */
  readonly awayPaise: number | null;
};

/** The part of an engine's picture that stops are seen in. */
export interface StopsSeen {
  readonly positions: readonly Pick<
    PositionState,
    'runId' | 'leg' | 'contract' | 'netUnits' | 'lastPaise'
  >[];
  readonly protections: readonly Pick<
    EngineView['protections'][number],
    'runId' | 'leg' | 'symbol' | 'state'
  >[];
  readonly intents: readonly Pick<IntentState, 'runId' | 'leg' | 'symbol' | 'side' | 'orders'>[];
}

/** How each open leg with a stop stands: its trigger, and how far the price is from it. */
export function stopViews(view: StopsSeen): readonly StopView[] {
  return view.positions.flatMap((position): readonly StopView[] => {
    const { runId, leg, netUnits } = position;
    const { symbol } = position.contract;
    if (netUnits === 0) return [];
    const protection = view.protections.find(
      (of) => of.runId === runId && of.leg === leg && of.symbol === symbol,
    );
    const triggerPaise = nearestTrigger(position, view.intents);
    const state = protection?.state ?? null;
    if (triggerPaise === null && (state === null || state === 'unasked')) return [];
    const awayPaise = awayOf(position, triggerPaise);
    return [{ runId, leg, symbol, triggerPaise, awayPaise, state: state ?? 'standing' }];
  });
}

/** How far the price is from a trigger, in the direction in which it hurts. */
function awayOf(
  { netUnits, lastPaise }: StopsSeen['positions'][number],
  triggerPaise: number | null,
): number | null {
  if (triggerPaise === null || lastPaise === null) return null;
  return netUnits < 0 ? triggerPaise - lastPaise : lastPaise - triggerPaise;
}

/** The trigger that the price meets first, of stop orders that work; null where there is none. */
function nearestTrigger(
  { runId, leg, contract, netUnits }: StopsSeen['positions'][number],
  intents: StopsSeen['intents'],
): number | null {
  const side = netUnits < 0 ? 'buy' : 'sell';
  const triggers = intents
    .filter((of) => of.runId === runId && of.leg === leg && of.symbol === contract.symbol)
    .filter((of) => of.side === side)
    .flatMap(({ orders }) => orders.filter(isWorking))
    .flatMap(({ terms }) => (terms.kind === 'stop' ? terms.triggerPricePaise : []));
  if (triggers.length === 0) return null;
  return side === 'buy' ? Math.min(...triggers) : Math.max(...triggers);
}
