import { MONTH_NAMES } from '../../model/time/ist.ts';
import { type YearNet } from '../../results/backtest-result.ts';
import { type CurvePoint, type Performance } from '../../results/performance.ts';
import { ROLLING_DAYS, type RollingSharpe } from '../../results/statistics/over-time.ts';
import {
  count,
  percentText,
  ratio,
  rupeesText,
  shortRupees,
  signedRupees,
  tone,
} from '../amounts.ts';
import { roundScale } from '../chart/chart-frame.ts';
import { dayChart, type DayLines, type SeriesPoint } from '../chart/series-path.ts';
import { depthClass, fullColour } from '../elements.ts';
import { type Markup, markup, type Part } from '../markup.ts';

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
  return markup`<figure><figcaption>${title}</figcaption>${dayChart({
    ...{ dates, y, heightPx: HEIGHT_PX, labelOf: (value) => ratio(value / GRAIN, 1) },
    summary: `Sharpe ratio of the last ${count(ROLLING_DAYS)} days from ${rollingSharpe[0]?.date ?? ''} to ${last.date}: between ${ratio(Math.min(...ratios))} and ${ratio(Math.max(...ratios))}, ends at ${ratio(last.sharpe)}.`,
    zeroAt: y.at(0),
    lines: [{ name: 'Sharpe ratio', unit: 'ratio', grainPaise: 1, className: 'rolling', points }],
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

/** The net of each month: years downwards, months across, totals at the end of both. */
export function yearTable(years: readonly YearNet[]): Markup {
  if (years.length === 0) return markup`<p>No day ran, so there is no month.</p>`;
  const sizes = years.flatMap(({ months }) => months).map((net) => Math.abs(net ?? 0));
  const full = fullColour(sizes);
  return markup`<p class="caption">Net of each month after costs</p><div class="scroll" role="group" tabindex="0" aria-label="Net of each month"><table class="map months"><tbody><tr><td></td>${MONTH_NAMES.map(
    (month) => markup`<th scope="col">${month}</th>`,
  )}<th scope="col">Total</th></tr>${years.map(
    ({ year, months, netPaise }) =>
      markup`<tr><th scope="row">${year}</th>${months.map((net) => cell(net, full))}${total(netPaise)}</tr>`,
  )}${years.length > 1 ? allYears(years) : null}</tbody></table></div><p class="note">Hover over a month for its net to the paisa. A month without a figure had no day that ran.</p>`;
}

function cell(netPaise: number | null, full: number): Part {
  if (netPaise === null) return markup`<td title="no day ran"></td>`;
  return markup`<td class="${depthClass(netPaise, full)}" title="${rupeesText(netPaise)}">${signed(netPaise)}</td>`;
}

function total(netPaise: number): Part {
  return markup`<th class="${tone(netPaise)}" title="${rupeesText(netPaise)}">${signed(netPaise)}</th>`;
}

function allYears(years: readonly YearNet[]): Part {
  const sum = (nets: readonly (number | null)[]): number =>
    nets.reduce<number>((all, net) => all + (net ?? 0), 0);
  return markup`<tr><th scope="row">All</th>${MONTH_NAMES.map((_, place) => {
    const ofMonth = years.map(({ months }) => months[place] ?? null);
    return ofMonth.every((net) => net === null) ? markup`<td></td>` : total(sum(ofMonth));
  })}${total(sum(years.map(({ netPaise }) => netPaise)))}</tr>`;
}

function signed(netPaise: number): string {
  return `${netPaise > 0 ? '+' : ''}${shortRupees(netPaise)}`;
}

/** The summed net day by day, and below it how far under its highest it was. */
export function equityChart({ curve, drawdown }: Pick<Performance, 'curve' | 'drawdown'>): Markup {
  const last = curve.at(-1);
  if (last === undefined) return markup`<p>No day ran, so there is no curve.</p>`;
  const deepest =
    drawdown === null
      ? 'It never closed below an earlier close.'
      : `Max drawdown ${rupeesText(drawdown.depthPaise)} (${percentText(drawdown.depthOfPeak)} of capital and peak together), lowest on ${drawdown.lowDate}.`;
  const depth = plotOf(curve, 'drawdown', ({ drawdownPaise }) => -drawdownPaise);
  const equity = plotOf(curve, 'equity', ({ equityPaise }) => equityPaise);
  const summary = `Summed net from ${curve[0]?.date ?? ''} to ${last.date}: ends at ${signedRupees(last.equityPaise)}. ${deepest}`;
  return markup`<figure><figcaption>Equity: the summed net after each day</figcaption>${dayChart({
    ...equity,
    summary,
    zeroAt: equity.y.at(0),
  })}</figure><figure><figcaption>Drawdown: how far below its highest close so far</figcaption>${dayChart(
    { ...depth, summary: deepest },
  )}</figure>`;
}

const LINES = {
  equity: { name: 'net', heightPx: 260, ticks: 5 },
  drawdown: { name: 'drawdown', heightPx: 110, ticks: 3 },
} as const;

function plotOf(
  curve: readonly CurvePoint[],
  className: keyof typeof LINES,
  valueOf: (point: CurvePoint) => number,
): Omit<DayLines, 'summary'> {
  const { name, heightPx, ticks } = LINES[className];
  const values = curve.map(valueOf);
  const points = values.map((y, x) => ({ x, y }));
  return {
    dates: curve.map(({ date }) => date),
    y: roundScale([0, ...values], ticks),
    labelOf: shortRupees,
    heightPx,
    lines: [{ name, unit: 'rupees', grainPaise: 1, className, fillTo: 0, points }],
  };
}
