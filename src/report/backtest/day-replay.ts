import { istClock, istTimeOfDayMs } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type BacktestResult,
  type DayMoment,
  type LegDay,
} from '../../results/backtest-result.ts';
import { daysRun } from '../../results/backtest-totals.ts';
import { count, countedText, rupeesText, shortRupees, signedRupees, tone } from '../amounts.ts';
import { FILL_LOOKS, fillLook, legendMark, legLooks, legName } from '../chart/marks.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { sortableTable, numeric } from '../tables.ts';
import { dayCharts, type DayLook } from './day-chart.ts';

/** Points of lines and rows of fills in the whole page: many days get fewer each, so that the page still opens. */
const POINTS_MAX = 150_000;
const FILLS_MAX = 10_000;
const FILLS_A_DAY_MIN = 20;
/** Rows of decisions in the whole page, and of each day at least. */
const MOMENTS_MAX = 20_000;
const MOMENTS_A_DAY_MIN = 50;
/** Trading minutes of a day: as many points as a line can have. */
const MINUTES_MAX = 1_440;
const POINTS_A_LINE_MIN = 40;

/** A day to choose and what happened on it. The worst is shown first. */
export function dayReplay(result: BacktestResult): Markup {
  const days = daysRun(result);
  const first = days.reduce<BacktestDay | null>(
    (worst, day) => (worst === null || day.netPaise < worst.netPaise ? day : worst),
    null,
  );
  if (first === null) return markup`<p>No day ran, so there is none to replay.</p>`;
  const look = lookOf(result, days.length);
  return markup`<div class="choice" id="day-choice"><button type="button" data-step="-1">‹ Earlier</button><label>Day <select id="day">${days.map(
    (day) => option(day, day === first),
  )}</select></label><button type="button" data-step="1">Later ›</button></div>${legend(look)}${thinNote(
    look,
    days,
  )}<div id="replay">${replayOf(first, look)}</div>${days.map(
    (day) => markup`<template id="day-${day.date}">${replayOf(day, look)}</template>\n`,
  )}<noscript><p>Other days can be chosen where scripts are allowed to run. They are part of this file.</p></noscript>`;
}

interface ReplayLook extends DayLook {
  readonly fillsMax: number;
  readonly momentsMax: number;
}

function lookOf({ days, trades, underlyings }: BacktestResult, dayCount: number): ReplayLook {
  const further = days.reduce((sum, { otherIndexes = [] }) => sum + otherIndexes.length, 0);
  const share = Math.floor(POINTS_MAX / Math.max(1, 2 * dayCount + further));
  return {
    looks: legLooks(days.flatMap(({ fills }) => fills.map(legName))),
    underlying: underlyings[0] ?? 'Index',
    underlyings: new Map(trades.map(({ symbol, underlying }) => [symbol, underlying])),
    pointsMax: Math.min(MINUTES_MAX, Math.max(POINTS_A_LINE_MIN, share)),
    fillsMax: Math.max(FILLS_A_DAY_MIN, Math.floor(FILLS_MAX / Math.max(1, dayCount))),
    momentsMax: Math.max(MOMENTS_A_DAY_MIN, Math.floor(MOMENTS_MAX / Math.max(1, dayCount))),
  };
}

function option({ date, netPaise }: BacktestDay, isChosen: boolean): Markup {
  return markup`<option value="${date}"${isChosen ? markup` selected` : null}>${date} ${netPaise < 0 ? '▼' : '▲'} ${shortRupees(netPaise)}</option>`;
}

function replayOf(day: BacktestDay, look: ReplayLook): Markup {
  const { date, netPaise, grossPaise, costsPaise, marginPaiseMax, orders, reason } = day;
  return markup`<h3>${date}: <span class="${tone(netPaise)}">${signedRupees(netPaise)}</span></h3><p>Gross ${signedRupees(grossPaise)}, costs ${rupeesText(costsPaise)}, ${countedText(orders, 'order')}; margin at most ${shortRupees(marginPaiseMax)} (approximation).${
    reason === undefined ? null : ` ${reason}.`
  }</p>${dayCharts(day, look)}${momentsTable(day, look)}${fillsTable(day, look)}${legsTable(day)}`;
}

