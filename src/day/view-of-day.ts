import { type EngineView, type IntentState, type PositionState } from '../engine/engine-view.ts';
import { isWorking } from '../model/orders/order-machine.ts';
import { type OrderTerms } from '../model/orders/order.ts';
import { type RunHeader, runName } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type ToldNotice, toldText } from '../notices/told-notice.ts';
import { type DayResult } from './day-ledger.ts';
import {
  type DayView,
  type LockView,
  type OrderView,
  type PnlView,
  type PositionView,
  type StopView,
  type StrategyView,
  type UnprotectedView,
} from './day-view.ts';

/** What a picture is drawn from. */
export interface DayPicture {
  readonly day: CalendarDay;
  readonly runs: readonly RunHeader[];
  readonly view: EngineView;
  readonly result: DayResult;
  readonly notices: readonly ToldNotice[];
}

const NOTICES_SHOWN = 50;

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

/** Strategies in the order of the configuration. */
export function strategyViews({ runs, view, result, notices }: DayPicture): StrategyView[] {
  return runs.map(({ runId }) => {
    const run = view.runs.find((state) => state.runId === runId);
    const lastNotice = notices.findLast((notice) => notice.runId === runId);
    const lastOrder = view.intents.findLast((intent) => intent.runId === runId);
    const legs = result.legs.filter((leg) => leg.runId === runId);
    return {
      runId,
      name: runName(runId),
      state: run === undefined ? 'waiting' : run.state,
      note:
        run?.state === 'failed' || run?.state === 'held'
          ? run.detail
          : noteOf(lastNotice, lastOrder),
      pnlPaise: legs.reduce((sum, leg) => sum + leg.grossPaise, 0),
    };
  });
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
export function orderViews({ view }: Pick<DayPicture, 'view'>): OrderView[] {
  return view.intents.map(orderView).reverse();
}

/** States of what was never seen at the platform, and never will fill. */
const ENDED: readonly IntentState['state'][] = ['rejected', 'absent', 'refused'];

function orderView(intent: IntentState): OrderView {
  const { tag, plannedAtMs: atMs, runId, leg, role, symbol, side, quantityUnits } = intent;
  const asked = { tag, atMs, runId, leg, role, symbol, side, quantityUnits };
  const record = intent.orders.at(-1);
  if (record === undefined) {
    return {
      ...asked,
      updatedAtMs: atMs,
      filledUnits: 0,
      pricePaise: priceOf(intent.terms),
      averagePricePaise: null,
      status: intent.state,
      isWorking: !ENDED.includes(intent.state),
      detail: intent.detail,
    };
  }
  const { filledUnits, filledValuePaise } = record;
  return {
    ...asked,
    updatedAtMs: record.updatedAtMs,
    filledUnits,
    pricePaise: priceOf(record.terms),
    averagePricePaise: filledUnits === 0 ? null : Math.round(filledValuePaise / filledUnits),
    status: record.statusWord,
    isWorking: isWorking(record),
    detail: record.rejectionReason,
  };
}

function priceOf(terms: OrderTerms | null): number | null {
  if (terms?.kind === 'limit') return terms.pricePaise;
  return terms?.kind === 'stop' ? terms.triggerPricePaise : null;
}

/** Legs that traded, and custom positions. */
export function positionViews({ view, result }: DayPicture): PositionView[] {
  const legs = view.positions.map((position): PositionView => {
    const { runId, leg, contract, netUnits, averagePricePaise, lastPaise, profitPaise } = position;
    const symbol = contract.symbol;
    const reckoned = result.legs.find(
      (line) => line.runId === runId && line.leg === leg && line.symbol === symbol,
    );
    const pnlPaise = profitPaise ?? reckoned?.grossPaise ?? null;
    const prices = { averagePricePaise, lastPaise, pnlPaise };
    const isPaused = view.pausedLegs.some((of) => of.runId === runId && of.leg === leg);
    return { runId, leg, symbol, netUnits, ...prices, custom: null, isPaused };
  });
  const custom = view.customPositions.map(({ runId, position, state }): PositionView => ({
    runId,
    leg: position,
    symbol: `custom position ${state}`,
    netUnits: 0,
    averagePricePaise: 0,
    lastPaise: null,
    pnlPaise: null,
    custom: state,
    isPaused: false,
  }));
  return [...legs, ...custom];
}

/** Profit of the day: closed, open, and what it cost so far. */
export function pnlView({ result }: DayPicture): PnlView {
  const realisedPaise = result.legs.reduce((sum, { position }) => sum + position.realisedPaise, 0);
  return {
    realisedPaise,
    unrealisedPaise: result.grossPaise - realisedPaise,
    costsPaise: result.costs.totalPaise,
  };
}

/** The last notices, oldest first. */
export function noticeViews({ notices }: DayPicture): DayView['notices'] {
  return notices.slice(-NOTICES_SHOWN);
}

/** The part of an engine's picture that stops are seen in. */
export interface StopsSeen {
  readonly positions: readonly Pick<
    PositionState,
    'runId' | 'leg' | 'contract' | 'netUnits' | 'lastPaise'
  >[];
  readonly protections: readonly Pick<
    EngineView['protections'][number],
    'runId' | 'leg' | 'symbol' | 'state'
  >[];
  readonly intents: readonly Pick<IntentState, 'runId' | 'leg' | 'symbol' | 'side' | 'orders'>[];
}

/** How each open leg with a stop stands: its trigger, and how far the price is from it. */
export function stopViews(view: StopsSeen): readonly StopView[] {
  return view.positions.flatMap((position): readonly StopView[] => {
    const { runId, leg, netUnits } = position;
    const { symbol } = position.contract;
    if (netUnits === 0) return [];
    const protection = view.protections.find(
      (of) => of.runId === runId && of.leg === leg && of.symbol === symbol,
    );
    const triggerPaise = nearestTrigger(position, view.intents);
    const state = protection?.state ?? null;
    if (triggerPaise === null && (state === null || state === 'unasked')) return [];
    const awayPaise = awayOf(position, triggerPaise);
    return [{ runId, leg, symbol, triggerPaise, awayPaise, state: state ?? 'standing' }];
  });
}

/** How far the price is from a trigger, in the direction in which it hurts. */
function awayOf(
  { netUnits, lastPaise }: StopsSeen['positions'][number],
  triggerPaise: number | null,
): number | null {
  if (triggerPaise === null || lastPaise === null) return null;
  return netUnits < 0 ? triggerPaise - lastPaise : lastPaise - triggerPaise;
}

/** The trigger that the price meets first, of stop orders that work; null where there is none. */
function nearestTrigger(
  { runId, leg, contract, netUnits }: StopsSeen['positions'][number],
  intents: StopsSeen['intents'],
): number | null {
  const side = netUnits < 0 ? 'buy' : 'sell';
  const triggers = intents
    .filter((of) => of.runId === runId && of.leg === leg && of.symbol === contract.symbol)
    .filter((of) => of.side === side)
    .flatMap(({ orders }) => orders.filter(isWorking))
    .flatMap(({ terms }) => (terms.kind === 'stop' ? terms.triggerPricePaise : []));
  if (triggers.length === 0) return null;
  return side === 'buy' ? Math.min(...triggers) : Math.max(...triggers);
}

/** What holds entries back, oldest first. */
export function lockViews({ locks }: Pick<EngineView, 'locks'>): readonly LockView[] {
  return locks.map(({ runId, reason, untilMs }) => ({
    name: runId === null ? 'account' : runName(runId),
    reason,
    untilMs,
  }));
}

/** Legs that were held without the stop that their strategy asked for, longer than the bound or as things stand. */
export function unprotectedLegs({ protections }: EngineView): readonly UnprotectedView[] {
  return protections
    .filter(({ isBeyondBound, unprotectedSinceMs }) => isBeyondBound || unprotectedSinceMs !== null)
    .map(({ runId, leg, symbol, problem, ...at }) => {
      const { unprotectedSinceMs: sinceMs, longestUnprotectedMs: longestMs } = at;
      const units = sinceMs === null ? 0 : at.heldUnits - at.protectedUnits;
      return { runId, leg, symbol, units, sinceMs, longestMs, problem };
    });
}
