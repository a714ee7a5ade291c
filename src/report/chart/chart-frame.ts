import { type Markup, markup, type Part } from '../markup.ts';

/** A place on an axis with its words. */
export interface AxisTick {
  /** Share of the axis, 0 to 1. */
  readonly at: number;
  readonly label: string;
  readonly isMinor?: boolean;
}

/** What a chart is drawn from. */
export interface ChartFrame {
  /** For those who do not see it: what it shows and the gist. */
  readonly summary: string;
  readonly heightPx: number;
  readonly xTicks: readonly AxisTick[];
  readonly yTicks: readonly AxisTick[];
  /** What is drawn: x in percent of the width, y in pixels from the top. */
  readonly content: Part;
  /** Where the line of zero is, share from the bottom; none is drawn when it is left out. */
  readonly zeroAt?: number;
  /** Makes the chart readable point by point: how the script tells x of a series. */
  readonly readout?: Readout;
}

/** How a point's x is shown: as a clock time of a day, or as the name at its index. */
type Readout =
  | { readonly kind: 'clock'; readonly startMinute: number }
  | { readonly kind: 'names'; readonly names: readonly string[] };

/** A chart as wide as its place: lines stretch, texts and marks keep their size. */
export function chartFrame(frame: ChartFrame): Markup {
  const { heightPx, xTicks, yTicks, content, zeroAt, summary } = frame;
  const isRead = frame.readout !== undefined;
  return markup`<div class="plot"${isRead ? readoutAttributes(frame.readout) : null}><svg width="100%" height="${heightPx}" role="${isRead ? 'img' : 'group'}" aria-label="${summary}">${yTicks.map(
    (tick) => gridLine(tick, heightPx),
  )}${xTicks.map((tick) => xLabel(tick, heightPx))}${
    zeroAt === undefined ? null : zeroLine(px(heightPx * (1 - zeroAt)))
  }${content}${isRead ? markup`<line class="hair" y2="${heightPx}" visibility="hidden"/>` : null}</svg>${
    isRead ? markup`<output class="readout"></output>` : null
  }</div>`;
}

/** Ticks of a scale with words. */
export function ticksOf(scale: Scale, labelOf: (value: number) => string): readonly AxisTick[] {
  return scale.ticks.map((value) => ({ at: scale.at(value), label: labelOf(value) }));
}

/** A share as a percentage with at most two decimals, for attributes of SVG. */
export function percentOf(share: number): string {
  return `${px(share * 100)}%`;
}

/** Pixels with at most two decimals. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function readoutAttributes(readout: Readout): Markup {
  const words =
    readout.kind === 'clock'
      ? markup` data-start="${readout.startMinute}"`
      : markup` data-names="${readout.names.join('|')}"`;
  return markup` role="group" aria-label="Chart: arrow keys show its values" tabindex="0" data-readout="${readout.kind}"${words}`;
}

function gridLine({ at, label, isMinor }: AxisTick, heightPx: number): Markup {
  const y = px(heightPx * (1 - at));
  const minor = isMinor === true ? ' minor' : '';
  return markup`<line class="grid" x2="100%" y1="${y}" y2="${y}"/><text class="y${minor}" x="-8" y="${y}">${label}</text>`;
}

function zeroLine(y: string): Markup {
  return markup`<line class="zero" x2="100%" y1="${y}" y2="${y}"/>`;
}

function xLabel({ at, label, isMinor }: AxisTick, heightPx: number): Markup {
  const minor = isMinor === true ? ' minor' : '';
  return markup`<text class="x${minor}" x="${percentOf(at)}" y="${heightPx + 17}">${label}</text>`;
}

/** As many months as can be named on a wide page. */
const MONTHS_MAX = 12;
/** Share of the axis that a month's name takes on a wide page. */
const NAME_SHARE = 0.06;

/** Where months begin, at most twelve of them. A first one of a few days gives way to the name of the next. */
export function monthTicks(dates: readonly string[]): readonly AxisTick[] {
  const starts = dates.flatMap((date, index) =>
    date.slice(0, 7) === dates[index - 1]?.slice(0, 7) ? [] : [index],
  );
  const every = Math.ceil(starts.length / MONTHS_MAX);
  const span = Math.max(1, dates.length - 1);
  return starts
    .filter((_, place) => place % every === 0)
    .filter((index, place, named) => ((named[place + 1] ?? Infinity) - index) / span > NAME_SHARE)
    .map((index, place) => ({
      at: index / span,
      label: (dates[index] ?? '').slice(0, 7),
      isMinor: place % 3 !== 0,
    }));
}

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
