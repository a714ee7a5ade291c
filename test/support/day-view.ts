import { type DaySummary } from '../../src/day/day-summary.ts';
import { type DayView, type OrderView, type PositionView } from '../../src/day/day-view.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { noticeOf } from '../../src/notices/notice.ts';
import { type ShownNotice, toldAt, type ToldNotice } from '../../src/notices/told-notice.ts';

/** 10:15 IST on a trading day. */
export const AT_MS = instantAt('2026-11-20', '10:15');

/** A day with one strategy, to be varied. */
export function dayView(parts: Partial<DayView> = {}): DayView {
  return {
    halt: { state: 'active', reason: '' },
    date: '2026-11-20',
    atMs: AT_MS,
    mode: 'paper',
    venue: 'built-in simulator',
    speed: 600,
    phase: 'open',
    phaseFromMs: instantAt('2026-11-20', '09:15'),
    progress: 0.25,
    strategies: [
      {
        runId: 'short-straddle@2026-11-20/paper',
        name: 'short-straddle',
        state: 'running',
        note: 'watching stops',
        pnlPaise: 123_450,
      },
    ],
    levels: [],
    orders: [],
    positions: [],
    pnl: { realisedPaise: 0, unrealisedPaise: 123_450, costsPaise: 4_000 },
    locks: [],
    stops: [],
    notices: [],
    ...parts,
  };
}

/** A filled entry, to be varied. */
export function orderView(parts: Partial<OrderView> = {}): OrderView {
  return {
    tag: 't1',
    atMs: AT_MS,
    updatedAtMs: AT_MS,
    runId: 'short-straddle@2026-11-20/paper',
    leg: 'ce',
    role: 'entry',
    symbol: 'NIFTY261124C26000',
    side: 'sell',
    quantityUnits: 65,
    filledUnits: 65,
    pricePaise: 10_000,
    averagePricePaise: 10_250,
    status: 'completed',
    isWorking: false,
    detail: '',
    ...parts,
  };
}

/** An open short leg, to be varied. */
export function positionView(parts: Partial<PositionView> = {}): PositionView {
  return {
    runId: 'short-straddle@2026-11-20/paper',
    leg: 'ce',
    symbol: 'NIFTY261124C26000',
    netUnits: -65,
    averagePricePaise: 10_250,
    lastPaise: 9_800,
    pnlPaise: 29_250,
    custom: null,
    isPaused: false,
    isUnconfirmed: false,
    ...parts,
  };
}

/** A notice, to be varied. */
export function noticeView({
  atMs = AT_MS,
  severity = 'info',
  runId = null,
  message = 'Market is open',
}: Partial<Pick<ShownNotice, 'atMs' | 'severity' | 'runId' | 'message'>> = {}): ToldNotice {
  return toldAt(atMs, noticeOf('alert', runId, { severity, message }));
}

/** The summary of a day on which nothing happened, to be varied. */
export function aSummary(parts: Partial<DaySummary> = {}): DaySummary {
  return {
    schemaVersion: 1,
    date: '2026-11-20',
    mode: 'paper',
    venue: 'built-in simulator',
    strategies: [],
    orders: { placed: 0, filled: 0, working: 0, cancelled: 0, rejected: 0, refused: 0, unknown: 0 },
    unprotected: [],
    heldOrders: 0,
    open: [],
    unknownPositions: [],
    unresolved: [],
    didNotRun: [],
    halt: { state: 'active', reason: '' },
    locks: [],
    journalProblem: null,
    trades: 0,
    positions: [],
    grossPaise: 0,
    costsPaise: 0,
    netPaise: 0,
    firstFillAfterRealMs: null,
    commandLogSha256: '0123456789abcdef0123',
    commands: 0,
    routes: [],
    assumptions: [],
    tables: [],
    problems: [],
    notices: [],
    alerts: [],
    ...parts,
  };
}
