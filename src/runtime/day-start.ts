import { type OperatorRequest } from '../model/operator-request.ts';

/** Whether the authors' own inputs are opened; those that are left closed stay silent, but for the ones that are recorded. */
export type SourcesAtStart = 'opened' | 'left-closed' | { readonly recorded: readonly string[] };

/** How a day is started. */
export interface DayStart {
  readonly sources: SourcesAtStart;
  /** What the operator asked while no program ran. @default nothing */
  readonly asked?: readonly OperatorRequest[];
  /** Why what an earlier process did today is not known, for people; null when it is. @default null */
  readonly begunAnew?: string | null;
  /** The process was asked to end before the day began. @default false */
  readonly isEnding?: boolean;
}
