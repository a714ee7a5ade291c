import { type IstDate } from '../model/time/ist.ts';

/** One day of an index in steps: a level holds from the start of its step to the start of the next one. */
export interface IndexDay {
  readonly date: IstDate;
  /** What the day is measured from: the close before it, or its own first level when nothing came before. */
  readonly referencePaise: number;
  /** Where it stood on average on the days that its volatility was made from; the reference where nothing tells. */
  readonly rememberedPaise: number;
  /** Annual volatility to expect, known before the day opens (0.13 is 13 %); null when nothing tells. */
  readonly volatility: number | null;
  /** Number of the step that holds at an instant; -1 before the day's first. */
  readonly stepAt: (atMs: number) => number;
  /** When a step begins, epoch milliseconds. */
  readonly startMs: (step: number) => number;
  /** Level of a step, paise; null in a gap and for step -1. */
  readonly levelPaise: (step: number) => number | null;
  /** When the first step strictly after an instant begins; null after the last. */
  readonly nextChangeMs: (afterMs: number) => number | null;
}

/** Levels of indexes over days: generated, or from recorded bars. Answers depend on nothing but the arguments. */
export interface IndexPath {
  readonly underlyings: readonly string[];
  /** Null when there is no data for that day. */
  readonly day: (underlying: string, date: IstDate) => IndexDay | null;
  /** Level around which contracts are listed on a date; null when the underlying has no data at all. */
  readonly referencePaise: (underlying: string, date: IstDate) => number | null;
  /** What was assumed about levels between known ones, one sentence each. */
  readonly assumptions: readonly string[];
}

/** When the steps of a day begin. */
export interface StepTimes {
  /** Start of the first, epoch milliseconds. */
  readonly fromMs: number;
  /** Of each step after the first one's start, milliseconds, ascending. */
  readonly offsetsMs: Int32Array;
}

/**
 * Packs the starts of a day's steps, epoch milliseconds, ascending. Where they lie as those of another day do, both
 * share them: of years of days they would be most of what is made.
 */
export function stepTimes(
  startsMs: readonly number[],
  like: Int32Array = new Int32Array(0),
): StepTimes {
  const [fromMs = 0] = startsMs;
  const isAlike =
    like.length === startsMs.length &&
    startsMs.every((startMs, step) => startMs - fromMs === like[step]);
  const offsetsMs = isAlike ? like : Int32Array.from(startsMs, (startMs) => startMs - fromMs);
  return { fromMs, offsetsMs };
}

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
