import { type CalendarDay } from '../model/calendar.ts';
import { type DayVenue } from './day-venue.ts';
import { drivePaced } from './drive-paced.ts';
import { driveWall } from './drive-wall.ts';
import { type TradingDay } from './trading-day.ts';
import { untilFlat } from './until-flat.ts';

/** What is driven. */
export interface DrivenDay {
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly trading: TradingDay;
}

/** The day ends this long after the last session, so that the last orders are seen. */
const AFTER_CLOSE_MS = 2 * 60_000;

/** When a day has come to its own end: nothing more is asked or written. */
export function endOfDay(day: CalendarDay): number {
  return (day.sessions.at(-1)?.endMs ?? 0) + AFTER_CLOSE_MS;
}

/** Drives a day to its end on the clock of its venue, or until it is asked to end. */
export async function driveDay(
  options: Parameters<typeof untilFlat>[0],
  { venue, day, trading }: DrivenDay,
  onReady: (lookAgain: () => void) => void,
): Promise<void> {
  const untilMs = endOfDay(day);
  const { kernel } = trading;
  const { signal, close } = untilFlat(options, trading, venue.time.clock.nowMs());
  const ending = signal === undefined ? {} : { signal };
  const { time } = venue;
  // At the signal, not at the driver's next look: an answer may come in between, and entries follow from it.
  const windDown = (): void => {
    kernel.post({ kind: 'winding-down' });
    kernel.drain();
  };
  signal?.addEventListener('abort', windDown, { once: true });
  try {
    if (time.kind === 'paced') await drivePaced({ kernel, ...time, untilMs, ...ending });
    else {
      const isSettled = (): boolean => trading.isSettled();
      await driveWall({ kernel, ...time, untilMs, onReady, isSettled, ...ending });
    }
  } finally {
    signal?.removeEventListener('abort', windDown);
    close();
  }
}
