import { type CommandLog } from '../day/command-log.ts';
import { afterTheLastAnswer, statusOf } from '../day/day-status.ts';
import {
  type DayProgress,
  type DaySummary,
  type DayView,
  type StrategyView,
} from '../day/day-view.ts';
import { didNotRun, leftOpen } from '../day/left-open.ts';
import { type NoticeBoard } from '../day/notice-board.ts';
import { type TradingDay } from '../day/trading-day.ts';
import {
  type DayPicture,
  lockViews,
  noticeViews,
  orderViews,
  phaseAt,
  phaseFrom,
  pnlView,
  positionViews,
  stopViews,
  strategyViews,
  unprotectedLegs,
} from '../day/view-of-day.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { FILL_ASSUMPTIONS } from '../exchange/fills/fill-assumption.ts';
import { isWorking } from '../model/orders/order-machine.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { shownNotice, toldText } from '../notices/told-notice.ts';
import { type Settings } from '../settings/settings.ts';
import { type DayVenue } from '../venues/day-venue.ts';

/** A day that runs or ran. */
export interface RunningDay {
  readonly trading: TradingDay;
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly settings: Settings;
  readonly levels: () => DayView['levels'];
  /** What is to be said of market tables that have ended. */
  readonly tables: readonly string[];
}

/** The day as it stands, for people. */
export function viewOfDay(running: RunningDay): DayView {
  const { venue, day, settings } = running;
  const picture = pictureOf(running);
  const atMs = venue.time.clock.nowMs();
  return {
    date: day.date,
    atMs,
    mode: settings.mode,
    venue: venue.venue.name,
    speed: speedOf(venue),
    phase: phaseAt(day, atMs),
    phaseFromMs: phaseFrom(day, atMs),
    progress: progressAt(day, atMs),
    strategies: strategyViews(picture),
    levels: running.levels(),
    orders: orderViews(picture),
    positions: positionViews(picture),
    pnl: pnlView(picture),
    halt: haltOf(picture.view),
    locks: lockViews(picture.view),
    stops: stopViews(picture.view),
    notices: noticeViews(picture),
  };
}

/** The part of the day that is told line by line; costs little beside the whole view. */
export function progressOfDay({
  trading,
  venue,
  day,
}: Pick<RunningDay, 'trading' | 'venue' | 'day'>): DayProgress {
  const view = trading.view();
  // The run's own time, so that no notice of the same moment is told with an earlier one.
  const atMs = view.atMs ?? venue.time.clock.nowMs();
  const orders = orderViews({ view });
  return { atMs, phase: phaseAt(day, atMs), phaseFromMs: phaseFrom(day, atMs), orders };
}

/** What the day came to. */
export function summaryOfDay(running: RunningDay, log: CommandLog): DaySummary {
  const { trading, venue, day, settings } = running;
  const picture = pictureOf(running);
  const { result, view } = picture;
  const isOver = isAfterClose(running);
  const { unknownPositions, unresolved } = afterTheLastAnswer(statusOf(view));
  return {
    schemaVersion: 1,
    date: day.date,
    mode: settings.mode,
    venue: venue.venue.name,
    strategies: strategyViews(picture).map(atTheEnd(running)),
    orders: { ...countOrders(view), refused: trading.refusals },
    unprotected: unprotectedLegs(view),
    heldOrders: view.heldCount,
    open: leftOpen(view, isOver),
    unknownPositions,
    unresolved,
    didNotRun: didNotRun(view, isOver),
    halt: haltOf(view),
    locks: view.locks.map(({ runId, reason }) => `${runId ?? 'account'}: ${reason}`),
    journalProblem: trading.journalFailure?.detail ?? null,
    trades: result.trades,
    positions: positionViews(picture),
    grossPaise: result.grossPaise,
    costsPaise: result.costs.totalPaise,
    netPaise: result.netPaise,
    firstFillAfterRealMs: trading.firstFillAfterRealMs,
    commandLogSha256: log.sha256(),
    commands: log.count(),
    routes: venue.connection.transport.routes(),
    assumptions: assumptionsOf(running),
    tables: running.tables,
    ...problemsOf(trading.board),
    alerts: trading.board.alerts.map(shownNotice),
  };
}

function problemsOf({
  problems,
  problemsLeftOut,
}: NoticeBoard): Pick<DaySummary, 'problems' | 'notices'> {
  const more = problemsLeftOut === 0 ? [] : [`and ${String(problemsLeftOut)} more`];
  return { problems: [...problems.map(toldText), ...more], notices: problems.map(shownNotice) };
}

function haltOf({ halt: { state, reason } }: EngineView): DayView['halt'] {
  return { state, reason };
}

/** After the close a run that still listened has come to its end, unless the day was ended early. */
function atTheEnd(running: RunningDay): (strategy: StrategyView) => StrategyView {
  const isOver = isAfterClose(running);
  return (strategy) =>
    isOver && strategy.state === 'running' ? { ...strategy, state: 'completed' } : strategy;
}

function isAfterClose({ venue, day }: RunningDay): boolean {
  return phaseAt(day, venue.time.clock.nowMs()) === 'after-close';
}

function pictureOf({ trading, day }: RunningDay): DayPicture {
  const view = trading.view();
  const { runs, board } = trading;
  return { day, runs, view, result: trading.reckon(view), notices: board.recent };
}

function assumptionsOf({ venue, settings }: RunningDay): readonly string[] {
  const paper =
    settings.mode === 'paper'
      ? ['Paper orders fill in a local book at the quotes that were observed, after 20 to 120 ms']
      : [];
  const isSimulated = settings.mode === 'paper' || settings.venue.kind === 'simulator';
  return [
    ...venue.assumptions,
    ...paper,
    ...(isSimulated
      ? [FILL_ASSUMPTIONS['took-the-touch'], FILL_ASSUMPTIONS['rested-at-its-limit']]
      : []),
    'Costs are those of the rate table, as on a contract note',
  ];
}

function speedOf({ time }: DayVenue): number {
  return time.speed === 'max' ? Infinity : time.speed;
}

/** Share of the time from fifteen minutes before the open to the close. */
function progressAt({ sessions }: CalendarDay, atMs: number): number {
  const startMs = (sessions[0]?.startMs ?? atMs) - 15 * 60_000;
  const endMs = sessions.at(-1)?.endMs ?? atMs;
  if (endMs <= startMs) return 0;
  return Math.min(1, Math.max(0, (atMs - startMs) / (endMs - startMs)));
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