/** What was decided, by what. A click on a chart leaves what was true at that minute. */
function momentsTable(
  { date, moments = [], momentsLeftOut = 0 }: BacktestDay,
  { momentsMax }: ReplayLook,
): Part {
  if (moments.length === 0) return null;
  const left = Math.max(0, moments.length - momentsMax) + momentsLeftOut;
  return [
    markup`<div class="moments"><p class="note"><output class="moment">What was decided, and by what. Click a chart, or press Enter on it, to see one minute.</output> <button type="button" data-moments="all">Whole day</button></p>`,
    sortableTable<DayMoment>({
      caption: `Decisions of ${date}`,
      rows: moments.slice(0, momentsMax),
      rowData: ({ run, part, fromMs, untilMs }) => ({
        part: `${run} ${part}`,
        from: minuteOfDay(fromMs),
        until: minuteOfDay(untilMs),
      }),
      columns: [
        { head: 'Time', cell: timesOf },
        { head: 'Run', cell: ({ run }) => run },
        { head: 'Part', cell: ({ part }) => part },
        { head: 'What', cell: ({ text }) => markup`<span class="wraps">${text}</span>` },
        { head: 'Where', cell: ({ place }) => place ?? '' },
      ],
    }),
    left > 0
      ? markup`<p>${countedText(left, 'later decision')} of this day: left out of the page. See sauda trace and sauda why.</p>`
      : null,
    markup`</div>`,
  ];
}

function timesOf({ fromMs, untilMs }: DayMoment): string {
  const [from, until] = [istClock(fromMs), istClock(untilMs)];
  return from === until ? from : `${from} to ${until}`;
}

function minuteOfDay(atMs: number): number {
  return Math.floor(istTimeOfDayMs(atMs) / 60_000);
}

function fillsTable({ date, fills }: BacktestDay, { fillsMax }: ReplayLook): Part {
  if (fills.length === 0) return markup`<p>Nothing filled on this day.</p>`;
  const left = fills.length - fillsMax;
  return [
    sortableTable<BacktestFill>({
      caption: `Fills of ${date}`,
      rows: fills.slice(0, fillsMax),
      columns: [
        { head: 'Time', cell: ({ atMs }) => istClock(atMs) },
        { head: 'Leg', cell: legName },
        { head: 'Role', cell: (fill) => `${fillLook(fill).sign} ${fill.role}` },
        { head: 'Contract', cell: ({ symbol }) => symbol },
        { head: 'Side', cell: ({ side }) => side },
        numeric('Units', ({ units }) => count(units)),
        numeric('Price', ({ pricePaise }) => price(pricePaise)),
        {
          head: 'Could be',
          cell: ({ bestPaise, worstPaise }) =>
            bestPaise === worstPaise
              ? price(bestPaise)
              : `${price(bestPaise)} to ${price(worstPaise)}`,
        },
        { head: 'Assumption', cell: ({ assumption }) => assumption },
      ],
    }),
    left > 0
      ? markup`<p>${countedText(left, 'further fill')} of this day: left out of the page, not of the figures.</p>`
      : null,
  ];
}

function legsTable({ date, legs }: BacktestDay): Part {
  if (legs.length === 0) return null;
  return sortableTable<LegDay>({
    caption: `Legs on ${date}`,
    rows: legs,
    columns: [
      { head: 'Leg', cell: legName },
      { head: 'Contract', cell: ({ symbol }) => symbol },
      numeric('Gross', ({ grossPaise }) => signedRupees(grossPaise)),
      numeric('Costs', ({ costsPaise }) => rupeesText(costsPaise)),
      numeric(
        'Net',
        ({ netPaise }) => markup`<span class="${tone(netPaise)}">${signedRupees(netPaise)}</span>`,
      ),
    ],
  });
}

function legend({ looks }: DayLook): Markup {
  return markup`<p class="legend">${FILL_LOOKS.map(
    ({ mark, name }) => markup`<span>${legendMark(mark, '')} ${name}</span> `,
  )}Colours: ${[...looks]
    .slice(0, 16)
    .map(
      ([name, { className }]) => markup`<span>${legendMark('circle', className)} ${name}</span> `,
    )}</p>`;
}

function thinNote({ pointsMax }: DayLook, days: readonly BacktestDay[]): Part {
  const isThinned = days.some(({ index, otherIndexes = [], equity }) =>
    [index, equity, ...otherIndexes.map(({ points }) => points)].some(
      (points) => points.length > pointsMax,
    ),
  );
  if (!isThinned) return null;
  return markup`<p class="note">There are many days: lines are drawn through the highs and lows of stretches, about ${pointsMax} points a day. Fills are exact.</p>`;
}

function price(paise: number): string {
  return (paise / 100).toFixed(2);
}
