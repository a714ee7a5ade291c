import {
  distinctUntilChanged,
  map,
  merge,
  type Observable,
  scan,
  startWith,
  switchMap,
  take,
} from 'rxjs';

import { isWorking } from '../model/order.ts';
import { type OrderEvent } from '../model/order-event.ts';
import { type Fill } from '../streams/fill.ts';
import { type LegPosition } from '../streams/position.ts';
import { type StrategyContext } from './context.ts';

interface Entries {
  readonly soldPaise: number;
  readonly boughtPaise: number;
  /** Ids of entry orders that may still fill. */
  readonly working: ReadonlySet<string>;
}

/**
 * Net premium of the run's entries so far, paise, never negative. While an entry order works, the larger of what was
 * sold and what was bought: half of a spread may well have a net premium of next to nothing, and a share of that would
 * trigger at once. What is held when it begins counts as entered at its average price.
 */
export function entryPremium(
  context: Pick<StrategyContext<unknown>, 'fills' | 'orders' | 'positions'>,
): Observable<number> {
  const changes: Observable<(entries: Entries) => Entries> = merge(
    context.orders.pipe(map((event) => (entries: Entries) => withOrder(entries, event))),
    context.fills.pipe(map((fill) => (entries: Entries) => withFill(entries, fill))),
  );
  return context.positions.pipe(
    take(1),
    map(entriesOf),
    switchMap((first) =>
      changes.pipe(
        scan((entries, change) => change(entries), first),
        startWith(first),
      ),
    ),
    map(({ soldPaise, boughtPaise, working }) =>
      working.size > 0 ? Math.max(soldPaise, boughtPaise) : Math.abs(soldPaise - boughtPaise),
    ),
    distinctUntilChanged(),
  );
}

function entriesOf(positions: readonly LegPosition[]): Entries {
  let soldPaise = 0;
  let boughtPaise = 0;
  for (const { netUnits, averagePricePaise } of positions) {
    if (netUnits < 0) soldPaise -= netUnits * averagePricePaise;
    else boughtPaise += netUnits * averagePricePaise;
  }
  return { soldPaise, boughtPaise, working: new Set() };
}

function withOrder(entries: Entries, { order, legRef }: OrderEvent): Entries {
  if (legRef?.role !== 'entry' || entries.working.has(order.orderId) === isWorking(order)) {
    return entries;
  }
  const working = new Set(entries.working);
  if (isWorking(order)) working.add(order.orderId);
  else working.delete(order.orderId);
  return { ...entries, working };
}

function withFill(entries: Entries, { legRef, order, valuePaise }: Fill): Entries {
  if (legRef.role !== 'entry') return entries;
  const { soldPaise, boughtPaise } = entries;
  return order.side === 'sell'
    ? { ...entries, soldPaise: soldPaise + valuePaise }
    : { ...entries, boughtPaise: boughtPaise + valuePaise };
}
