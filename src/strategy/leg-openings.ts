import { BehaviorSubject, defer, EMPTY, map, mergeMap, type Observable, switchMap } from 'rxjs';

import { type LegPosition, type PricePoint } from '../streams/observations.ts';
import { type StrategyContext } from './context.ts';
import { freshPrices } from './fresh-prices.ts';

/** What the watching operators need of the context. */
export type Watched = Pick<StrategyContext<unknown>, 'positions' | 'prices'>;

/** An open position beside the latest price of its contract. */
export interface MarkedPosition {
  readonly position: LegPosition;
  readonly price: PricePoint;
}

/**
 * One stream for each opening of a leg, from the first fill until it is flat or turned round: the position with every
 * fresh price of its contract.
 */
export function legOpenings(context: Watched, leg: string): Observable<Observable<MarkedPosition>> {
  return defer(() => {
    const open: Openings = new Map();
    return context.positions.pipe(
      mergeMap((positions) => positions.filter((position) => position.leg === leg)),
      mergeMap((position) => follow(position, open)),
      map((opening) => opening.pipe(switchMap((position) => mark(context, position)))),
    );
  });
}

/** Whether the position was opened by selling. */
export function isShort(position: LegPosition): boolean {
  return position.netUnits < 0;
}

/** How far the price has moved in the position's favour since it was opened; negative against it. Paise. */
export function favourPaise({ position, price }: MarkedPosition): number {
  const rise = price.lastPaise - position.averagePricePaise;
  return isShort(position) ? -rise : rise;
}

type Openings = Map<string, BehaviorSubject<LegPosition>>;

function mark(context: Watched, position: LegPosition): Observable<MarkedPosition> {
  if (position.netUnits === 0) return EMPTY;
  return freshPrices(context, position.contract).pipe(map((price) => ({ position, price })));
}

/** Tells the opening of a position what became of it; the new opening, if one began. */
function follow(position: LegPosition, open: Openings): readonly BehaviorSubject<LegPosition>[] {
  const key = position.contract.instrumentId;
  const opening = open.get(key);
  if (opening !== undefined) {
    const before = opening.value;
    if (Math.sign(before.netUnits) === Math.sign(position.netUnits)) {
      if (!isSame(before, position)) opening.next(position);
      return [];
    }
    open.delete(key);
    // The last price subscription must go before the stream ends, or it would outlive the opening.
    opening.next({ ...position, netUnits: 0 });
    opening.complete();
  }
  if (position.netUnits === 0) return [];
  const fresh = new BehaviorSubject(position);
  open.set(key, fresh);
  return [fresh];
}

function isSame(left: LegPosition, right: LegPosition): boolean {
  return left.netUnits === right.netUnits && left.averagePricePaise === right.averagePricePaise;
}
