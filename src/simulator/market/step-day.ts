import { type IstDate } from '../../model/ist.ts';
import { type IndexDay } from './index-path.ts';
import { type StepTimes } from './step-times.ts';

/** What makes a day of steps. */
export interface StepDayParts {
  readonly date: IstDate;
  readonly referencePaise: number;
  /** @default referencePaise */
  readonly rememberedPaise?: number;
  readonly volatility: number | null;
  readonly times: StepTimes;
  /** One a step; 0 where there is no level. */
  readonly levelsPaise: Int32Array;
}

/**
 * Makes a day from its steps. Look-ups near the last one asked take constant time, others a binary search;
 * the remembered place never changes an answer.
 */
export function createStepDay(parts: StepDayParts): IndexDay {
  const { levelsPaise } = parts;
  const { fromMs, offsetsMs } = parts.times;
  let recent = 0;

  const holds = (step: number, offsetMs: number): boolean =>
    (offsetsMs[step] ?? Infinity) <= offsetMs && offsetMs < (offsetsMs[step + 1] ?? Infinity);

  const stepAt = (atMs: number): number => {
    const offsetMs = atMs - fromMs;
    if (holds(recent, offsetMs)) return recent;
    if (holds(recent + 1, offsetMs)) return (recent += 1);
    if (holds(recent - 1, offsetMs)) return (recent -= 1);
    const step = countUpTo(offsetsMs, offsetMs) - 1;
    if (step >= 0) recent = step;
    return step;
  };

  return {
    date: parts.date,
    referencePaise: parts.referencePaise,
    rememberedPaise: parts.rememberedPaise ?? parts.referencePaise,
    volatility: parts.volatility,
    stepAt,
    startMs: (step) => fromMs + (offsetsMs[step] ?? Infinity),
    levelPaise: (step) => {
      const level = levelsPaise[step] ?? 0;
      return level === 0 ? null : level;
    },
    nextChangeMs: (afterMs) => {
      const nextMs = offsetsMs[stepAt(afterMs) + 1];
      return nextMs === undefined ? null : fromMs + nextMs;
    },
  };
}

/** How many of the ascending values are at most `limit`. */
function countUpTo(ascending: Int32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
