import { istTimeOfDayMs } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type EquityPoint,
  type IndexLine,
} from '../../results/backtest-result.ts';
import { clockOfMinute, rupeesText, shortRupees, signedRupees } from '../amounts.ts';
import {
  type AxisTick,
  chartFrame,
  extent,
  percentOf,
  px,
  roundScale,
  type Scale,
  ticksOf,
} from '../chart/chart-frame.ts';
import { fillLook, type LegLook, legName, mark } from '../chart/marks.ts';
import { type Series, seriesPath, type SeriesPoint, thinned } from '../chart/series-path.ts';
import { type Markup, markup, type Part } from '../markup.ts';

const INDEX_PX = 260;
const EQUITY_PX = 120;
/** Marks of one moment stand above each other. */
const MARK_PX = 13;

/** How a day is drawn. */
export interface DayLook {
  readonly looks: ReadonlyMap<string, LegLook>;
  readonly pointsMax: number;
  readonly underlying: string;
  readonly underlyings: ReadonlyMap<string, string>;
}

/** Each index of a day in whose contracts orders filled, with those fills on it, and the day's net below. */
export function dayCharts(day: BacktestDay, look: DayLook): Markup {
  const hours = hoursOf(day);
  return markup`${indexesOf(day, look).map(
    (index) =>
      markup`<figure><figcaption>${index.underlying} by the minute, and where orders filled</figcaption>${indexPlot(
        index,
        hours,
        look,
      )}</figure>`,
  )}<figure><figcaption>Net of the day so far</figcaption>${equityPlot(day, hours, look)}</figure>`;
}

interface TradedIndex extends IndexLine {
  readonly date: string;
  readonly fills: readonly BacktestFill[];
}

function indexesOf(
  { date, index, otherIndexes = [], fills }: BacktestDay,
  { underlying: first, underlyings }: DayLook,
): readonly TradedIndex[] {
  const filledOn = (underlying: string): readonly BacktestFill[] =>
    fills.filter(({ symbol }) => (underlyings.get(symbol) ?? first) === underlying);
  const lines = [{ underlying: first, points: index }, ...otherIndexes].map((line) => ({
    ...line,
    date,
    fills: filledOn(line.underlying),
  }));
  const traded = lines.filter((line) => line.fills.length > 0);
  return traded.length === 0 ? lines.slice(0, 1) : traded;
}

interface Hours {
  readonly from: number;
  readonly to: number;
}

function hoursOf({ sessions, index, equity, fills }: BacktestDay): Hours {
  const edges = sessions.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const seen = [index, equity, fills].flatMap((points) =>
    [points[0], points.at(-1)].flatMap((point) => (point === undefined ? [] : [point.atMs])),
  );
  const [from, to] = extent([...edges, ...seen].map(minuteOf));
  return { from: Math.floor(from), to: Math.max(Math.ceil(to), Math.floor(from) + 1) };
}

function indexPlot(index: TradedIndex, hours: Hours, look: DayLook): Markup {
  const { underlying, date, fills } = index;
  const points = index.points.map(({ atMs, closePaise }) => ({ atMs, value: closePaise }));
  const y = roundScale(points.length === 0 ? [0, 100] : points.map(({ value }) => value), 5);
  const labelOf = (value: number): string => (value / 100).toLocaleString('en-IN');
  const line = { name: underlying, unit: 'points', grainPaise: 5, className: 'index' } as const;
  return chartFrame({
    summary: `${underlying} on ${date} with ${String(fills.length)} fills`,
    ...clockFrame(hours, INDEX_PX),
    yTicks: points.length === 0 ? [] : ticksOf(y, labelOf),
    content: [
      clockLine({ ...line, y, heightPx: INDEX_PX }, points, { hours, look }),
      fillMarks(index, { y, hours, look }),
    ],
  });
}

