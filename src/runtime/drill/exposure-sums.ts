import { type StrategyExposure } from './strategy-exposure.ts';

/** Where something was worst. */
export interface WorstDay {
  readonly seed: number;
  readonly runId: string | null;
}

/** What the days of a drill showed of the strategies. */
export interface ExposureSum {
  readonly nakedMsMax: number;
  readonly unstoppedMsMax: number;
  readonly positionsLeft: number;
  readonly missedExits: number;
  /** Null where there was nothing. */
  readonly worst: {
    readonly naked: WorstDay | null;
    readonly unstopped: WorstDay | null;
    readonly left: WorstDay | null;
    readonly missedExits: WorstDay | null;
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

  /** Takes the day of a seed. */
  take(seed: number, day: StrategyExposure): void {
    const { sum } = this;
    const { worst } = sum;
    const isLongest = day.nakedMsMax > sum.nakedMsMax;
    const isLongestUnstopped = day.unstoppedMsMax > sum.unstoppedMsMax;
    const isMostLeft = day.positionsLeft > this.#leftMax;
    const isMostMissed = day.missedExits > this.#missedMax;
    this.#leftMax = Math.max(this.#leftMax, day.positionsLeft);
    this.#missedMax = Math.max(this.#missedMax, day.missedExits);
    this.sum = {
      nakedMsMax: Math.max(sum.nakedMsMax, day.nakedMsMax),
      unstoppedMsMax: Math.max(sum.unstoppedMsMax, day.unstoppedMsMax),
      positionsLeft: sum.positionsLeft + day.positionsLeft,
      missedExits: sum.missedExits + day.missedExits,
      worst: {
        naked: isLongest ? { seed, runId: day.nakedRunId } : worst.naked,
        unstopped: isLongestUnstopped ? { seed, runId: day.unstoppedRunId } : worst.unstopped,
        left: isMostLeft ? { seed, runId: day.leftRunId } : worst.left,
        missedExits: isMostMissed ? { seed, runId: null } : worst.missedExits,
      },
    };
  }
}
