import { type DrillDayResult } from '../drill-day.ts';
import { type ExplainedSpan, type StrategyExposure } from './strategy-exposure.ts';

/** What all days of a drill showed of one strategy. */
export interface StrategySum {
  readonly days: number;
  readonly daysWithOrders: number;
  readonly orders: number;
  readonly refusals: number;
  readonly daysFailed: number;
  /** Days on which it failed though nothing made strategies misbehave (F45) or changed them (F46). */
  readonly daysFailedByItself: number;
  readonly firstFailure: { readonly seed: number; readonly message: string } | null;
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

/** Adds up what strategies did, by name. */
export class StrategySums {
  readonly #sums = new Map<string, StrategySum>();

  take(seed: number, { runs, canMisbehave }: Pick<DrillDayResult, 'runs' | 'canMisbehave'>): void {
    for (const { strategy, orders, refusals, failure } of runs) {
      const sum = this.#sums.get(strategy) ?? NOTHING;
      const hasFailed = failure !== null;
      this.#sums.set(strategy, {
        days: sum.days + 1,
        daysWithOrders: sum.daysWithOrders + Number(orders > 0),
        orders: sum.orders + orders,
        refusals: sum.refusals + refusals,
        daysFailed: sum.daysFailed + Number(hasFailed),
        daysFailedByItself: sum.daysFailedByItself + Number(hasFailed && !canMisbehave),
        firstFailure: sum.firstFailure ?? (hasFailed ? { seed, message: failure } : null),
      });
    }
  }

  get all(): Readonly<Record<string, StrategySum>> {
    return Object.fromEntries(this.#sums);
  }
}

/** Where something was worst, when, and what was there to bring it about. */
export interface WorstSpan extends ExplainedSpan {
  readonly seed: number;
}

/** What the days of a drill showed of the strategies. */
export interface ExposureSum {
  readonly nakedMsMax: number;
  readonly unstoppedMsMax: number;
  readonly positionsLeft: number;
  readonly missedExits: number;
  /** Null where there was nothing. */
  readonly worst: {
    readonly naked: WorstSpan | null;
    readonly unstopped: WorstSpan | null;
    readonly left: WorstSpan | null;
    readonly missedExits: { readonly seed: number } | null;
  };
}

const NONE: ExposureSum = {
  nakedMsMax: 0,
  unstoppedMsMax: 0,
  positionsLeft: 0,
  missedExits: 0,
  worst: { naked: null, unstopped: null, left: null, missedExits: null },
};

/** Adds up what days showed, and remembers the worst of them. */
export class ExposureSums {
  sum: ExposureSum = NONE;
  #leftMax = 0;
  #missedMax = 0;

  take(seed: number, day: StrategyExposure): void {
    const { sum } = this;
    const { worst } = sum;
    const naked = longer(worst.naked, day.naked, seed);
    const unstopped = longer(worst.unstopped, day.unstopped, seed);
    const isMostLeft = day.positionsLeft > this.#leftMax && day.left !== null;
    const isMostMissed = day.missedExits > this.#missedMax;
    this.#leftMax = Math.max(this.#leftMax, day.positionsLeft);
    this.#missedMax = Math.max(this.#missedMax, day.missedExits);
    this.sum = {
      nakedMsMax: lengthMs(naked),
      unstoppedMsMax: lengthMs(unstopped),
      positionsLeft: sum.positionsLeft + day.positionsLeft,
      missedExits: sum.missedExits + day.missedExits,
      worst: {
        naked,
        unstopped,
        left: isMostLeft ? { ...day.left, seed } : worst.left,
        missedExits: isMostMissed ? { seed } : worst.missedExits,
      },
    };
  }
}

function longer(
  worst: WorstSpan | null,
  found: ExplainedSpan | null,
  seed: number,
): WorstSpan | null {
  return found !== null && lengthMs(found) > lengthMs(worst) ? { ...found, seed } : worst;
}

function lengthMs(span: ExplainedSpan | null): number {
  return span === null ? 0 : span.untilMs - span.fromMs;
}
