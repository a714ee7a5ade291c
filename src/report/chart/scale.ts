/** From values to places: the lowest value is at 0, the highest at 1. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Round values within the scale, ascending. */
  readonly ticks: readonly number[];
  /** Share of the way from the lowest to the highest. */
  readonly at: (value: number) => number;
}

/** A scale that holds all values and begins and ends at round ones. One value alone gets room around it. */
export function roundScale(values: Iterable<number>, tickCount = 5): Scale {
  const [low, high] = extent(values);
  const step = roundStep((high - low) / tickCount);
  const min = Math.floor(low / step) * step;
  const max = Math.max(Math.ceil(high / step) * step, min + step);
  return scaleOf(min, max, step);
}

/** A scale whose ends are given, with ticks at multiples of a step. `max` is above `min`. */
export function scaleOf(min: number, max: number, step: number): Scale {
  const first = Math.ceil(min / step);
  const length = Math.max(0, Math.floor(max / step + 1e-9) - first + 1);
  const ticks = Array.from({ length }, (_, index) => (first + index) * step);
  return { min, max, ticks, at: (value) => (value - min) / (max - min) };
}

/** The lowest and the highest of values; 0 and 0 of none. */
export function extent(values: Iterable<number>): readonly [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 0] : [low, high];
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten that is at least `least`; 1 where that is 0. */
export function roundStep(least: number): number {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 2.5, 5].find((candidate) => candidate * power >= least * 0.999_999) ?? 10;
  return factor * power;
}
