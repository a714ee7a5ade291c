import { type CalendarDay } from '../../../model/calendar.ts';
import { BAR_MS } from '../bar.ts';

/** The sessions of a day in minutes since the epoch: asked for every row, so without a sum or a closure. */
export class DayHours {
  readonly day: CalendarDay;
  readonly #edges: Int32Array;

  constructor(day: CalendarDay) {
    this.day = day;
    this.#edges = Int32Array.from(
      day.sessions.flatMap(({ startMs, endMs }) => [startMs / BAR_MS, endMs / BAR_MS]),
    );
  }

  /** Whether the bar of a minute lies in a session. */
  holds(minute: number): boolean {
    const edges = this.#edges;
    for (let at = 0; at < edges.length; at += 2) {
      if (minute >= (edges[at] ?? 0) && minute < (edges[at + 1] ?? 0)) return true;
    }
    return false;
  }
}
