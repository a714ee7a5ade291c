import { type DayPicture } from '../audit/day-picture.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { type Protection } from '../engine/protecting/clock-protection.ts';
import { FILL_ASSUMPTIONS } from '../exchange/fills/fill-assumption.ts';
import { type Halt } from '../model/orders/halt-and-lock.ts';
import { isWorking } from '../model/orders/order-machine.ts';
import { type Mode } from '../model/runs/run.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type Notice, noticeText } from '../notices/notice.ts';
import { type ShownNotice, shownNotice, toldText } from '../notices/told-notice.ts';
import { type Clock } from '../ports/clock.ts';
import { type DayVenue } from '../venues/day-venue.ts';
import { type CommandLog } from './command-log.ts';
import { afterTheLastAnswer, type DayStatus, statusOf } from './day-status.ts';
import {
  phaseAt,
  type PositionView,
  positionViews,
  type RunningDay,
  type ShadowView,
  shadowView,
  standingOf,
  type StrategyView,
  strategyViews,
} from './day-view.ts';
import { type DidNotRun, didNotRun, leftOpen, type OpenItem } from './left-open.ts';
import { type TradingDay } from './trading-day.ts';
import { type StagedRun } from './staged-run.ts';

/** What a day came to. */
export interface DaySummary {
  readonly schemaVersion: 1;
  readonly date: IstDate;
  readonly mode: Mode;
  readonly venue: string;
  readonly strategies: readonly StrategyView[];
  readonly orders: {
    /** Those that the platform has: answered as accepted, or seen. */
    readonly placed: number;
    readonly filled: number;
    readonly working: number;
    readonly cancelled: number;
    readonly rejected: number;
    readonly refused: number;
    readonly unknown: number;
  };
  /** Legs that were held without the stop that their strategy asked for, longer than the bound or at the end. */
  readonly unprotected: readonly (Pick<Protection, 'runId' | 'leg' | 'symbol' | 'problem'> & {
    /** Units without a stop at the end; 0 where it ended flat or protected. */
    readonly units: number;
    /** Since when at the end; null where it ended flat or protected. */
    readonly sinceMs: number | null;
    /** Longest stretch of the day, milliseconds. */
    readonly longestMs: number;
  })[];
  /** Entries that never reached the platform and wait for the operator. */
  readonly heldOrders: number;
  /** What was to be flat and is not, or what the platform holds and the books do not. */
  readonly open: readonly OpenItem[];
  /** Position starts and text signals without a certain outcome. */
  readonly unknownPositions: DayStatus['unknownPositions'];
  /** Orders without a certain outcome, and held entries. */
  readonly unresolved: DayStatus['unresolved'];
  /** Strategies that could not do their work all day. */
  readonly didNotRun: readonly DidNotRun[];
  /** As at the end. */
  readonly halt: Pick<Halt, 'state' | 'reason'>;
  /** Limits that lock a run, or the account, at the end. */
  readonly locks: readonly string[];
  /** How the week stood at the end of what has a limit of the week. @default none */
  readonly weeks?: EngineView['weeks'];
  /** Why the journal could not be written at the end; null when it could. */
  readonly journalProblem: string | null;
  /** Round trips: how often legs went back to flat. */
  readonly trades: number;
  readonly positions: readonly PositionView[];
  readonly grossPaise: number;
  readonly costsPaise: number;
  readonly netPaise: number;
  /** Real milliseconds from the start to the first simulated fill; null when none. */
  readonly firstFillAfterRealMs: number | null;
  /** SHA-256 of the command log: equal for equal inputs and seed. */
  readonly commandLogSha256: string;
  readonly commands: number;
  /** Requests by method and route, as sent. Proof that paper asked no live route. */
  readonly routes: readonly { readonly route: string; readonly count: number }[];
  readonly assumptions: readonly string[];
  /** Market tables that have ended: what the day went by may have changed since. They are no problem of the day. */
  readonly tables: readonly string[];
  /** What was left or did harm: not what was settled since. */
  readonly problems: readonly string[];
  /** The notices among the problems, with code and facts; at most 1,000. */
  readonly notices: readonly ShownNotice[];
  /** Warnings and worse of which nothing is left: settled since, or mistakes of the operator that changed nothing. @default none */
  readonly settled?: readonly ShownNotice[];
  /** Warnings and worse that strategies told themselves, oldest first. */
  readonly alerts: readonly ShownNotice[];
  /** What shadow runs came to; no figure above counts them. @default null: there were none */
  readonly shadow?: ShadowSummary | null;
  /** Runs that take part in stages, with their fills beside the other side's. @default none */
  readonly stages?: readonly StagedRun[];
}

/** What the shadow runs of a day came to. */
export interface ShadowSummary extends ShadowView {
  /** SHA-256 of their command log, as that of a paper day of the same data. */
  readonly commandLogSha256: string;
  readonly commands: number;
}

/** What a day was traded on, as far as its summary says it. */
export interface SummedVenue extends Pick<DayVenue, 'assumptions'> {
  readonly venue: Pick<DayVenue['venue'], 'name'>;
  readonly time: { readonly clock: Pick<Clock, 'nowMs'> };
  readonly connection: {
    readonly transport: Pick<DayVenue['connection']['transport'], 'routes'>;
  };
}

/** A day, and what its summary says besides. */
export interface SummedUp extends Omit<RunningDay, 'venue'> {
  readonly venue: SummedVenue;
  readonly trading: RunningDay['trading'] &
    Pick<TradingDay, 'firstFillAfterRealMs'> & {
      readonly kernel: Pick<TradingDay['kernel'], 'journalFailure'>;
    };
  readonly log: Pick<CommandLog, 'sha256' | 'count'>;
  readonly shadow?:
    | (NonNullable<RunningDay['shadow']> & { readonly log: Pick<CommandLog, 'sha256' | 'count'> })
    | null;
  /** Market tables that have ended. */
  readonly endedTables: readonly Notice[];
}

