import { type DayProgress, type DayView, type PositionView } from '../../../day/day-view.ts';
import { type ToldNotice } from '../../../notices/told-notice.ts';

/** Whether a position is open: a leg that holds something, or a custom position that is, or may be, at the platform. */
export function isOpen({ netUnits, custom }: PositionView): boolean {
  return custom === null
    ? netUnits !== 0
    : ['starting', 'started', 'start-unknown', 'squaring-off'].includes(custom);
}

/** Whether a position has a value here: a custom one that was started has none, open or closed, nor has a leg without a price. */
export function hasValue(of: PositionView): boolean {
  if (of.custom !== null) return of.custom === 'start-rejected';
  return !isOpen(of) || of.pnlPaise !== null;
}

/** Whether the profit of a run counts all that it holds and held. */
export function isValueKnown(runId: string, positions: readonly PositionView[]): boolean {
  return positions.every((of) => of.runId !== runId || hasValue(of));
}

/** Shows a day to a person while it runs. */
export interface DayDisplay {
  /** Draws the day as it stands. A display that is written from what changed alone has none. */
  readonly show?: (view: DayView) => void;
  /** What changed of the orders, as it changes; not needed by a display that draws all of `show`. */
  readonly progress: (progress: DayProgress) => void;
  readonly note: (notice: ToldNotice) => void;
  /** Shows the last view and gives the terminal back. */
  readonly close: () => void;
}
