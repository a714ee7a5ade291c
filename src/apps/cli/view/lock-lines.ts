import { type DayView } from '../../../day/day-view.ts';
import {
  istClock,
  istDate,
  type IstDate,
  weekday,
  WEEKDAY_NAMES,
} from '../../../model/time/ist.ts';
import { type Line, span } from './span.ts';

const LOCKS_SHOWN = 3;

/** What holds entries back, above all that scrolls. */
export function lockLines({ locks, date }: Pick<DayView, 'locks' | 'date'>): Line[] {
  const lines = locks.slice(0, LOCKS_SHOWN).map(({ name, reason, untilMs }): Line => {
    const until = untilMs === null ? '' : `, until ${endsAt(untilMs, date)}`;
    return [span(`LOCKED ${name}`, 'bad'), `${until}: ${reason}`];
  });
  const more = locks.length - lines.length;
  return more > 0 ? [...lines, span(`LOCKED ${String(more)} more: sauda status`, 'bad')] : lines;
}

/** A lock of the week ends with it. */
function endsAt(untilMs: number, today: IstDate): string {
  const date = istDate(untilMs);
  if (date === today) return istClock(untilMs);
  return `${WEEKDAY_NAMES[weekday(date)] ?? ''} ${date}`;
}
