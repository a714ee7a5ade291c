import {
  asapScheduler,
  auditTime,
  combineLatest,
  map,
  mergeMap,
  type Observable,
  of,
  startWith,
  switchMap,
} from 'rxjs';

import { type LegPosition } from '../streams/position.ts';
import { type StrategyContext } from './context.ts';
import { entryPremium } from './entry-premium.ts';

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
