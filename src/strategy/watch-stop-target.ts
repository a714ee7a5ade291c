import { filter, map, mergeMap, type Observable, take } from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { squareOff } from './commands.ts';
import { type Distance, distancePaise } from './distance.ts';
import { favourPaise, legOpenings, type MarkedPosition, type Watched } from './leg-openings.ts';

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
export function watchStop(context: Watched, { leg, stop }: WatchStopOptions): Observable<Command> {
  const isReached = (marked: MarkedPosition): boolean =>
    -favourPaise(marked) >= entryDistance(stop, marked);
  return oncePerOpening(legOpenings(context, leg), isReached, () =>
    squareOff(`stop of leg ${leg}`, [leg]),
  );
}

/** Which leg, and how far in its favour. */
export interface WatchTargetOptions {
  readonly leg: string;
  /** From the average entry price, on the winning side. */
  readonly target: Distance;
}

/** Squares a leg off when its last price has gone in its favour by the distance: once an opening. */
export function watchTarget(
  context: Watched,
  { leg, target }: WatchTargetOptions,
): Observable<Command> {
  const isReached = (marked: MarkedPosition): boolean =>
    favourPaise(marked) >= entryDistance(target, marked);
  return oncePerOpening(legOpenings(context, leg), isReached, () =>
    squareOff(`target of leg ${leg}`, [leg]),
  );
}

function entryDistance(distance: Distance, { position }: MarkedPosition): number {
  return distancePaise(distance, position.averagePricePaise, position.contract);
}

function oncePerOpening(
  openings: Observable<Observable<MarkedPosition>>,
  isReached: (marked: MarkedPosition) => boolean,
  then: () => Command,
): Observable<Command> {
  return openings.pipe(mergeMap((opening) => opening.pipe(filter(isReached), take(1), map(then))));
}
