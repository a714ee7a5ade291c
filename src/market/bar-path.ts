import { type StepTimes, stepTimes } from './index-path.ts';
import { type MinuteBar, BAR_MS } from './minute-bar.ts';

/** When in its minute each of a bar's four levels begins, milliseconds. */
export const BAR_OFFSETS_MS = [0, 15_000, 35_000, 59_000] as const;

/** How the levels within a minute are assumed. */
export const BAR_PATH_ASSUMPTION =
  'Within a minute the index is assumed to be at the open from second 0, at the extreme nearer to the open from second 15, ' +
  'at the other extreme from second 35 and at the close from second 59; it holds each level until the next';

/** The four levels of a bar in order. With both extremes equally near, a bar that closes lower goes up first, any other down. */
export function barPath(bar: MinuteBar): readonly [number, number, number, number] {
  const { openPaise, highPaise, lowPaise, closePaise } = bar;
  const up = highPaise - openPaise;
  const down = openPaise - lowPaise;
  const isHighFirst = up < down || (up === down && closePaise < openPaise);
  return isHighFirst
    ? [openPaise, highPaise, lowPaise, closePaise]
    : [openPaise, lowPaise, highPaise, closePaise];
}

/** The steps of a day's bars: four for each bar, and one without a level where minutes are missing. */
export function stepsOfBars(
  bars: readonly MinuteBar[],
  isGap: (fromMs: number, toMs: number) => boolean,
  like?: Int32Array,
): { readonly times: StepTimes; readonly levelsPaise: Int32Array } {
  const startsMs: number[] = [];
  const levels: number[] = [];
  let endMs = bars[0]?.startMs ?? 0;
  const endBefore = (startMs: number): void => {
    if (endMs === startMs || !isGap(endMs, startMs)) return;
    startsMs.push(endMs);
    levels.push(0);
  };
  for (const bar of bars) {
    const { startMs } = bar;
    endBefore(startMs);
    levels.push(...barPath(bar));
    for (const offsetMs of BAR_OFFSETS_MS) startsMs.push(startMs + offsetMs);
    endMs = startMs + BAR_MS;
  }
  endBefore(Infinity);
  return { times: stepTimes(startsMs, like), levelsPaise: Int32Array.from(levels) };
}
