import { type EngineView, type IntentState } from '../engine/engine-view.ts';
import { type CalendarDay } from '../model/calendar.ts';
import { isWorking, type OrderTerms } from '../model/order.ts';
import { type RunHeader, runName } from '../model/run.ts';
import { type DayResult } from './day-ledger.ts';
import {
  type DayView,
  type OrderView,
  type PnlView,
  type PositionView,
  type StrategyView,
} from './day-view.ts';
import { type Notice } from './notice.ts';

/** What a picture is drawn from. */
export interface DayPicture {
  readonly day: CalendarDay;
  readonly runs: readonly RunHeader[];
  readonly view: EngineView;
  readonly result: DayResult;
  readonly notices: readonly Notice[];
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
function noteOf(notice: Notice | undefined, order: IntentState | undefined): string {
  if (order === undefined || (notice !== undefined && notice.atMs >= order.plannedAtMs)) {
    return notice?.message ?? 'no order yet';
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
