import { BAR_MS, type MinuteBar } from '../minute-bar.ts';
import { type CircuitHalt } from './circuit-halts.ts';

/** Levels that a minute bar is folded from. */
export const POINTS_A_MINUTE = 6;
/** Time between two of them. */
export const POINT_MS = BAR_MS / POINTS_A_MINUTE;

/** Points of the day that the feed does not show: from the first, included, to the last, excluded. */
export interface HiddenPoints {
  readonly kind: 'missing' | 'stale';
  readonly from: number;
  readonly to: number;
}

/** What bars are folded from. */
export interface FoldInput {
  readonly instantsMs: Float64Array;
  /** One for each instant. */
  readonly levelsPaise: Int32Array;
  readonly halts: readonly CircuitHalt[];
  /** Whole minutes; null when all is shown. */
  readonly hidden: HiddenPoints | null;
}

/** Minute bars of what was traded and shown; a minute in which nothing was has none. */
export function foldBars(input: FoldInput): readonly MinuteBar[] {
  const { instantsMs, levelsPaise, hidden } = input;
  const bars: MinuteBar[] = [];
  for (let first = 0; first < instantsMs.length; first += POINTS_A_MINUTE) {
    const traded = tradedPoints(input, first).map((point) => levelsPaise[point] ?? 0);
    const levels = shownLevels(traded, hiddenAt(hidden, first), bars.at(-1));
    if (levels.length > 0) bars.push(barOf(instantsMs[first] ?? 0, levels));
  }
  return bars;
}

function hiddenAt(hidden: HiddenPoints | null, point: number): HiddenPoints['kind'] | null {
  if (hidden === null || point < hidden.from || point >= hidden.to) return null;
  return hidden.kind;
}

/** A stale feed repeats its last price. */
function shownLevels(
  traded: readonly number[],
  hidden: HiddenPoints['kind'] | null,
  before: MinuteBar | undefined,
): readonly number[] {
  if (hidden === null || traded.length === 0) return traded;
  return hidden === 'missing' || before === undefined ? [] : [before.closePaise];
}

/** The last traded level, paise: the close that the next day starts from. */
export function lastTradedPaise({
  instantsMs,
  levelsPaise,
  halts,
}: Pick<FoldInput, 'instantsMs' | 'levelsPaise' | 'halts'>): number {
  for (let point = levelsPaise.length - 1; point > 0; point -= 1) {
    if (isTraded(halts, instantsMs[point] ?? 0)) return levelsPaise[point] ?? 0;
  }
  return levelsPaise[0] ?? 0;
}

function tradedPoints({ instantsMs, halts }: FoldInput, first: number): readonly number[] {
  const points: number[] = [];
  for (let point = first; point < first + POINTS_A_MINUTE; point += 1) {
    if (halts.length === 0 || isTraded(halts, instantsMs[point] ?? 0)) points.push(point);
  }
  return points;
}

function isTraded(halts: readonly CircuitHalt[], atMs: number): boolean {
  return halts.every(
    ({ fromMs, untilMs }) => atMs <= fromMs || (untilMs !== null && atMs >= untilMs),
  );
}

function barOf(startMs: number, levels: readonly number[]): MinuteBar {
  const openPaise = levels[0] ?? 0;
  return {
    startMs,
    openPaise,
    highPaise: Math.max(...levels),
    lowPaise: Math.min(...levels),
    closePaise: levels.at(-1) ?? openPaise,
  };
}
