import { type BarDay } from '../bar.ts';

/**
 * Where an index stood, on each day, by the memory of its volatility, paise: the average of the closes before it, of which each new
 * day forgets the part that is not kept. 0 keeps nothing: the close before. Null before the first close.
 */
export function rememberedLevels(
  days: readonly Pick<BarDay, 'bars'>[],
  moveKept: number,
): readonly (number | null)[] {
  let level: number | null = null;
  return days.map(({ bars }) => {
    const before = level;
    const close = Math.log(bars.at(-1)?.closePaise ?? NaN);
    if (!Number.isNaN(close)) {
      level = level === null ? close : moveKept * level + (1 - moveKept) * close;
    }
    return before === null ? null : Math.exp(before);
  });
}
