import { type DayProgress, type DayView, type NoticeView } from '../../../runtime/day-view.ts';

/** Shows a day to a person while it runs. */
export interface DayDisplay {
  readonly show: (view: DayView) => void;
  /** What changed of the orders, as it changes; not needed by who draws all of `show`. */
  readonly progress: (progress: DayProgress) => void;
  readonly note: (notice: NoticeView) => void;
  /** Shows the last view and gives the terminal back. */
  readonly close: () => void;
}
