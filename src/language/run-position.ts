import { defaultIfEmpty, map, type Observable, startWith, switchMap } from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { alert, squareOffPosition, startPosition } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { type PositionForm } from './schema/position.ts';

/** Starts the custom position at its time and, once started, squares it off at its time. */
export function runPosition(
  { name, position }: PositionForm,
  context: StrategyContext<unknown>,
): Observable<Command> {
  const { ticker, alertName = name, legs, exitTime } = position;
  const start = startPosition({
    position: name,
    alertName,
    ticker,
    legs,
    ...(exitTime === undefined ? {} : { exitTime }),
  });
  const squareOff = context
    .at(position.squareOff, { late: 'run' })
    .pipe(map(() => squareOffPosition(name)));
  return context.at(position.start).pipe(
    switchMap(() => squareOff.pipe(startWith(start))),
    defaultIfEmpty(alert('warning', `Not started: ${position.start} had passed`)),
  );
}
