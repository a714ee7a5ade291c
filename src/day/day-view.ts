import { type DayPicture } from '../audit/day-picture.ts';
import {
  type EngineView,
  type IntentState,
  type PositionState,
  type RunState,
} from '../engine/engine-view.ts';
import { type CustomPosition } from '../engine/webhooks/custom-position-book.ts';
import { type Halt, type Lock } from '../model/orders/halt-and-lock.ts';
import { isWorking } from '../model/orders/order-machine.ts';
import { type OrderTerms } from '../model/orders/order.ts';
import { type Mode, type RunHeader, runName } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type ToldNotice, toldText } from '../notices/told-notice.ts';
import { type Settings } from '../settings/settings.ts';
import { type DayVenue } from '../venues/day-venue.ts';
import { type DayResult } from './day-ledger.ts';
import { brokerShown } from './day-records.ts';
import { type StopView, stopViews } from './stop-view.ts';
import { type TradingDay } from './trading-day.ts';

/** A day that runs or ran. */
export interface RunningDay {
  readonly trading: Pick<TradingDay, 'picture' | 'reckon' | 'runs'>;
  /** Its shadow runs. @default null: it has none */
  readonly shadow?: { readonly trading: RunningDay['trading'] } | null;
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly settings: Pick<Settings, 'mode' | 'venue'>;
}

/** The day as a terminal draws it. Plain data, rebuilt for each view. */
export interface DayView {
  readonly date: IstDate;
  readonly atMs: number;
  readonly mode: Mode;
  /** `built-in simulator` or `platform`. */
  readonly venue: string;
  /** Run seconds per real second; 1 on the wall clock. */
  readonly speed: number;
  readonly phase: 'before-open' | 'open' | 'between-sessions' | 'after-close' | 'closed-day';
  /** When the phase began: an edge of a session, or `null` for the first of the day. */
  readonly phaseFromMs: number | null;
  /** Share of the day that has passed, 0 to 1. */
  readonly progress: number;
  readonly strategies: readonly StrategyView[];
  readonly levels: DayPicture['levels'];
  /** Newest first. */
  readonly orders: readonly OrderView[];
  readonly positions: readonly PositionView[];
  /** Paise. */
  readonly pnl: Readonly<Record<'realisedPaise' | 'unrealisedPaise' | 'costsPaise', number>>;
  /** Whether new risk may be taken, and why not. */
  readonly halt: Pick<Halt, 'state' | 'reason'>;
  /** What holds entries back, oldest first, by the name of the run or `account`. */
  readonly locks: readonly (Pick<Lock, 'reason' | 'untilMs'> & { readonly name: string })[];
  /** How open legs with a stop stand. */
  readonly stops: readonly StopView[];
  /** Newest last; at most 50. */
  readonly notices: readonly ToldNotice[];
  /** The shadow runs, which are in none of the above. @default null: there are none */
  readonly shadow?: ShadowView | null;
}

/** How shadow runs stand: what live ones would, filled by the paper rules. Their profit is not the account's. */
export type ShadowView = Pick<DayView, 'strategies' | 'orders' | 'positions' | 'pnl'>;

/** What a line-by-line account of the day is written from. */
export interface DayProgress extends Pick<DayView, 'atMs' | 'phase' | 'phaseFromMs' | 'orders'> {
  /** Whether its orders are those that an earlier process knew: this one has done nothing yet. @default false */
  readonly isRecovered?: boolean;
}

/** One strategy's run. */
export interface StrategyView {
  readonly runId: string;
  /** `straddle`, and `straddle#2` for the second run of that strategy. */
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'completed' | 'failed' | 'held';
  /** What it did last, or waits for. */
  readonly note: string;
  readonly pnlPaise: number;
  /** Where it trades one lot a leg. @default what its strategy asks for */
  readonly stage?: 'one-lot';
  /** The broker that it trades through. @default the account's own */
  readonly broker?: string;
}

/** One open or closed leg, or a custom position of the platform. */
export interface PositionView extends Pick<
  PositionState,
  'runId' | 'leg' | 'netUnits' | 'averagePricePaise' | 'lastPaise'
> {
  readonly symbol: string;
  readonly pnlPaise: number | null;
  /** How a custom position of the platform stands; null for a leg. */
  readonly custom: CustomPosition['state'] | null;
  /** Whether nothing is sent for it: an order of no run closed some of it, or no one has confirmed it. */
  readonly isPaused: boolean;
  /** Whether it was carried overnight, and no one has confirmed that it is still there. */
  readonly isUnconfirmed: boolean;
}

const NOTICES_SHOWN = 50;

