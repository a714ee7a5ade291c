import {
  asapScheduler,
  auditTime,
  combineLatest,
  distinctUntilChanged,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  scan,
  startWith,
  switchMap,
  take,
} from 'rxjs';

import { isWorking } from '../model/orders/order-machine.ts';
import { type OrderEvent } from '../model/orders/order.ts';
import { type Fill, type LegPosition } from '../streams/observations.ts';
import { type StrategyContext } from './context.ts';

/** What the profit is made of. */
export type Profitable = Pick<
  StrategyContext<unknown>,
  'positions' | 'prices' | 'fills' | 'orders'
>;

/** Profit of the run at one moment, before costs. */
export interface RunProfit {
  /** Cash so far plus what is open at its last prices, paise. */
  readonly profitPaise: number;
  /** Net premium of all entries so far, taken in or paid out, never negative; see entryPremium(). Paise. */
  readonly premiumPaise: number;
  /** Whether anything is open. */
  readonly isOpen: boolean;
}

/**
 * The run's profit, after every input that changed a position or a price. Silent while an open contract has no price
 * yet. Subscribe at the start of the run: of what was entered earlier only what is held then is in the premium.
 */
export function runProfit(context: Profitable): Observable<RunProfit> {
  const marks = context.positions.pipe(switchMap((positions) => markOf(context, positions)));
  return combineLatest([marks, entryPremium(context)]).pipe(
    // One poll brings many prices, one after another: only when all are in, the sum is one of the market's.
    auditTime(0, asapScheduler),
    mergeMap(([mark, premiumPaise]) => (mark === null ? [] : [{ ...mark, premiumPaise }])),
  );
}

interface Mark {
  readonly profitPaise: number;
  readonly isOpen: boolean;
}

/** Begins with null while anything is open: the mark of the positions before would be wrong. */
function markOf(context: Profitable, positions: readonly LegPosition[]): Observable<Mark | null> {
  const cashPaise = positions.reduce((sum, position) => sum + position.cashPaise, 0);
  const open = positions.filter((position) => position.netUnits !== 0);
  if (open.length === 0) return of({ profitPaise: cashPaise, isOpen: false });
  return combineLatest(open.map((position) => context.prices(position.contract))).pipe(
    map((prices) => ({
      profitPaise: prices.reduce(
        (sum, price, index) => sum + price.lastPaise * (open[index]?.netUnits ?? 0),
        cashPaise,
      ),
      isOpen: true,
    })),
    startWith(null),
  );
}

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
function entryPremium(
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
