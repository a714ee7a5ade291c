import { type Protection } from '../engine/protecting/clock-protection.ts';
import { type CustomPosition } from '../engine/webhooks/custom-position-book.ts';
import { type Halt } from '../model/orders/halt-and-lock.ts';
import { type Mode } from '../model/runs/run.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type ShownNotice, type ToldNotice } from '../notices/told-notice.ts';
import { type DayStatus } from './day-status.ts';
import { type DidNotRun, type OpenItem } from './left-open.ts';

/** A picture of the day as it stands, for people. Plain data; made anew at every change. */
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
  /** Last seen levels of the indices that somebody watches. */
  readonly levels: readonly { readonly symbol: string; readonly lastPaise: number }[];
  /** Newest first. */
  readonly orders: readonly OrderView[];
  readonly positions: readonly PositionView[];
  readonly pnl: PnlView;
  /** Whether new risk may be taken, and why not. */
  readonly halt: Pick<Halt, 'state' | 'reason'>;
  /** What holds entries back, oldest first. */
  readonly locks: readonly LockView[];
  /** How open legs with a stop stand. */
  readonly stops: readonly StopView[];
  /** Newest last; at most 50. */
  readonly notices: readonly ToldNotice[];
}

/** What a line-by-line account of the day is written from. */
export type DayProgress = Pick<DayView, 'atMs' | 'phase' | 'phaseFromMs' | 'orders'>;

/** One strategy's run. */
export interface StrategyView {
  readonly runId: string;
  /** `straddle`, and `straddle#2` for the second run of that strategy. */
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'completed' | 'failed' | 'held';
  /** What it did last, or waits for. */
  readonly note: string;
  readonly pnlPaise: number;
}

/** One order. */
export interface OrderView {
  /** Tells orders apart. */
  readonly tag: string;
  /** When it was decided. */
  readonly atMs: number;
  /** When the platform last changed it; when it was decided while no record was seen. */
  readonly updatedAtMs: number;
  readonly runId: string;
  readonly leg: string;
  readonly role: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantityUnits: number;
  readonly filledUnits: number;
  /** Limit or trigger price, paise; null for none. */
  readonly pricePaise: number | null;
  readonly averagePricePaise: number | null;
  /** Platform status, or `sending`, `unknown`, `refused`. */
  readonly status: string;
  /** Whether it may still fill. */
  readonly isWorking: boolean;
  readonly detail: string;
}

/** One open or closed leg, or a custom position of the platform. */
export interface PositionView {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  readonly netUnits: number;
  readonly averagePricePaise: number;
  readonly lastPaise: number | null;
  readonly pnlPaise: number | null;
  /** How a custom position of the platform stands; null for a leg. */
  readonly custom: CustomPosition['state'] | null;
  /** Whether nothing is sent for it, because an order of no run closed some of it. */
  readonly isPaused: boolean;
}

/** What holds entries back: of one strategy, or of the account. */
export interface LockView {
  /** Of the run, or `account`. */
  readonly name: string;
  readonly reason: string;
  /** Null: until the day ends, or what it says. */
  readonly untilMs: number | null;
}

/** How the stop of an open leg stands. */
export interface StopView {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  /** The nearest of its stop orders that work; null where none does. */
  readonly triggerPaise: number | null;
  /** How far the price has to move against the leg until the trigger; 0 or below: it is there. Null without a price or a trigger. */
  readonly awayPaise: number | null;
  readonly state: Protection['state'];
}

/** Profit and loss of the day, paise. */
export interface PnlView {
  readonly realisedPaise: number;
  readonly unrealisedPaise: number;
  readonly costsPaise: number;
}

/** A leg that was held without the stop that its strategy asked for. */
export interface UnprotectedView {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  /** Units without a stop at the end; 0 where it ended flat or protected. */
  readonly units: number;
  /** Since when at the end; null where it ended flat or protected. */
  readonly sinceMs: number | null;
  /** Longest stretch of the day, milliseconds. */
  readonly longestMs: number;
  /** What became of its last stop order, for people; may be empty. */
  readonly problem: string;
}

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
  readonly unprotected: readonly UnprotectedView[];
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
  readonly problems: readonly string[];
  /** The notices among the problems, with code and facts; at most 1,000. */
  readonly notices: readonly ShownNotice[];
  /** Warnings and worse that strategies told themselves, oldest first. */
  readonly alerts: readonly ShownNotice[];
}
