import { type AxisTick, type ChartFrame, ticksOf } from '../chart-frame.ts';
import { type Scale } from '../scale.ts';

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
