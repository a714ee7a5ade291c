import { type Observable, of } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { isDayOf, otherDay } from '../legs/enter-legs.ts';
import { type Weekday } from '../schema/shared-keys.ts';

/** Trades on these days of the week; on another one, an alert says that there is no trade today. */
export function onWeekdays<Params>(
  { run }: Pick<StrategyContext<Params>, 'run'>,
  days: readonly Weekday[],
  trade: () => Observable<Command>,
): Observable<Command> {
  return isDayOf(days, run.date) ? trade() : of(otherDay(days, run.date));
}
