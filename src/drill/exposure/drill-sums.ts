import { kept } from '../../base/kept.ts';
import { type DrillDayResult } from '../drill-day.ts';
import {
  type ExplainedSpan,
  lengthMs,
  longer,
  type StrategyExposure,
} from './strategy-exposure.ts';

/** What all days of a drill showed of one strategy. */
export interface StrategySum {
  days: number;
  daysWithOrders: number;
  orders: number;
  refusals: number;
  daysFailed: number;
  /** Days on which it failed though nothing made strategies misbehave (F45) or changed them (F46). */
  daysFailedByItself: number;
  firstFailure: { readonly seed: number; readonly message: string } | null;
}

const NOTHING: StrategySum = {
  days: 0,
  daysWithOrders: 0,
  orders: 0,
  refusals: 0,
  daysFailed: 0,
  daysFailedByItself: 0,
  firstFailure: null,
};

/** Adds what a day showed of its strategies to what is known of each, by name. */
export function addRuns(
  sums: Map<string, StrategySum>,
  seed: number,
  { runs, canMisbehave }: Pick<DrillDayResult, 'runs' | 'canMisbehave'>,
): void {
  for (const { strategy, orders, refusals, failure } of runs) {
    const sum = kept(sums, strategy, () => ({ ...NOTHING }));
    sum.days += 1;
    sum.daysWithOrders += Number(orders > 0);
    sum.orders += orders;
    sum.refusals += refusals;
    if (failure === null) continue;
    sum.daysFailed += 1;
    sum.daysFailedByItself += Number(!canMisbehave);
    sum.firstFailure ??= { seed, message: failure };
  }
}

/** Where something was worst, when, and what was there to bring it about. */
interface WorstSpan extends ExplainedSpan {
  readonly seed: number;
}

/** What the days of a drill showed of the strategies. */
export interface ExposureSum {
  nakedMsMax: number;
  unstoppedMsMax: number;
  positionsLeft: number;
  missedExits: number;
  /** Null where there was nothing. */
  readonly worst: {
    naked: WorstSpan | null;
    unstopped: WorstSpan | null;
    left: WorstSpan | null;
    missedExits: { readonly seed: number } | null;
  };
}

/** Adds up what days showed, and remembers the worst of them. */
export class ExposureSums {
  readonly sum: ExposureSum = {
    nakedMsMax: 0,
    unstoppedMsMax: 0,
    positionsLeft: 0,
    missedExits: 0,
    worst: { naked: null, unstopped: null, left: null, missedExits: null },
  };
  #leftMax = 0;
  #missedMax = 0;

  take(seed: number, day: StrategyExposure): void {
    const { sum } = this;
    const { worst } = sum;
    worst.naked = longer(worst.naked, day.naked && { ...day.naked, seed });
    worst.unstopped = longer(worst.unstopped, day.unstopped && { ...day.unstopped, seed });
    if (day.positionsLeft > this.#leftMax && day.left !== null) worst.left = { ...day.left, seed };
    if (day.missedExits > this.#missedMax) worst.missedExits = { seed };
    this.#leftMax = Math.max(this.#leftMax, day.positionsLeft);
    this.#missedMax = Math.max(this.#missedMax, day.missedExits);
    sum.nakedMsMax = lengthMs(worst.naked);
    sum.unstoppedMsMax = lengthMs(worst.unstopped);
    sum.positionsLeft += day.positionsLeft;
    sum.missedExits += day.missedExits;
  }
}