/** The day as it stands, for people. */
export function viewOfDay(running: RunningDay): DayView {
  const { trading, venue, day, settings } = running;
  const standing = standingOf(trading);
  const { books, levels, notices } = standing;
  const { halt } = books;
  const atMs = venue.time.clock.nowMs();
  return {
    date: day.date,
    atMs,
    mode: settings.mode,
    venue: venue.venue.name,
    speed: venue.time.speed === 'max' ? Infinity : venue.time.speed,
    phase: phaseAt(day, atMs),
    phaseFromMs: phaseFrom(day, atMs),
    progress: progressAt(day, atMs),
    strategies: strategyViews(standing),
    levels,
    orders: orderViews(books),
    positions: positionViews(standing),
    pnl: pnlView(standing),
    halt: { state: halt.state, reason: halt.reason },
    locks: lockViews(books),
    stops: stopViews(books),
    notices: notices.slice(-NOTICES_SHOWN),
    shadow: shadowView(running),
  };
}

/** The shadow runs of a day; null where it has none. */
export function shadowView({ shadow = null }: Pick<RunningDay, 'shadow'>): ShadowView | null {
  if (shadow === null) return null;
  const standing = standingOf(shadow.trading);
  return {
    strategies: strategyViews(standing),
    orders: orderViews(standing.books),
    positions: positionViews(standing),
    pnl: pnlView(standing),
  };
}

/** The part of the day that is printed line by line; cheap beside the whole view. */
export function progressOfDay({ trading, venue, day }: RunningDay): DayProgress {
  const { books } = trading.picture();
  // The run's own time, so that notices of one moment share a time.
  const atMs = books.atMs ?? venue.time.clock.nowMs();
  const orders = orderViews(books);
  return { atMs, phase: phaseAt(day, atMs), phaseFromMs: phaseFrom(day, atMs), orders };
}

/** A picture of the day, its owner and its profit. */
export interface DayStanding extends Pick<DayPicture, 'books' | 'notices'> {
  readonly runs: readonly RunHeader[];
  readonly result: DayResult;
}

/** How a day stands. */
export function standingOf(trading: RunningDay['trading']): DayPicture & DayStanding {
  const picture = trading.picture();
  return { ...picture, runs: trading.runs, result: trading.reckon(picture.books) };
}

/** The phase of a day at an instant. */
export function phaseAt({ sessions }: CalendarDay, atMs: number): DayView['phase'] {
  const first = sessions[0];
  if (first === undefined) return 'closed-day';
  if (atMs < first.startMs) return 'before-open';
  if (sessions.every(({ endMs }) => endMs <= atMs)) return 'after-close';
  return sessions.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
    ? 'open'
    : 'between-sessions';
}

/** When the phase of an instant began: an edge of a session; null before the first, and on a closed day. */
export function phaseFrom({ sessions }: CalendarDay, atMs: number): number | null {
  const edges = sessions.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  return edges.findLast((edgeMs) => edgeMs <= atMs) ?? null;
}

/** Share of the time from fifteen minutes before the open to the close. */
function progressAt({ sessions }: CalendarDay, atMs: number): number {
  const startMs = (sessions[0]?.startMs ?? atMs) - 15 * 60_000;
  const endMs = sessions.at(-1)?.endMs ?? atMs;
  if (endMs <= startMs) return 0;
  return Math.min(1, Math.max(0, (atMs - startMs) / (endMs - startMs)));
}

/** Strategies in the order of the configuration. */
export function strategyViews({ runs, books, result, notices }: DayStanding): StrategyView[] {
  return runs.map(({ runId }) => {
    const run = books.runs.find((state) => state.runId === runId);
    const lastNotice = notices.findLast((notice) => notice.runId === runId);
    const lastOrder = books.intents.findLast((intent) => intent.runId === runId);
    const legs = result.legs.filter((leg) => leg.runId === runId);
    return {
      runId,
      name: runName(runId),
      state: run === undefined ? 'waiting' : run.state,
      note:
        run?.state === 'failed' || run?.state === 'held'
          ? run.detail
          : (staleNote(books.staleSources, runId) ?? noteOf(lastNotice, lastOrder)),
      pnlPaise: legs.reduce((sum, leg) => sum + leg.grossPaise, 0),
      ...(run?.stage === 'one-lot' ? { stage: run.stage } : {}),
      ...brokerOfRow(run),
    };
  });
}

/** What a run waits for without knowing it. */
function staleNote(stale: EngineView['staleSources'], runId: string): string | null {
  const sources = stale.filter((of) => of.runId === runId).map(({ source }) => `"${source}"`);
  return sources.length === 0 ? null : `waits for a value of ${sources.join(', ')}`;
}

