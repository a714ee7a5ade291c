import {
  asapScheduler,
  distinctUntilChanged,
  map,
  merge,
  Observable,
  scan,
  startWith,
  type Subscriber,
  Subscription,
  switchMap,
  take,
} from 'rxjs';

import { isWorking } from '../model/orders/order-machine.ts';
import { type OrderEvent } from '../model/orders/order.ts';
import { type Fill, type LegPosition, type PricePoint } from '../streams/observations.ts';
import { type StrategyContext } from './context.ts';
import { freshPrices } from './fresh-prices.ts';

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
 * The run's profit, after every input that changed a position or a price. Silent while an open contract has no fresh
 * price yet. Subscribe at the start of the run: of earlier entries only those still open count towards the premium.
 */
export function runProfit(context: Profitable): Observable<RunProfit> {
  return new Observable((subscriber) => new ProfitWatcher(context, subscriber).open());
}

/** One open position at its last price; null before there is one. */
interface OpenLine {
  readonly instrumentId: string;
  readonly netUnits: number;
  lastPaise: number | null;
}

/** Keeps the profit of one subscriber: a price that comes is noted, and the sum is made once all of an input are in. */
class ProfitWatcher {
  readonly #context: Profitable;
  readonly #subscriber: Subscriber<RunProfit>;
  #cashPaise = 0;
  #lines: readonly OpenLine[] = [];
  #unpriced = 0;
  #premiumPaise: number | null = null;
  #prices = new Subscription();
  /** Null unless the sum is to be made. */
  #due: Subscription | null = null;

  constructor(context: Profitable, subscriber: Subscriber<RunProfit>) {
    this.#context = context;
    this.#subscriber = subscriber;
  }

  /** Follows positions, prices and entries until it is unsubscribed. */
  open(): Subscription {
    const all = new Subscription(() => {
      this.#prices.unsubscribe();
      this.#due?.unsubscribe();
    });
    const hold = (positions: readonly LegPosition[]): void => {
      this.#hold(positions);
    };
    all.add(this.#follow(this.#context.positions, hold));
    const take = (premiumPaise: number): void => {
      this.#premiumPaise = premiumPaise;
      this.#changed();
    };
    all.add(this.#follow(entryPremium(this.#context), take));
    return all;
  }

  #hold(positions: readonly LegPosition[]): void {
    const open = positions.filter(({ netUnits }) => netUnits !== 0);
    // What stays open keeps its last price; only what is opened anew has to wait for a fresh one.
    const priced = new Map(
      this.#lines.map(({ instrumentId, lastPaise }) => [instrumentId, lastPaise]),
    );
    const lines = open.map(({ netUnits, contract: { instrumentId } }): OpenLine => {
      return { instrumentId, netUnits, lastPaise: priced.get(instrumentId) ?? null };
    });
    this.#prices.unsubscribe();
    this.#prices = new Subscription();
    this.#cashPaise = positions.reduce((sum, { cashPaise }) => sum + cashPaise, 0);
    this.#lines = lines;
    this.#unpriced = lines.filter(({ lastPaise }) => lastPaise === null).length;
    this.#changed();
    for (const [place, { contract }] of open.entries()) {
      const line = lines[place];
      if (line === undefined) continue;
      const take = ({ lastPaise }: PricePoint): void => {
        if (line.lastPaise === null) this.#unpriced -= 1;
        line.lastPaise = lastPaise;
        if (this.#unpriced === 0) this.#changed();
      };
      this.#prices.add(this.#follow(freshPrices(this.#context, contract), take));
    }
  }

  #follow<Value>(stream: Observable<Value>, next: (value: Value) => void): Subscription {
    const error = (cause: unknown): void => {
      this.#subscriber.error(cause);
    };
    return stream.subscribe({ next, error });
  }

  /** One poll brings many prices, one after another: only when all are in, the sum is one of the market's. */
  #changed(): void {
    if (this.#premiumPaise === null || this.#due !== null) return;
    this.#due = asapScheduler.schedule(() => {
      this.#due = null;
      this.#tell();
    });
  }

  #tell(): void {
    if (this.#unpriced > 0 || this.#premiumPaise === null) return;
    let profitPaise = this.#cashPaise;
    for (const { lastPaise, netUnits } of this.#lines) profitPaise += (lastPaise ?? 0) * netUnits;
    const isOpen = this.#lines.length > 0;
    this.#subscriber.next({ profitPaise, isOpen, premiumPaise: this.#premiumPaise });
  }
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
 * trigger at once. Positions open at its start count as entered at their average price.
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
