import { type EngineView } from '../../engine/engine-view.ts';
import { type Order } from '../../model/order.ts';
import { runName } from '../../model/run.ts';
import { type DayNote } from '../../results/backtest-result.ts';
import { type UnservedOrder } from '../../simulator/exchange/unserved-order.ts';

/** What unserved orders are joined with. */
export interface UnservedSources {
  readonly view: {
    readonly intents: readonly Pick<EngineView['intents'][number], 'tag' | 'runId'>[];
  };
  readonly orderOf: (orderId: string) => Pick<Order, 'tag'> | undefined;
}

const MESSAGES: Readonly<Record<UnservedOrder['why'], string>> = {
  'no-price': 'An order came in a minute in which its contract has no price, and waited for one',
  'stop-passed':
    'A stop was not filled when its trigger was reached: the market had jumped beyond its limit, or the order was asked for with the minute half known',
};

/** Tells for each strategy how many of its orders were left unserved and why, from oldest to newest orders. */
export function unservedNotes(
  unserved: readonly UnservedOrder[],
  { view, orderOf }: UnservedSources,
): readonly DayNote[] {
  const runIds = new Map(view.intents.map(({ tag, runId }) => [tag, runId]));
  const notes = new Map<string, DayNote>();
  for (const { orderId, atMs, why } of unserved) {
    const runId = runIds.get(orderOf(orderId)?.tag ?? '');
    const strategy = runId === undefined ? null : runName(runId);
    const key = `${why} ${strategy ?? ''}`;
    const { times = 0, atMs: firstMs = atMs } = notes.get(key) ?? {};
    notes.set(key, {
      kind: 'warning',
      strategy,
      atMs: Math.min(firstMs ?? atMs, atMs),
      message: MESSAGES[why],
      times: times + 1,
    });
  }
  return [...notes.values()];
}
