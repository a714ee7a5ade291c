import { type Markup, markup } from '../markup.ts';
import { type ChartFrame, chartFrame, monthTicks, type Scale, ticksOf } from './chart-frame.ts';

/** A point of a line: x a whole number, y in paise, or in hundredths of a ratio. */
export interface SeriesPoint {
  readonly x: number;
  readonly y: number;
  /** The line is broken before it. @default false */
  readonly isAfterGap?: boolean;
}

/** A line whose path is the data itself, so that the page's script can read values off it. */
export interface Series {
  readonly name: string;
  /** How a value is shown: paise of money, paise of an index as points, or hundredths of a ratio. */
  readonly unit: 'rupees' | 'points' | 'ratio';
  /** Values are drawn and told to the nearest multiple of this, paise: fewer digits for each of many points. */
  readonly grainPaise: number;
  /** Ascending in x. */
  readonly points: readonly SeriesPoint[];
  /** Highest x of the chart; its lowest is 0. */
  readonly xMax: number;
  readonly y: Scale;
  readonly heightPx: number;
  readonly className: string;
  readonly fillTo?: number;
}

/** A chart over days: its lines have a point for each date, by the place of the date. */
export interface DayLines extends Pick<ChartFrame, 'summary' | 'zeroAt'> {
  readonly dates: readonly string[];
  readonly y: Scale;
  readonly labelOf: (value: number) => string;
  readonly heightPx: number;
  readonly lines: readonly Omit<Series, 'xMax' | 'y' | 'heightPx'>[];
}

/** Draws lines over days, which are read off by date. */
export function dayChart({ dates, y, labelOf, lines, heightPx, ...frame }: DayLines): Markup {
  const place = { xMax: dates.length - 1, y, heightPx };
  return chartFrame({
    ...frame,
    heightPx,
    xTicks: monthTicks(dates),
    yTicks: ticksOf(y, labelOf),
    content: lines.map((line) => seriesPath({ ...line, ...place })),
    readout: { kind: 'names', names: dates },
  });
}

/** The line, stretched over the chart. */
export function seriesPath(series: Series): Markup {
  const { name, unit, grainPaise, points, xMax, y, heightPx, className, fillTo } = series;
  if (points.length === 0) return markup``;
  const span = Math.max(1, xMax);
  const top = Math.ceil(y.max / grainPaise);
  const range = (y.max - y.min) / grainPaise;
  const grains = points.map((point) => ({ ...point, y: Math.round(point.y / grainPaise) }));
  const line = relativePath(grains, top);
  const fill = fillTo === undefined ? null : area(grains, line, top - fillTo / grainPaise);
  return markup`<svg viewBox="0 0 ${span} ${range}" preserveAspectRatio="none" width="100%" height="${heightPx}" class="series ${className}">${fill}<path d="${line}" data-name="${name}" data-unit="${unit}" data-grain="${grainPaise}" data-top="${top}" data-span="${span}"/></svg>`;
}

/** `M0 120l1-5 1 20`: each point told from the one before, y downwards from the top; of a level stretch only the ends. */
function relativePath(points: readonly SeriesPoint[], top: number): string {
  const kept = points.filter(
    ({ y, isAfterGap }, index) =>
      index === 0 ||
      isAfterGap === true ||
      points[index - 1]?.y !== y ||
      points[index + 1]?.y !== y ||
      points[index + 1]?.isAfterGap === true,
  );
  let text = '';
  let last: SeriesPoint = { x: 0, y: 0 };
  let command = '';
  for (const [index, point] of kept.entries()) {
    const here = { x: point.x, y: top - point.y };
    const next = point.isAfterGap === true ? 'm' : 'l';
    if (index === 0) text = `M${String(here.x)} ${String(here.y)}`;
    else text += pair(here.x - last.x, here.y - last.y, next === command ? ' ' : next);
    command = index === 0 ? '' : next;
    last = here;
  }
  return text;
}

function pair(dx: number, dy: number, before: string): string {
  return `${before}${String(dx)}${dy < 0 ? '' : ' '}${String(dy)}`;
}

function area(points: readonly SeriesPoint[], line: string, base: number): Markup {
  const first = points[0]?.x ?? 0;
  const last = points.at(-1)?.x ?? 0;
  return markup`<path class="area" d="${line}L${last} ${base}L${first} ${base}z"/>`;
}

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

function edges(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const [first] = points;
  if (first === undefined) return [];
  const low = points.reduce((lowest, point) => (point.y < lowest.y ? point : lowest), first);
  const high = points.reduce((highest, point) => (point.y > highest.y ? point : highest), first);
  return low.x <= high.x ? [low, high] : [high, low];
}
