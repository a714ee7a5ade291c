import {
  combineLatest,
  defaultIfEmpty,
  EMPTY,
  filter,
  map,
  merge,
  type Observable,
  of,
  share,
  switchMap,
  take,
  takeUntil,
} from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';
import { type Command } from '../../model/orders/command.ts';
import { alert, squareOff } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { choosing, SQUARED_OFF } from './choosing.ts';
import { legContracts } from './enter-legs.ts';
import { entering } from './entering.ts';
import { areTaken, exitsOfDay, type LegDesk, takenLegs } from './leg-desk.ts';
import { type Breakout } from './legs-params.ts';

/** Enters the legs of the side on which the index leaves its opening range, once a day. */
export function runBreakout(breakout: Breakout, desk: LegDesk): Observable<Command> {
  const { legs, underlying, context } = desk;
  const { ends } = exitsOfDay(desk);
  const broken = openingBreakout(breakout, underlying, context).pipe(share());
  const contracts = legContracts(legs, context);
  const chosen = choosing(broken, { legs, contracts, until: ends }, desk);
  const noBreakout = `No trade: no breakout met a fresh chain before ${breakout.before}`;
  return combineLatest([broken.pipe(defaultIfEmpty(null)), chosen]).pipe(
    switchMap(([range, now]) => {
      if (now === 'squared-off') return of(alert('info', `No trade: ${SQUARED_OFF}`));
      if (now === 'no-chain' || range === null) return of(alert('info', noBreakout));
      const taken = desk.carried === null ? [] : takenLegs(desk);
      if (taken.length > 0) return of(alert('info', `No trade: ${areTaken(taken)}`));
      const { side } = range;
      const entered = legs.filter(({ form: { when = side } }) => when === side);
      if (entered.length === 0) return of(alert('info', `No trade: no leg is entered ${side}`));
      const isOver = breakout.isOverOnOtherSide
        ? beyondOtherSide(range, underlying, context).pipe(map(() => squareOff(OTHER_SIDE)))
        : EMPTY;
      return merge(entering(entered, now, desk), isOver.pipe(takeUntil(ends)));
    }),
  );
}

const OTHER_SIDE = 'index beyond the other side of the opening range';

/** The index has left its opening range. */
export interface BrokenRange {
  readonly range: Pick<Bar, 'highPaise' | 'lowPaise'>;
  readonly side: 'above' | 'below';
}

/**
 * The first bar of the day that closes outside of the range of the session's first minutes, once. Silent on a day whose
 * opening was missed, and from `before` on.
 */
function openingBreakout(
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
function beyondOtherSide(
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
