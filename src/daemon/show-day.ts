import { viewOfDay } from '../day/day-view.ts';
import { announceDay } from './announce-day.ts';
import { showViews } from './drive-day.ts';
import { type RunDayOptions } from './run-day-options.ts';

type Shown = Parameters<typeof viewOfDay>[0] & Parameters<typeof announceDay>[1];

/** What is shown of a day. */
export type DayToShow = Shown & {
  readonly readiness: Parameters<typeof announceDay>[2];
  readonly tellProgress: () => void;
};

/** Opens a day whose books are known to whoever follows it, and shows how it goes. Returns what ends both. */
export function showDay(
  options: RunDayOptions,
  { readiness, tellProgress, ...shown }: DayToShow,
): () => void {
  const { onView } = options;
  const stopViews = showViews(() => {
    if (onView === undefined) tellProgress();
    else onView(viewOfDay(shown));
  });
  const closeDay = announceDay(options, shown, readiness);
  return () => {
    closeDay();
    stopViews();
  };
}
