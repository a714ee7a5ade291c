import { type OperatorRequest } from '../model/operator-request.ts';

/** How a day is started. */
export interface DayStart {
  readonly sources: 'opened' | 'left-closed';
  /** What the operator asked while no program ran. @default nothing */
  readonly asked?: readonly OperatorRequest[];
  /** The process was asked to end before the day began. @default false */
  readonly isEnding?: boolean;
}
