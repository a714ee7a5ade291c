import { type BacktestResult, type HeldIndex } from '../../results/backtest-result.ts';
import { curveOf, type CurvePoint, type Performance } from '../../results/performance.ts';
import { heldNets } from '../../results/statistics/benchmark.ts';
import { percentText, ratio, rupeesText, shortRupees, signedRupees } from '../amounts.ts';
import { roundScale } from '../chart/chart-frame.ts';
import { dayChart } from '../chart/series-path.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { netCell, numeric, sortableTable } from '../tables.ts';

const HEIGHT_PX = 220;
/** Looks of held indexes; a further one begins again. */
const LOOKS = 4;

/** Buy and hold of the index beside the strategies: both curves on one scale, and figures by the same formulas. */
export function benchmarkPart(
  { benchmarks, capitalPaise }: Pick<BacktestResult, 'benchmarks' | 'capitalPaise'>,
  performance: Performance,
): Part {
  if (benchmarks === undefined) {
    return markup`<p>None: an older program wrote this result. Run the backtest again to have it.</p>`;
  }
  const { curve } = performance;
  const held = benchmarks.flatMap(({ underlying, held: index }) =>
    index === null ? [] : rowOf(underlying, index, { curve, capitalPaise }),
  );
  const reasons = benchmarks.flatMap(({ underlying, reason }) =>
    reason === null ? [] : markup`<p>None of ${underlying}: ${reason}.</p>`,
  );
  if (held.length === 0) return reasons.length > 0 ? reasons : markup`<p>None: no day ran.</p>`;
  return [chart(curve, held), figures([strategiesRow(performance), ...held]), reasons, NOTE];
}

const NOTE = markup`<p class="note">Bought with the whole capital at the index's first price of the first day, in fractions of it, and held to its last close: without costs, dividends and interest. A year's figures have the formulas and days of the strategies' own.</p>`;

interface Row extends Omit<HeldIndex, 'fromPaise' | 'closes' | 'returnOnCapital'> {
  readonly name: string;
  readonly curve: readonly CurvePoint[];
  readonly returnOnCapital: number | null;
}

function rowOf(
  underlying: string,
  held: HeldIndex,
  { curve, capitalPaise }: { readonly curve: readonly CurvePoint[]; readonly capitalPaise: number },
): Row {
  const nets = heldNets(curve, { ...held, capitalPaise });
  return { ...held, name: `${underlying}, buy and hold`, curve: curveOf(nets) };
}

function strategiesRow(performance: Performance): Row {
  const { drawdown } = performance;
  return {
    ...performance,
    name: 'These strategies',
    drawdownPaise: drawdown?.depthPaise ?? 0,
    drawdownOfPeak: drawdown?.depthOfPeak ?? null,
  };
}

function chart(own: readonly CurvePoint[], held: readonly Row[]): Markup {
  const all = [own, ...held.map(({ curve }) => curve)];
  const y = roundScale([0, ...all.flat().map(({ equityPaise }) => equityPaise)]);
  const dates = own.map(({ date }) => date);
  const line = (name: string, curve: readonly CurvePoint[], className: string) => {
    const points = curve.map(({ equityPaise }, x) => ({ x, y: equityPaise }));
    return { name, unit: 'rupees', grainPaise: 1, points, className } as const;
  };
  const summary = [{ name: 'These strategies', curve: own }, ...held]
    .map(({ name, curve }) => `${name}: ${signedRupees(curve.at(-1)?.equityPaise ?? 0)}`)
    .join('; ');
  return markup`<figure><figcaption>Buy and hold of the same capital, beside the strategies</figcaption>${dayChart(
    {
      ...{ dates, y, labelOf: shortRupees, heightPx: HEIGHT_PX },
      summary: `Net at the end. ${summary}.`,
      zeroAt: y.at(0),
      lines: [
        ...held.map(({ name, curve }, place) => line(name, curve, lookOf(place))),
        line('these strategies', own, 'own'),
      ],
    },
  )}<p class="legend">${sample('own')}these strategies${held.map(
    ({ name }, place) => markup` ${sample(lookOf(place))}${name}`,
  )}</p></figure>`;
}

function lookOf(place: number): string {
  return `held held${String(place % LOOKS)}`;
}

function sample(className: string): Markup {
  return markup`<svg class="sample series ${className}" width="30" height="10" aria-hidden="true"><path d="M0 5h30"/></svg> `;
}

function figures(rows: readonly Row[]): Markup {
  return sortableTable<Row>({
    caption: 'Buy and hold against the strategies',
    rows,
    columns: [
      { head: 'What', cell: ({ name }) => name },
      numeric('Net', netCell),
      numeric('Return', (row) => percentText(row.returnOnCapital)),
      numeric('Of a year', (row) => percentText(row.annualReturn)),
      numeric('Sharpe', ({ sharpe }) => ratio(sharpe)),
      numeric('Max drawdown', (row) => rupeesText(row.drawdownPaise)),
      numeric('Of its peak', (row) => percentText(row.drawdownOfPeak)),
    ],
  });
}