function brokerOfRow(run: RunState | undefined): Pick<StrategyView, 'broker'> {
  const broker = run === undefined ? null : brokerShown(run.broker);
  return broker === null ? {} : { broker };
}

/** What a run did last. */
function noteOf(notice: ToldNotice | undefined, order: IntentState | undefined): string {
  if (order === undefined || (notice !== undefined && notice.atMs >= order.plannedAtMs)) {
    return notice === undefined ? 'no order yet' : toldText(notice);
  }
  const { side, quantityUnits, symbol, leg, role, orders, state } = order;
  const status = orders.at(-1)?.statusWord ?? state;
  return `${side} ${String(quantityUnits)} ${symbol} (${leg} ${role}): ${status}`;
}

/** Orders that were sent or refused, newest first. */
export function orderViews({ intents }: Pick<EngineView, 'intents'>): OrderView[] {
  return intents.map(orderView).reverse();
}

/** States of what was never seen at the platform, and never will fill. */
const ENDED: readonly IntentState['state'][] = ['rejected', 'absent', 'refused'];

/** An order: as decided and, once a record was seen, as the platform shows it. `updatedAtMs` is then the platform's. Paise. */
export type OrderView = ReturnType<typeof orderView>;

function orderView(intent: IntentState) {
  const { tag, plannedAtMs: atMs, runId, leg, role, symbol, side, quantityUnits } = intent;
  const record = intent.orders.at(-1);
  const { updatedAtMs, filledUnits, filledValuePaise, terms, statusWord, rejectionReason } =
    record ?? unseen(intent);
  return {
    ...{ tag, atMs, runId, leg, role, symbol, side, quantityUnits },
    updatedAtMs,
    filledUnits,
    pricePaise: priceOf(terms),
    averagePricePaise: filledUnits === 0 ? null : Math.round(filledValuePaise / filledUnits),
    status: statusWord,
    isWorking: record === undefined ? !ENDED.includes(intent.state) : isWorking(record),
    detail: rejectionReason,
  };
}

function unseen({ plannedAtMs, terms, state, detail }: IntentState) {
  const nothing = { updatedAtMs: plannedAtMs, filledUnits: 0, filledValuePaise: 0 };
  return { ...nothing, terms, statusWord: state, rejectionReason: detail };
}

function priceOf(terms: OrderTerms | null): number | null {
  if (terms?.kind === 'limit') return terms.pricePaise;
  return terms?.kind === 'stop' ? terms.triggerPricePaise : null;
}

/** Legs that traded, and custom positions. */
export function positionViews({
  books,
  result,
}: Pick<DayStanding, 'books' | 'result'>): PositionView[] {
  const legs = books.positions.map((position): PositionView => {
    const { runId, leg, contract, netUnits, averagePricePaise, lastPaise, profitPaise } = position;
    const symbol = contract.symbol;
    const computed = result.legs.find(
      (line) => line.runId === runId && line.leg === leg && line.symbol === symbol,
    );
    const pnlPaise = profitPaise ?? computed?.grossPaise ?? null;
    const prices = { averagePricePaise, lastPaise, pnlPaise };
    const paused = books.pausedLegs.find((of) => of.runId === runId && of.leg === leg);
    const isPaused = paused !== undefined;
    const isUnconfirmed = paused?.cause === 'carried';
    return { runId, leg, symbol, netUnits, ...prices, custom: null, isPaused, isUnconfirmed };
  });
  const custom = books.customPositions.map(({ runId, position, state }): PositionView => ({
    runId,
    leg: position,
    symbol: `custom position ${state}`,
    netUnits: 0,
    averagePricePaise: 0,
    lastPaise: null,
    pnlPaise: null,
    custom: state,
    isPaused: false,
    isUnconfirmed: false,
  }));
  return [...legs, ...custom];
}

/** Profit of the day: closed, open, and what it cost so far. */
export function pnlView({ result }: Pick<DayStanding, 'result'>): DayView['pnl'] {
  const realisedPaise = result.legs.reduce((sum, { position }) => sum + position.realisedPaise, 0);
  return {
    realisedPaise,
    unrealisedPaise: result.grossPaise - realisedPaise,
    costsPaise: result.costs.totalPaise,
  };
}

/** What holds entries back: what the program keeps them back for, then locks, oldest first. */
export function lockViews({
  locks,
  vetoes,
}: Pick<EngineView, 'locks' | 'vetoes'>): DayView['locks'] {
  const kept = vetoes.map(({ runId, by, code, found }) => {
    return { runId, reason: `kept back by ${by} (${code}): ${found}`, untilMs: null };
  });
  return [...kept, ...locks].map(({ runId, reason, untilMs }) => ({
    name: runId === null ? 'account' : runName(runId),
    reason,
    untilMs,
  }));
}
