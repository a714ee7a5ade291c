import { type Observable, of } from 'rxjs';

import { type Command } from '../model/command.ts';
import { weekday } from '../model/ist.ts';
import { alert } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { type Weekday, WEEKDAYS } from './schema/days-rule.ts';

type Run = (context: StrategyContext<unknown>) => Observable<Command>;

/** Runs on the given weekdays only, all of them when undefined; on another day it says so and ends. */
export function onWeekdays(days: readonly Weekday[] | undefined, run: Run): Run {
  return (context) => {
    const today = WEEKDAYS[weekday(context.run.date)] ?? 'sunday';
    if (days === undefined || days.includes(today)) return run(context);
    return of(alert('info', `No trade today: ${today} is not one of ${days.join(', ')}`));
  };
}
