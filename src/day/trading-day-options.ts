import { type AuditEntry } from '../audit/audit-entry.ts';
import { type EngineLimits } from '../engine/engine-limits.ts';
import { type KernelOptions } from '../kernel/kernel-options.ts';
import { type Venue } from '../kernel/venue.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { type WeekSoFar } from '../model/runs/week-so-far.ts';
import { type Mode } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import { type Clock } from '../ports/clock.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { type KnownPriceFeed } from '../ports/price-feed.ts';
import { type HostProcesses, type RunHost } from '../ports/run-host.ts';
import { type CarriedOverNight } from '../recovery/carried-over.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type History } from '../streams/warmup.ts';
import { type CommandLog } from './command-log.ts';
import { type OpenRunSources } from './open-run-sources.ts';
import { type Quarantine } from './quarantine.ts';
import { type StrategyStores } from './strategy-stores.ts';

/** What happens to a run whose replay differs: it waits for the operator, or this is done at once. */
export type OnDivergence = 'hold' | 'adopt' | 'flatten' | 'stop';

/** What one day of one account is made of. */
export interface TradingDayOptions extends Pick<
  KernelOptions,
  'stalls' | 'platformClock' | 'onStep' | 'onAnswer'
> {
  readonly day: CalendarDay;
  readonly mode: Mode;
  readonly account: string;
  readonly brokerId: string;
  readonly seed: string;
  readonly strategies: readonly LoadedStrategy[];
  readonly knowledge: MarketKnowledge;
  readonly venue: Venue;
  /** What a run may wait for. @default what the market's tables know */
  readonly underlyings?: readonly string[];
  /** Bars of earlier days for runs that ask, of days without a journal: a recovered run has none. @default the price source is asked */
  readonly history?: History;
  readonly clock: Clock;
  /** Where the runs live. @default in this process and thread */
  readonly host?: RunHost;
  /** Where the authors' own inputs are opened. @default in this process */
  readonly openSources?: OpenRunSources;
  /** The processes in which they are open. @default there are none */
  readonly sourceProcesses?: () => HostProcesses;
  /** Prices that are known ahead, of days without a journal. @default null: the venue is polled for them */
  readonly prices?: KnownPriceFeed | null;
  readonly requests: 'at-once' | 'in-order';
  readonly limits: Partial<EngineLimits>;
  /** With a journal: empty, to be filled from it. */
  readonly stores: StrategyStores;
  /** What runs that start hold from earlier days. @default nothing */
  readonly carried?: CarriedOverNight;
  /** What earlier days of the week brought, of days without a journal: with one it knows. @default null: nothing */
  readonly week?: WeekSoFar | null;
  /** Where the day is kept, and recovered from when it holds a part of it. Null keeps nothing. @default null */
  readonly journal?: ReadableJournal | null;
  /** What program this is. @default 'unnamed' */
  readonly build?: string;
  /** @default 'hold' */
  readonly onDivergence?: OnDivergence;
  /** No strategy's code runs, only what the journal holds is looked after: that of a run, or of all. @default undefined */
  readonly codeless?: { readonly runId: string | null };
  /** Code that must not run. @default none */
  readonly quarantine?: Quarantine;
  readonly log: CommandLog;
  readonly onNotice: (notice: ToldNotice) => void;
  /** Called with all that happens, as it does: not with what a recovered journal holds. @default no one looks on */
  readonly onEntry?: (entry: AuditEntry) => void;
  /** Whose levels are in the picture of the day. @default none */
  readonly indices?: readonly string[];
}
