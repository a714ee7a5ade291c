import { merge, type Observable } from 'rxjs';

import { type ClockTime } from '../../model/time/ist.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type LegsForm } from '../schema/legs.ts';
import { type LegClosings } from './leg-closings.ts';
import { type LegStates } from './leg-states.ts';
import { type Leg } from './legs-params.ts';

/** What is known of the legs of a run. */
export interface LegBooks {
  readonly states: LegStates;
  readonly closings: LegClosings;
}

/** The legs of a form, where they trade, and what is known of them. */
export interface LegDesk {
  readonly form: Pick<LegsForm, 'days' | 'daysToExpiry' | 'product' | 'whole'>;
  readonly underlying: string;
  readonly legs: readonly Leg[];
  /** From when on nothing is entered that waited until then. */
  readonly lastEntry: ClockTime;
  readonly context: StrategyContext<unknown>;
  readonly books: LegBooks;
}

/** When a leg that waits for its entry waits in vain: an exit means it, too, or the last entry has passed. */
export function endOfWait(
  leg: string,
  { lastEntry, context, books }: LegDesk,
): Observable<unknown> {
  return merge(context.at(lastEntry, { late: 'run' }), books.closings.exitsOf(leg));
}
