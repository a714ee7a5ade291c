import { type SeriesPoint } from './series-path.ts';

/**
 * At most about `countMax` points that look like all of them: of each stretch the lowest and the highest, and the
 * first and the last of all. `countMax` is at least 4.
 */
export function thinned(points: readonly SeriesPoint[], countMax: number): readonly SeriesPoint[] {
  if (points.length <= countMax) return points;
  const stretch = points.length / Math.floor((countMax - 2) / 2);
  const kept: SeriesPoint[] = points.slice(0, 1);
  for (let from = 0; from < points.length; from += stretch) {
    const inside = points.slice(Math.round(from), Math.round(from + stretch));
    for (const point of edges(inside)) if (point.x > (kept.at(-1)?.x ?? 0)) kept.push(point);
  }
  const last = points.at(-1);
  if (last !== undefined && kept.at(-1) !== last) kept.push(last);
  return kept;
}

/** The lowest and the highest, in order of x. */
function edges(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const [first] = points;
  if (first === undefined) return [];
  const low = points.reduce((lowest, point) => (point.y < lowest.y ? point : lowest), first);
  const high = points.reduce((highest, point) => (point.y > highest.y ? point : highest), first);
  return low.x <= high.x ? [low, high] : [high, low];
}
