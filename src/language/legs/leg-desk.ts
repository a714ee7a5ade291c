import { filter, merge, NEVER, type Observable } from 'rxjs';

import { type KeptBack } from '../../model/runs/trace.ts';
import { type ClockTime } from '../../model/time/ist.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type LegsForm } from '../schema/legs.ts';
import { type CarriedLegs } from './carried-legs.ts';
import { type LegClosings } from './leg-closings.ts';
import { type LegStates } from './leg-states.ts';
import { type Sizing } from './leg-size.ts';
import { type Leg } from './legs-params.ts';

/** What is known of the legs of a run. */
export interface LegBooks {
  readonly states: LegStates;
  readonly closings: LegClosings;
}

/** The legs of a form, where they trade, and what is known of them. */
export interface LegDesk {
  readonly form: Pick<LegsForm, 'days' | 'daysToExpiry' | 'carry' | 'product' | 'whole'>;
  readonly underlying: string;
  readonly legs: readonly Leg[];
  /** What decides how many lots are entered; null where the legs say it. */
  readonly sizing: Sizing | null;
  /** When what is due is closed. */
  readonly exit: ClockTime;
  /** From when on nothing is entered that waited until then; null for the end of the day. */
  readonly lastEntry: ClockTime | null;
  /** Null where everything is closed the same day. */
  readonly carried: CarriedLegs | null;
  readonly context: StrategyContext<unknown>;
  readonly books: LegBooks;
  /** Told why nothing was entered, and which legs. `@default` no one is */
  readonly didNot?: (why: KeptBack, legs: readonly string[]) => void;
}

/** Legs that are open or being entered. */
export function takenLegs({ legs, books }: Pick<LegDesk, 'legs' | 'books'>): readonly string[] {
  return legs.map(({ name }) => name).filter((name) => !books.states.isFree(name));
}

/** The same for people. */
export function areTaken(taken: readonly string[]): string {
  return `${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'} open or being entered`;
}

/** From when on nothing is entered that waited until then. */
export function afterLastEntry({
  lastEntry,
  context,
}: Pick<LegDesk, 'lastEntry' | 'context'>): Observable<unknown> {
  return lastEntry === null ? NEVER : context.at(lastEntry, { late: 'run' });
}

/** The exit of a day on which it closes; it ends all that the run waits for, but where legs are carried. */
export function exitsOfDay({ exit, carried, books, context }: LegDesk): {
  readonly closes: Observable<unknown>;
  readonly ends: Observable<unknown>;
} {
  const time = context.at(exit, { late: 'run' });
  if (carried === null) return { closes: time, ends: time };
  const { date } = context.run;
  // An entry under way is no position yet, and no later exit could close what expires today.
  const isDue = (): boolean => carried.isDue() || books.states.expiresBy(date);
  return { closes: time.pipe(filter(isDue)), ends: NEVER };
}

/** When a leg that waits for its entry waits in vain: an exit means it, too, or the last entry has passed. */
export function endOfWait(
  leg: string,
  { lastEntry, context, books }: LegDesk,
): Observable<unknown> {
  return merge(afterLastEntry({ lastEntry, context }), books.closings.exitsOf(leg));
}
