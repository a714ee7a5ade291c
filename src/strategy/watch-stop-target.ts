import { filter, map, mergeMap, type Observable, take } from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { squareOff } from './commands.ts';
import { type Distance, distancePaise } from './distance.ts';
import { favourPaise, legOpenings, type Watched } from './leg-openings.ts';

/** Which leg, and how far against it. */
export interface WatchStopOptions {
  readonly leg: string;
  /** From the average entry price, on the losing side. */
  readonly stop: Distance;
}

/**
 * Squares a leg off when its last price has gone against it by the distance: once an opening. It watches observed
 * prices, so it is slower than a stop order of the platform; use it where no such order fits.
 */
export function watchStop(context: Watched, options: WatchStopOptions): Observable<Command> {
  const { leg, stop } = options;
  return legOpenings(context, leg).pipe(
    mergeMap((opening) =>
      opening.pipe(
        filter(
          (marked) =>
            -favourPaise(marked) >= distancePaise(stop, marked.position.averagePricePaise),
        ),
        take(1),
        map(() => squareOff(`stop of leg ${leg}`, [leg])),
      ),
    ),
  );
}

/** Which leg, and how far in its favour. */
export interface WatchTargetOptions {
  readonly leg: string;
  /** From the average entry price, on the winning side. */
  readonly target: Distance;
}

/** Squares a leg off when its last price has gone in its favour by the distance: once an opening. */
export function watchTarget(context: Watched, options: WatchTargetOptions): Observable<Command> {
  const { leg, target } = options;
  return legOpenings(context, leg).pipe(
    mergeMap((opening) =>
      opening.pipe(
        filter(
          (marked) =>
            favourPaise(marked) >= distancePaise(target, marked.position.averagePricePaise),
        ),
        take(1),
        map(() => squareOff(`target of leg ${leg}`, [leg])),
      ),
    ),
  );
}
