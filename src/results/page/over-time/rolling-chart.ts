import { type Performance } from '../../performance.ts';
import { ROLLING_DAYS, type RollingSharpe } from '../../statistics/rolling-sharpe.ts';
import { count, ratio } from '../amounts.ts';
import { chartFrame } from '../chart-frame.ts';
import { type Markup, markup } from '../markup.ts';
import { roundScale } from '../scale.ts';
import { seriesPath, type SeriesPoint } from '../series-path.ts';
import { dayFrame } from './day-axis.ts';

const HEIGHT_PX = 150;
/** Ratios are drawn and told to the hundredth. */
const GRAIN = 100;

/** The Sharpe ratio of the last 60 days, day by day; a sentence where fewer ran. */
export function rollingChart({
  rollingSharpe,
  days,
}: Pick<Performance, 'rollingSharpe' | 'days'>): Markup {
  const points = pointsOf(rollingSharpe);
  const last = rollingSharpe.at(-1);
  const title = `Sharpe ratio of the last ${count(ROLLING_DAYS)} trading days, of a year`;
  if (last === undefined || points.length === 0) {
    return markup`<p>${title}: ${whyNone(days)}</p>`;
  }
  const dates = rollingSharpe.map(({ date, sharpe }) =>
    sharpe === null ? `${date}, not defined; before it` : date,
  );
  const y = roundScale([0, ...points.map((point) => point.y)], 4);
  const ratios = points.map((point) => point.y / GRAIN);
  const frame = dayFrame({
    ...{ dates, y, heightPx: HEIGHT_PX },
    labelOf: (value) => ratio(value / GRAIN, 1),
  });
  const line = { name: 'Sharpe ratio', unit: 'ratio', grainPaise: 1 } as const;
  return markup`<figure><figcaption>${title}</figcaption>${chartFrame({
    ...frame,
    summary: `Sharpe ratio of the last ${count(ROLLING_DAYS)} days from ${rollingSharpe[0]?.date ?? ''} to ${last.date}: between ${ratio(Math.min(...ratios))} and ${ratio(Math.max(...ratios))}, ends at ${ratio(last.sharpe)}.`,
    zeroAt: y.at(0),
    content: seriesPath({
      ...line,
      ...{ points, y, heightPx: HEIGHT_PX, xMax: dates.length - 1, className: 'rolling' },
    }),
  })}<p class="note">Each point is of the ${count(ROLLING_DAYS)} days that ran up to it. Neighbours share nearly all of them: one good month stays in the line for three.</p></figure>`;
}

function pointsOf(rolling: readonly RollingSharpe[]): readonly SeriesPoint[] {
  return rolling.flatMap(({ sharpe }, x) => {
    if (sharpe === null) return [];
    const isAfterGap = x > 0 && rolling[x - 1]?.sharpe === null;
    return { x, y: Math.round(sharpe * GRAIN), ...(isAfterGap ? { isAfterGap } : {}) };
  });
}

function whyNone(days: number): string {
  return days < ROLLING_DAYS
    ? `none, since only ${count(days)} ran.`
    : 'none, since the days did not differ.';
}
