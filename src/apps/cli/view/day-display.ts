import { type DayView } from '../../../runtime/day-view.ts';

/** Shows a day to a person while it runs. */
export interface DayDisplay {
  readonly show: (view: DayView) => void;
  /** Shows the last view and gives the terminal back. */
  readonly close: () => void;
}