/** What the day came to. */
export function summaryOfDay(running: SummedUp): DaySummary {
  const { trading, venue, day, settings, log } = running;
  const standing = standingOf(trading);
  const { books, result } = standing;
  const isOver = phaseAt(day, venue.time.clock.nowMs()) === 'after-close';
  const { unknownPositions, unresolved } = afterTheLastAnswer(statusOf(books));
  return {
    schemaVersion: 1,
    date: day.date,
    mode: settings.mode,
    venue: venue.venue.name,
    strategies: strategyViews(standing).map((of) => (isOver ? atTheEnd(of) : of)),
    orders: { ...countOrders(books), refused: standing.refusals },
    unprotected: unprotectedLegs(books),
    heldOrders: books.heldCount,
    open: leftOpen(books, isOver),
    unknownPositions,
    unresolved,
    didNotRun: didNotRun(books, isOver),
    halt: { state: books.halt.state, reason: books.halt.reason },
    locks: books.locks.map(({ runId, reason }) => `${runId ?? 'account'}: ${reason}`),
    ...(books.weeks.length === 0 ? {} : { weeks: books.weeks }),
    journalProblem: trading.kernel.journalFailure?.detail ?? null,
    trades: result.trades,
    positions: positionViews(standing),
    grossPaise: result.grossPaise,
    costsPaise: result.costs.totalPaise,
    netPaise: result.netPaise,
    firstFillAfterRealMs: trading.firstFillAfterRealMs,
    commandLogSha256: log.sha256(),
    commands: log.count(),
    routes: venue.connection.transport.routes(),
    assumptions: assumptionsOf(running),
    tables: running.endedTables.map((table) => noticeText(table)),
    ...problemsOf(standing),
    alerts: standing.alerts.map((alert) => shownNotice(alert)),
    shadow: shadowSummary(running, isOver),
  };
}

function shadowSummary(
  { shadow = null }: Pick<SummedUp, 'shadow'>,
  isOver: boolean,
): ShadowSummary | null {
  const view = shadowView({ shadow });
  if (view === null || shadow === null) return null;
  const { log } = shadow;
  const strategies = view.strategies.map((of) => (isOver ? atTheEnd(of) : of));
  return { ...view, strategies, commandLogSha256: log.sha256(), commands: log.count() };
}

function problemsOf({
  problems: all,
  settled = [],
  problemsLeftOut,
}: DayPicture): Pick<DaySummary, 'problems' | 'notices' | 'settled'> {
  const isOver = new Set(settled);
  const problems = all.filter((told) => !isOver.has(told));
  const more = problemsLeftOut === 0 ? [] : [`and ${String(problemsLeftOut)} more`];
  return {
    problems: [...problems.map((told) => toldText(told)), ...more],
    notices: problems.map((told) => shownNotice(told)),
    settled: settled.map((told) => shownNotice(told)),
  };
}

/** After the close a run that still listened has come to its end. */
function atTheEnd(strategy: StrategyView): StrategyView {
  return strategy.state === 'running' ? { ...strategy, state: 'completed' } : strategy;
}

function assumptionsOf({ venue, settings }: SummedUp): readonly string[] {
  const { mode } = settings;
  const isOnSimulator = settings.venue.kind === 'simulator';
  const paper =
    mode === 'paper'
      ? ['Paper orders fill in a local book at the quotes that were observed, after 20 to 120 ms']
      : [];
  return [
    ...venue.assumptions,
    ...paper,
    ...(mode === 'paper' || isOnSimulator
      ? [FILL_ASSUMPTIONS['took-the-touch'], FILL_ASSUMPTIONS['rested-at-its-limit']]
      : []),
    'Costs are those of the rate table, as on a contract note',
  ];
}

/** Legs that were held without the stop that their strategy asked for, longer than the bound or as things stand. */
export function unprotectedLegs({
  protections,
}: Pick<EngineView, 'protections'>): DaySummary['unprotected'] {
  return protections
    .filter(({ isBeyondBound, unprotectedSinceMs }) => isBeyondBound || unprotectedSinceMs !== null)
    .map(({ runId, leg, symbol, problem, ...at }) => {
      const { unprotectedSinceMs: sinceMs, longestUnprotectedMs: longestMs } = at;
      const units = sinceMs === null ? 0 : at.heldUnits - at.protectedUnits;
      return { runId, leg, symbol, units, sinceMs, longestMs, problem };
    });
}

/** How many orders the platform has, by what became of them; one that was answered as accepted works until it is seen. */
export function countOrders({
  intents,
  unknownCount,
}: Pick<EngineView, 'intents' | 'unknownCount'>): Omit<DaySummary['orders'], 'refused'> {
  const records = intents.flatMap(({ orders }) => orders);
  const withStatus = (status: string): number =>
    records.filter((order) => order.status === status).length;
  const unseen = intents.filter(({ state, orders }) => state === 'accepted' && orders.length === 0);
  const rejectedAtOnce = intents.filter(({ state }) => state === 'rejected').length;
  return {
    placed: records.length + unseen.length,
    filled: withStatus('completed'),
    working: records.filter(isWorking).length + unseen.length,
    cancelled: withStatus('cancelled'),
    rejected: withStatus('rejected') + rejectedAtOnce,
    unknown: unknownCount,
  };
}
