import { placeAmong } from '../base/place-among.ts';
import { type IstDate } from '../model/time/ist.ts';

/** One day of an index in steps. A level is valid from the start of its step to the start of the next. */
export interface IndexDay {
  readonly date: IstDate;
  /** The previous close, or the day's own first level when there is none. */
  readonly referencePaise: number;
  /** Average level over the days that its volatility was estimated from; the reference where unknown. */
  readonly rememberedPaise: number;
  /** Expected annual volatility, known before the open (0.13 is 13 %); null when unknown. */
  readonly volatility: number | null;
  /** Number of the step at an instant; -1 before the day's first. */
  readonly stepAt: (atMs: number) => number;
  /** When a step begins, epoch milliseconds. */
  readonly startMs: (step: number) => number;
  /** Level of a step, paise; null in a gap and for step -1. */
  readonly levelPaise: (step: number) => number | null;
  /** When the first step strictly after an instant begins; null after the last. */
  readonly nextChangeMs: (afterMs: number) => number | null;
}

/** Levels of indexes over days, generated or recorded. Answers depend on the arguments alone. */
export interface IndexPath {
  readonly underlyings: readonly string[];
  /** Null when there is no data for that day. */
  readonly day: (underlying: string, date: IstDate) => IndexDay | null;
  /** Level around which contracts are listed on a date; null when the underlying has no data at all. */
  readonly referencePaise: (underlying: string, date: IstDate) => number | null;
  /** One sentence for each assumption about levels between known ones. */
  readonly assumptions: readonly string[];
}

/** When the steps of a day begin. */
export interface StepTimes {
  /** Start of the first, epoch milliseconds. */
  readonly fromMs: number;
  /** Of each step after the first one's start, milliseconds, ascending. */
  readonly offsetsMs: Int32Array;
}

/** Packs the starts of a day's steps, epoch milliseconds, ascending. Equal offsets share the array of `like`, to save memory. */
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

/** What {@link createStepDay} needs. */
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

/** Makes a day from its steps. A look-up near the last one takes constant time, any other a binary search. */
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
    const isReached = (at: number): boolean => (offsetsMs[at] ?? Infinity) <= offsetMs;
    const step = placeAmong(offsetsMs.length, isReached) - 1;
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
