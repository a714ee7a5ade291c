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
