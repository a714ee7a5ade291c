import { type IstDate } from '../../model/ist.ts';

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
