import { type Checked } from '../../base/problem.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { type Settings } from '../../settings/settings.ts';
import { type AccountBoard } from '../account-board.ts';
import { type RunDayOptions } from '../run-day-options.ts';

/** What a day's strategies are loaded into. */
export type LoadedDay = Pick<
  RunDayOptions,
  'strategies' | 'unusable' | 'leftOut' | 'handedOver' | 'notLoaded' | 'quarantine'
> & {
  /** Files whose text has changed since this process loaded them: the day runs the earlier source. */
  readonly keptSources: readonly string[];
};

/** An account's process over its days. */
export interface RunDaemonOptions extends Pick<
  RunDayOptions,
  | 'onProgress'
  | 'onNotice'
  | 'onDivergence'
  | 'beginAnew'
  | 'listenForHalt'
  | 'accountsDirectory'
  | 'onBeat'
> {
  /** As at the start: account, mode, platform and journal stay. */
  readonly settings: Settings;
  /** The configuration as it is now: its calendar, limits and strategies count from the next day on. */
  readonly configuration: () => Checked<Settings>;
  /** Loads the strategies of a day. */
  readonly load: (settings: Settings) => Promise<LoadedDay>;
  /** Null keeps it as long as the process lives: with the built-in simulator. */
  readonly journalPath: string | null;
  readonly board: AccountBoard;
  /** A day's summary for people. */
  readonly reportText: (summary: DaySummary) => string;
  /** Called when a day is over and put away. */
  readonly onDayOver?: (summary: DaySummary) => void;
  /** Ends the process: a day under way as `runDay` does, all else at once. */
  readonly signal: AbortSignal;
  /** Ends after so many days, lost ones included. @default never */
  readonly daysMax?: number;
}

/** What a daemon did until it ended. */
export interface DaemonEnd {
  readonly tradedDays: number;
  readonly lostDays: number;
  /** The day that the end cut short; null where none was open, or it could not be summed up in time. */
  readonly endedEarly: DaySummary | null;
  /** Whether something did not come back in time: the process must end now. */
  readonly isForced: boolean;
}
