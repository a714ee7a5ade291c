import { asyncScheduler, filter, isEmpty, map, type Observable } from 'rxjs';

import { type ClockTime, instantAt, istClock } from '../model/time/ist.ts';
import { type StrategyContext } from '../strategy/context.ts';

/**
 * Emits once if a time of the run's day came too late to count: the run began more than two minutes after it, or the process
 * was down until then. What it emits says which, for people. Emits nothing for a time that counts.
 */
export function missedTime(
  time: ClockTime,
  { at, run }: Pick<StrategyContext<unknown>, 'at' | 'run'>,
): Observable<string> {
  return at(time).pipe(
    isEmpty(),
    filter((isMissed) => isMissed),
    map(() => {
      const nowMs = asyncScheduler.now();
      // A time that passed in a gap is decided at that time, however late the process is back.
      if (nowMs === instantAt(run.date, time)) {
        return `sauda was not running at ${time}, nor in the 2 minutes after it`;
      }
      return `the run began at ${istClock(nowMs)}, more than 2 minutes after ${time}`;
    }),
  );
}
