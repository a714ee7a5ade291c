import { type Problem } from '../base/problem.ts';
import { type DayProgress, type DayView } from '../day/day-view.ts';
import { type Quarantine } from '../day/quarantine.ts';
import { type OnDivergence } from '../day/trading-day-options.ts';
import { type HandedOver } from '../loading/describing/module-reader.ts';
import { type LeftOut } from '../loading/left-out.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type EndedLoading } from '../notices/day.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import { type Settings } from '../settings/settings.ts';
import { type AccountBoard } from './account-board.ts';

/** A day to run. */
export interface RunDayOptions {
  readonly settings: Settings;
  readonly strategies: readonly LoadedStrategy[];
  /** Called about ten times a second while the day runs, and once at its end. */
  readonly onView?: (view: DayView) => void;
  /** Called whenever orders may have changed, and before every notice; without `onView` also when a phase begins, and at the end. */
  readonly onProgress?: (progress: DayProgress) => void;
  /** Called with every notice, as it comes. */
  readonly onNotice?: (notice: ToldNotice) => void;
  /** The day's journal; null keeps it as long as the process lives. @default null */
  readonly journalPath?: string | null;
  /** Why new risk may be taken though the journal starts fresh in the middle of a day: the operator's reason, as for `resume`. @default null */
  readonly beginAnew?: string | null;
  /** What the operator asked before the day, and no file holds. @default nothing */
  readonly asked?: readonly OperatorRequest[];
  /** Where accounts are locked, so that no two processes of this user trade one; null locks none. @default null */
  readonly accountsDirectory?: string | null;
  /** Called at every look at the clock: the day makes progress. Must not throw. */
  readonly onBeat?: () => void;
  /** @default 'hold' */
  readonly onDivergence?: OnDivergence;
  /** Runs no strategy's code: squares off what the journal holds, and ends when that is flat. @default undefined */
  readonly flatten?: Extract<OperatorRequest, { action: 'flatten' }>;
  /** Code that must not run. @default none */
  readonly quarantine?: Quarantine;
  /** Files that are not loaded, since they ended an earlier process. @default none */
  readonly notLoaded?: readonly EndedLoading[];
  /** What is wrong with strategies that cannot be used: the day is run without them, unless none is left for it to begin with. @default nothing */
  readonly unusable?: readonly Problem[];
  /** These strategies. @default none */
  readonly leftOut?: readonly LeftOut[];
  /** A process that has loaded their modules, to run them in. Ended with the day. @default none */
  readonly handedOver?: HandedOver;
  /** Listens for a call to halt from outside; returns what ends the listening. */
  readonly listenForHalt?: (halt: (reason: string) => void) => () => void;
  /** Where the day is announced to whoever follows the account. @default no one follows */
  readonly board?: AccountBoard;
  /** Whether the day leaves a signed pack once it is over, as far as it has a journal. @default as the settings say, or in live */
  readonly evidence?: boolean;
  /** Whether the caller still writes a report before the day counts as put away. @default false */
  readonly isReportToCome?: boolean;
  /** Ends the day early. What was done is summed up; orders and positions stay as they are. */
  readonly signal?: AbortSignal;
}
