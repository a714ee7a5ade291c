import { defaultIfEmpty, map, merge, type Observable, switchMap, take, takeUntil } from 'rxjs';

import { selectNow } from '../../strategy/select-now.ts';
import { type LegContracts } from './enter-legs.ts';
import { type LegDesk } from './leg-desk.ts';
import { type Leg } from './legs-params.ts';

/** Why legs were not chosen: no chain was fresh in time, or a square-off of one of them came while they waited for one. */
export type NotChosen = 'no-chain' | 'squared-off';

/** The same for people. */
export const SQUARED_OFF = 'a square-off came while it waited for a fresh chain';

/** What legs enter together, and until when. */
export interface Choosing {
  readonly legs: readonly Leg[];
  readonly contracts: Observable<LegContracts>;
  readonly until: Observable<unknown>;
}

/**
 * What legs would trade, chosen at the first fresh chain from a moment on, or why not: one value. The chain is followed from the start. A
 * square-off ends the wait: without that, legs would be entered after everything was closed.
 */
export function choosing(
  moment: Observable<unknown>,
  { legs, contracts, until }: Choosing,
  { books }: Pick<LegDesk, 'books'>,
): Observable<LegContracts | NotChosen> {
  const chosen = moment.pipe(
    selectNow(contracts),
    takeUntil(until),
    defaultIfEmpty('no-chain' as const),
  );
  const exits = legs.map(({ name }) => books.closings.exitsOf(name));
  const squaredOff = moment.pipe(
    switchMap(() => merge(...exits)),
    map(() => 'squared-off' as const),
  );
  return merge(squaredOff, chosen).pipe(take(1));
}
