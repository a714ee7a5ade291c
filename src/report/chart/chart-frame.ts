import { type Markup, markup, type Part } from '../markup.ts';
import { type Scale } from './scale.ts';

/** A place on an axis with its words. */
export interface AxisTick {
  /** Share of the axis, 0 to 1. */
  readonly at: number;
  readonly label: string;
  /** Left out where the page is narrow. */
  readonly isMinor?: boolean;
}

/** What every chart has. */
interface ChartFrame {
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

/** How a point's x is told: as a clock time of a day, or as the name at its index. */
export type Readout =
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
  return markup` role="group" aria-label="Chart: arrow keys tell its values" tabindex="0" data-readout="${readout.kind}"${words}`;
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

/** A chart over days: what its values are read by, and how they are written. */
export interface DayAxes {
  /** The days, one step of the chart each. */
  readonly dates: readonly string[];
  readonly y: Scale;
  readonly labelOf: (value: number) => string;
  readonly heightPx: number;
}

/** Height, ticks and readout of a chart over days. */
export function dayFrame({
  dates,
  y,
  labelOf,
  heightPx,
}: DayAxes): Pick<ChartFrame, 'heightPx' | 'xTicks' | 'yTicks' | 'readout'> {
  return {
    heightPx,
    xTicks: monthTicks(dates),
    yTicks: ticksOf(y, labelOf),
    readout: { kind: 'names', names: dates },
  };
}

/** Where months begin, at most twelve of them. A first one of a few days gives way to the name of the next. */
function monthTicks(dates: readonly string[]): readonly AxisTick[] {
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
