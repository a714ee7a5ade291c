import { type Markup, markup, type Part } from './markup.ts';
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
