import { type EngineView } from '../../engine/engine-view.ts';
import { type Order } from '../../model/order.ts';
import { runName } from '../../model/run.ts';
import { type DayNote } from '../../results/backtest-result.ts';
import { type WaitedOrder } from '../../simulator/exchange/waited-order.ts';

/** What waiting orders are joined with. */
export interface WaitedSources {
  readonly view: {
    readonly intents: readonly Pick<EngineView['intents'][number], 'tag' | 'runId'>[];
  };
  readonly orderOf: (orderId: string) => Pick<Order, 'tag'> | undefined;
}

const MESSAGE = 'An order came in a minute in which its contract has no price, and waited for one';

/** Tells for each strategy how many of its orders had to wait for a price, from oldest to newest orders. */
export function waitedNotes(
  waited: readonly WaitedOrder[],
  { view, orderOf }: WaitedSources,
): readonly DayNote[] {
  const runIds = new Map(view.intents.map(({ tag, runId }) => [tag, runId]));
  const notes = new Map<string | null, DayNote>();
  for (const { orderId, atMs } of waited) {
    const runId = runIds.get(orderOf(orderId)?.tag ?? '');
    const strategy = runId === undefined ? null : runName(runId);
    const times = (notes.get(strategy)?.times ?? 0) + 1;
    const first = notes.get(strategy)?.atMs ?? atMs;
    notes.set(strategy, {
      kind: 'warning',
      strategy,
      atMs: Math.min(first, atMs),
      message: MESSAGE,
      times,
    });
  }
  return [...notes.values()];
}
