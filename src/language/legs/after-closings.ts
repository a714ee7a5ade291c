import { EMPTY, filter, mergeMap, type Observable } from 'rxjs';

import { type Command, isInScope } from '../../model/orders/command.ts';
import { squareOff } from '../../strategy/commands.ts';
import { type AfterClose } from '../schema/after-close.ts';
import { type LegClosing } from './leg-closings.ts';
import { type LegBooks } from './leg-desk.ts';
import { type Leg } from './legs-params.ts';

/** Closes the legs that files name for when another one was closed by its stop or its target; those that wait wait no more. */
export function exitAfterClosings(
  legs: readonly Leg[],
  { states, closings }: LegBooks,
): Observable<Command> {
  const isAny = legs.some(({ onStop, onTarget }) => (onStop ?? onTarget) !== null);
  if (!isAny) return EMPTY;
  return closings.closings.pipe(
    mergeMap((closing) => {
      const { exit } = followUpOf(closing, legs) ?? {};
      if (exit === undefined) return [];
      closings.endWaits(exit);
      const open = legs.map(({ name }) => name).filter((name) => !states.isFree(name));
      const reason = `${closing.by === 'target' ? 'target' : 'stop'} of leg ${closing.leg}`;
      const meant = open.filter((name) => isInScope(name, exit));
      if (meant.length === 0) return [];
      return [squareOff(reason, exit === 'all' ? 'all' : meant)];
    }),
  );
}

/** Each time a leg was closed after which the stop of another one is to move to its entry price. */
export function costMoments(
  leg: string,
  legs: readonly Leg[],
  { closings }: LegBooks,
): Observable<LegClosing> {
  return closings.closings.pipe(
    filter((closing) => closing.leg !== leg),
    filter((closing) => isInScope(leg, followUpOf(closing, legs)?.cost ?? [])),
  );
}

/** Whether any leg says that the stop of this one is to move. */
export function isMovedToCost(leg: string, legs: readonly Leg[]): boolean {
  return legs
    .filter(({ name }) => name !== leg)
    .some(({ onStop, onTarget }) =>
      [onStop, onTarget].some((then) => isInScope(leg, then?.cost ?? [])),
    );
}

/** An exit that the file did not ask for counts as the stop: the engine closes a leg whose stop order cannot stand. */
function followUpOf({ leg, by }: LegClosing, legs: readonly Leg[]): AfterClose | null {
  const own = legs.find(({ name }) => name === leg);
  if (own === undefined || by === 'command') return null;
  return by === 'target' ? own.onTarget : own.onStop;
}
