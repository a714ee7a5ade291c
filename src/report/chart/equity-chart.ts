import { type CurvePoint, type Performance } from '../../results/performance.ts';
import { percentText, rupeesText, shortRupees, signedRupees } from '../amounts.ts';
import { type Markup, markup } from '../markup.ts';
import { chartFrame, dayFrame } from './chart-frame.ts';
import { roundScale, type Scale } from './scale.ts';
import { seriesPath } from './series-path.ts';

const EQUITY_PX = 260;
const DRAWDOWN_PX = 110;

/** The summed net day by day, and below it how far under its highest it was. */
export function equityChart({ curve, drawdown }: Pick<Performance, 'curve' | 'drawdown'>): Markup {
  const last = curve.at(-1);
  if (last === undefined) return markup`<p>No day ran, so there is no curve.</p>`;
  const equity = roundScale([0, ...curve.map(({ equityPaise }) => equityPaise)]);
  const depth = roundScale([0, ...curve.map(({ drawdownPaise }) => -drawdownPaise)], 3);
  const deepest =
    drawdown === null
      ? 'It never closed below an earlier close.'
      : `Its deepest fall was ${rupeesText(drawdown.depthPaise)} (${percentText(drawdown.depthOfPeak)} of capital and peak together), lowest on ${drawdown.lowDate}.`;
  return markup`<figure><figcaption>Equity: the summed net after each day</figcaption>${equityPlot(
    curve,
    equity,
    `Summed net from ${curve[0]?.date ?? ''} to ${last.date}: ends at ${signedRupees(last.equityPaise)}. ${deepest}`,
  )}</figure><figure><figcaption>Drawdown: how far below its highest close so far</figcaption>${drawdownPlot(
    curve,
    depth,
    deepest,
  )}</figure>`;
}

function equityPlot(curve: readonly CurvePoint[], y: Scale, summary: string): Markup {
  const points = curve.map(({ equityPaise }, x) => ({ x, y: equityPaise }));
  const place = { xMax: curve.length - 1, y, heightPx: EQUITY_PX };
  const line = {
    name: 'net',
    unit: 'rupees',
    grainPaise: 1,
    className: 'equity',
    fillTo: 0,
  } as const;
  return chartFrame({
    ...frame(curve, y, EQUITY_PX),
    summary,
    zeroAt: y.at(0),
    content: seriesPath({ ...place, ...line, points }),
  });
}

function drawdownPlot(curve: readonly CurvePoint[], y: Scale, summary: string): Markup {
  const points = curve.map(({ drawdownPaise }, x) => ({ x, y: -drawdownPaise }));
  const place = { xMax: curve.length - 1, y, heightPx: DRAWDOWN_PX };
  const line = {
    name: 'drawdown',
    unit: 'rupees',
    grainPaise: 1,
    className: 'drawdown',
    fillTo: 0,
  } as const;
  return chartFrame({
    ...frame(curve, y, DRAWDOWN_PX),
    summary,
    content: seriesPath({ ...place, ...line, points }),
  });
}

function frame(curve: readonly CurvePoint[], y: Scale, heightPx: number) {
  const dates = curve.map(({ date }) => date);
  return dayFrame({ dates, y, labelOf: shortRupees, heightPx });
}
