import { filter, map, type Observable, switchMap, take, takeUntil } from 'rxjs';

import { type StrategyContext } from '../strategy/context.ts';
import { type Bar } from '../model/bar.ts';
import { type Breakout } from './legs-params.ts';

/** The index has left its opening range. */
export interface BrokenRange {
  readonly range: Pick<Bar, 'highPaise' | 'lowPaise'>;
  readonly side: 'above' | 'below';
}

/**
 * The first bar of the day that closes outside of the range of the session's first minutes, once. Silent on a day whose
 * opening was missed, and from `before` on.
 */
export function openingBreakout(
  { rangeMinutes, barMinutes, before }: Breakout,
  underlying: string,
  { session, bars, at }: Pick<StrategyContext<unknown>, 'session' | 'bars' | 'at'>,
): Observable<BrokenRange> {
  return session.pipe(
    filter(({ edge }) => edge === 'open'),
    switchMap(() => bars(underlying, rangeMinutes)),
    take(1),
    switchMap((range) =>
      bars(underlying, barMinutes).pipe(
        map(({ closePaise }) => sideOf(closePaise, range)),
        filter((side) => side !== null),
        map((side): BrokenRange => ({ range, side })),
      ),
    ),
    take(1),
    takeUntil(at(before, { late: 'run' })),
  );
}

/** The first price of the index on the other side of the range that it left. */
export function beyondOtherSide(
  { range, side }: BrokenRange,
  underlying: string,
  { prices }: Pick<StrategyContext<unknown>, 'prices'>,
): Observable<unknown> {
  const other = side === 'above' ? 'below' : 'above';
  return prices(underlying).pipe(
    filter(({ lastPaise }) => sideOf(lastPaise, range) === other),
    take(1),
  );
}

function sideOf(paise: number, range: BrokenRange['range']): BrokenRange['side'] | null {
  if (paise > range.highPaise) return 'above';
  return paise < range.lowPaise ? 'below' : null;
}