function equityPlot(day: BacktestDay, hours: Hours, look: DayLook): Markup {
  const points = untilTheEnd(day).map(({ atMs, netPaise }) => ({ atMs, value: netPaise }));
  const y = roundScale([0, ...points.map(({ value }) => value)], 3);
  const line = { name: 'net', unit: 'rupees', grainPaise: 100, className: 'equity' } as const;
  return chartFrame({
    summary: `Net of ${day.date} so far: ends at ${signedRupees(day.netPaise)}`,
    ...clockFrame(hours, EQUITY_PX),
    yTicks: ticksOf(y, shortRupees),
    zeroAt: y.at(0),
    content: clockLine({ ...line, y, heightPx: EQUITY_PX }, points, { hours, look }),
  });
}

function clockFrame(hours: Hours, heightPx: number) {
  const readout = { kind: 'clock', startMinute: hours.from } as const;
  return { heightPx, xTicks: clockTicks(hours), readout };
}

function clockLine(
  line: Omit<Series, 'points' | 'xMax'>,
  points: readonly TimedValue[],
  { hours, look }: Pick<FillPlot, 'hours' | 'look'>,
): Markup {
  const drawn = thinned(wholePoints(points, hours), look.pointsMax);
  return seriesPath({ ...line, xMax: hours.to - hours.from, points: drawn });
}

/** The net stays after the last close: the line continues as long as the index is known. */
function untilTheEnd({ equity, index }: BacktestDay): readonly EquityPoint[] {
  const last = equity.at(-1);
  const endMs = index.at(-1)?.atMs;
  if (last === undefined || endMs === undefined || endMs <= last.atMs) return equity;
  return [...equity, { ...last, atMs: endMs }];
}

interface TimedValue {
  readonly atMs: number;
  readonly value: number;
}

/** Whole minutes since the chart's beginning; of several points in one minute the last. */
function wholePoints(points: readonly TimedValue[], { from }: Hours): readonly SeriesPoint[] {
  const kept: SeriesPoint[] = [];
  for (const { atMs, value } of points) {
    const point = { x: Math.floor(minuteOf(atMs)) - from, y: value };
    if (kept.at(-1)?.x === point.x) kept.pop();
    kept.push(point);
  }
  return kept;
}

interface FillPlot {
  readonly y: Scale;
  readonly hours: Hours;
  readonly look: DayLook;
}

function fillMarks({ fills, points }: TradedIndex, { y, hours, look }: FillPlot): Part {
  const placed = new Map<number, number>();
  return fills.map((fill) => {
    const minute = Math.floor(minuteOf(fill.atMs));
    const before = placed.get(minute) ?? 0;
    placed.set(minute, before + 1);
    const together = fills.filter(({ atMs }) => Math.floor(minuteOf(atMs)) === minute).length;
    const level = points.findLast(({ atMs }) => atMs <= fill.atMs) ?? points[0];
    const base = level === undefined ? INDEX_PX / 2 : INDEX_PX * (1 - y.at(level.closePaise));
    const { className } = look.looks.get(legName(fill)) ?? { className: '' };
    return mark(fillLook(fill).mark, {
      x: percentOf((minuteOf(fill.atMs) - hours.from) / (hours.to - hours.from)),
      y: px(stackedPx(base, before, together)),
      className,
      title: titleOf(fill),
    });
  });
}

function stackedPx(basePx: number, before: number, together: number): number {
  const lowestPx = Math.max(MARK_PX / 2, basePx);
  const hasRoom = lowestPx - (together - 1) * MARK_PX >= MARK_PX / 2;
  return lowestPx + (hasRoom ? -before : before) * MARK_PX;
}

function titleOf(fill: BacktestFill): string {
  const { side, units, symbol, pricePaise } = fill;
  const what = `${fillLook(fill).name}: ${side} ${String(units)} × ${symbol} at ${rupeesText(pricePaise)}`;
  return `${clockOfMinute(minuteOf(fill.atMs))} ${legName(fill)}, ${what}`;
}

function clockTicks({ from, to }: Hours): readonly AxisTick[] {
  const step = to - from > 120 ? 60 : to - from > 30 ? 15 : 5;
  const first = Math.ceil(from / step) * step;
  const length = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length }, (_, index) => ({
    at: (first + index * step - from) / (to - from),
    label: clockOfMinute(first + index * step),
    isMinor: index % 2 === 1,
  }));
}

function minuteOf(atMs: number): number {
  return istTimeOfDayMs(atMs) / 60_000;
}
