import {
  combineLatest,
  endWith,
  filter,
  ignoreElements,
  map,
  mergeMap,
  type Observable,
  scan,
  take,
  takeUntil,
} from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { type LegPosition } from '../streams/observations.ts';
import { squareOff } from './commands.ts';
import { type Distance, distancePaise } from './distance.ts';
import { isShort, legOpenings, type MarkedPosition, type Watched } from './leg-openings.ts';

/** Which leg, and how far its underlying may go. */
export interface WatchIndexOptions {
  readonly leg: string;
  /** Symbol of the index: `NIFTY`. */
  readonly underlying: string;
  /** From the level of the index when the leg was opened: points of the index, or a share of its level. */
  readonly distance: Distance;
}

/**
 * Squares a leg off when its underlying has gone against it by a distance: up for a sold call, down for a bought one, and
 * the other way round for puts. Once an opening. It watches observed levels: nothing rests at the platform for it.
 */
export function watchIndexStop(context: Watched, options: WatchIndexOptions): Observable<Command> {
  const reason = `stop of leg ${options.leg} on ${options.underlying}`;
  return watchIndex(context, options, { sign: -1, reason });
}

/** Squares a leg off when its underlying has gone in its favour by a distance. Once an opening. */
export function watchIndexTarget(
  context: Watched,
  options: WatchIndexOptions,
): Observable<Command> {
  const reason = `target of leg ${options.leg} on ${options.underlying}`;
  return watchIndex(context, options, { sign: 1, reason });
}

interface Wanted {
  /** 1 in favour of the leg, -1 against it. */
  readonly sign: 1 | -1;
  readonly reason: string;
}

function watchIndex(
  context: Watched,
  { leg, underlying, distance }: WatchIndexOptions,
  { sign, reason }: Wanted,
): Observable<Command> {
  return legOpenings(context, leg).pipe(
    mergeMap((opening) =>
      combineLatest([opening.pipe(take(1)), context.prices(underlying)]).pipe(
        map(([{ position }, { lastPaise }]) => ({ position, fromPaise: lastPaise, lastPaise })),
        scan((first, { lastPaise }) => ({ ...first, lastPaise })),
        filter(({ position, fromPaise, lastPaise }) => {
          const movedPaise = sign * directionOf(position) * (lastPaise - fromPaise);
          return movedPaise >= distancePaise(distance, fromPaise, position.contract);
        }),
        take(1),
        map(() => squareOff(reason, [leg])),
        takeUntil(endOf(opening)),
      ),
    ),
  );
}

function endOf(opening: Observable<MarkedPosition>): Observable<unknown> {
  return opening.pipe(ignoreElements(), endWith(null));
}

/** 1 for a position that gains when its underlying rises. */
export function directionOf(position: LegPosition): 1 | -1 {
  const isCallLike = position.contract.optionType !== 'PE';
  return isCallLike === isShort(position) ? -1 : 1;
}
