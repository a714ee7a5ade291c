import { filter, map, mergeMap, type Observable, take } from 'rxjs';

import { type Command } from '../model/command.ts';
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
