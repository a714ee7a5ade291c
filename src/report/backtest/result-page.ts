import {
  type BacktestResult,
  type BacktestStrategy,
  type Money,
  type ShownPriceProblem,
} from '../../results/backtest-result.ts';
import { daysRun, type ScenariosThatRan, scenariosThatRan } from '../../results/backtest-totals.ts';
import { dataCaveats } from '../../results/caveats/data-caveats.ts';
import { dayCaveats, NO_DAY_RAN, whyNoDayRan } from '../../results/caveats/day-caveats.ts';
import { pricingSentence } from '../../results/caveats/pricing-sentence.ts';
import { type Performance } from '../../results/performance.ts';
import { withoutFewDays } from '../../results/statistics/of-few-days.ts';
import { count, countedText, rupeesText, signedRupees } from '../amounts.ts';
import {
  barTable,
  moneyColumns,
  pricesTable,
  sortableTable,
  type TableColumn,
  numeric,
} from '../tables.ts';
import { histogram, tradeScatter } from './trade-scatter.ts';
import { sentenceList } from '../elements.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { type PageSection, pageShell } from '../page-shell.ts';
import { benchmarkPart } from './benchmark-part.ts';
import { dayReplay } from './day-replay.ts';
import { allDays, allTrades, worstDays } from './days-and-trades.ts';
import { headline } from './headline.ts';
import { heatMap } from './heat-map.ts';
import { equityChart, rollingChart, yearTable } from './over-time.ts';
import { breakdowns, costsSplit, statistics } from './statistics.ts';

/**
 * A backtest as one HTML file that opens offline. Any text of the result is shown as text, whatever it holds. The
 * same result gives the same page.
 */
export function resultPage(whole: BacktestResult, computed: Performance): string {
  const { result, performance } = withoutFewDays({ result: whole, performance: computed });
  const { strategies, underlyings, days, schemaVersion } = result;
  const names = strategies.map(({ name }) => name).join(', ');
  const sentence = pricingSentence(result);
  const dates = `${days[0]?.date ?? 'no date'} to ${days.at(-1)?.date ?? 'no date'}`;
  return pageShell({
    title: `Backtest: ${names}`,
    about: [
      ...(sentence === null ? [] : [sentence]),
      `${underlyings.join(', ')}, ${dates}: ${countedText(daysRun(result).length, 'day')} ran of ${countedText(days.length, 'date')}. Times are IST.`,
    ],
    sections: [
      ...caveats(result),
      ...figureSections(result, performance),
      ...tableSections(result),
    ],
    footer: `Result schema ${String(schemaVersion)}. This file holds everything it shows and asks nothing of any network.`,
  });
}

function figureSections(result: BacktestResult, performance: Performance): readonly PageSection[] {
  const came = scenariosThatRan(result);
  if (came === null) {
    return [{ id: 'headline', title: NO_DAY_RAN, content: sentenceList(whyNoDayRan(result)) }];
  }
  const nets = daysRun(result).map(({ netPaise }) => netPaise);
  return [
    { id: 'headline', title: 'Headline', content: headline(result, performance, came) },
    { id: 'equity', title: 'Equity and drawdown', content: equityChart(performance) },
    {
      id: 'benchmark',
      title: 'Beside buy and hold',
      content: benchmarkPart(result, performance),
    },
    { id: 'rolling', title: 'Rolling Sharpe ratio', content: rollingChart(performance) },
    { id: 'months', title: 'Months', content: yearTable(performance.years) },
    { id: 'calendar', title: 'Days', content: heatMap(result.days) },
    { id: 'replay-of-a-day', title: 'A day replayed', content: dayReplay(result) },
    { id: 'scenarios', title: 'Fills and sensitivity', content: scenarios(result, came) },
    {
      id: 'spread',
      title: 'Trades and days',
      content: [tradeScatter(result), histogram(nets)],
    },
    { id: 'worst', title: 'Worst and best', content: worstDays(performance) },
    { id: 'breakdowns', title: 'Breakdowns', content: breakdowns(performance) },
    { id: 'costs', title: 'Costs', content: costsSplit(result) },
    { id: 'statistics', title: 'All figures', content: statistics(performance) },
  ];
}

function tableSections(result: BacktestResult): readonly PageSection[] {
  return [
    { id: 'assumptions', title: 'Assumptions and data', content: assumptions(result) },
    { id: 'all-days', title: 'All dates', content: allDays(result.days), look: 'tall' },
    { id: 'all-trades', title: 'All trades', content: allTrades(result), look: 'tall' },
  ];
}

interface Scenario extends Money {
  readonly name: string;
}

function scenarios(
  { sensitivity }: Pick<BacktestResult, 'sensitivity'>,
  by: ScenariosThatRan,
): Markup {
  const ranges: readonly Scenario[] = [
    { name: 'Each at its best', ...by.optimistic },
    { name: 'As filled', ...by.default },
    { name: 'Each at its worst', ...by.pessimistic },
  ];
  return markup`${table('The same fills at the best, the assumed and the worst price at which each could have happened', ranges, by.default)}${rerun(
    sensitivity,
    by.default,
  )}`;
}

const NAMES = {
  'one-minute-later': 'Decisions one minute later',
  'one-tick-worse': 'One tick more slippage',
};

function rerun(runs: BacktestResult['sensitivity'], base: Money): Part {
  if (runs === null) {
    return markup`<p class="note">The days were not run again under one more minute of latency or one more tick of slippage: sensitivity was not asked for.</p>`;
  }
  const rows = runs.map(({ name, ...money }) => ({ ...money, name: NAMES[name] }));
  return table(
    'The days run again with one assumption changed',
    [{ ...base, name: 'As assumed' }, ...rows],
    base,
  );
}

function table(caption: string, rows: readonly Scenario[], base: Money): Markup {
  const difference: TableColumn<Scenario> = numeric('Difference', ({ netPaise }) =>
    signedRupees(netPaise - base.netPaise),
  );
  return barTable<Scenario>({
    caption,
    rows,
    name: { head: 'Assumption', cell: ({ name }) => name },
    bar: ({ netPaise }) => netPaise,
    columns: [...moneyColumns<Scenario>(), difference],
  });
}

/** What a reader must know before the figures: days that are not in them, data that is not clean. Nothing when all is well. */
function caveats(result: BacktestResult): readonly PageSection[] {
  const sentences = [
    ...dataCaveats(result),
    ...dayCaveats(result),
    ...dataProblems(result),
    ...openTrades(result),
  ];
  if (sentences.length === 0) return [];
  const content = sentenceList(sentences);
  return [{ id: 'caveats', title: 'Before you read on', content, look: 'warn' }];
}

function dataProblems({ problemCounts }: BacktestResult): readonly string[] {
  const all = Object.values(problemCounts).reduce((sum, times) => sum + times, 0);
  return all === 0 ? [] : [`The prices have ${countedText(all, 'problem')}, listed below.`];
}

function openTrades({ trades }: BacktestResult): readonly string[] {
  const open = trades.filter(({ closedAtMs }) => closedAtMs === null);
  if (open.length === 0) return [];
  const netPaise = open.reduce((sum, trade) => sum + trade.netPaise, 0);
  return [
    `${countedText(open.length, 'trade')} never closed, at the last known price: ${rupeesText(netPaise)} of the net is not realised.`,
  ];
}

/** Problems that are listed; the others are countedText. */
const PROBLEMS_MAX = 200;

function assumptions(result: BacktestResult): Markup {
  return markup`<h3>Assumptions</h3>${sentenceList(result.assumptions)}<h3>Prices</h3>${pricesTable(
    result.prices,
  )}<h3>Problems of the data</h3>${problems(result)}<h3>Strategies</h3>${result.strategies.map(
    strategy,
  )}<p>Seed <code>${result.seed}</code></p>`;
}

function problems({ problems: found, problemCounts }: BacktestResult): Part {
  const kinds = Object.entries(problemCounts).filter(([, times]) => times > 0);
  if (kinds.length === 0 && found.length === 0) return markup`<p>None was found.</p>`;
  const all = kinds.reduce((sum, [, times]) => sum + times, 0);
  const shown = found.slice(0, PROBLEMS_MAX);
  return [
    markup`<p>${kinds.map(([kind, times], index) => `${index === 0 ? '' : ', '}${kind}: ${count(times)}`)}. ${
      all > shown.length
        ? `The first ${count(shown.length)} of ${countedText(all, 'problem')}:`
        : null
    }</p>`,
    sortableTable<ShownPriceProblem>({
      caption: 'Problems, those of whole files first',
      rows: shown,
      columns: [
        { head: 'Place', cell: ({ file, line }) => `${file}:${String(line)}` },
        { head: 'Date', cell: ({ date }) => (date === null ? '' : markup`<time>${date}</time>`) },
        { head: 'Kind', cell: ({ kind }) => kind },
        { head: 'What', cell: ({ detail }) => detail },
      ],
    }),
  ];
}

function strategy({ name, sourceHash, params }: BacktestStrategy): Markup {
  return markup`<details open><summary>${name} <code title="${sourceHash}">${sourceHash.slice(0, 16)}…</code></summary><pre>${JSON.stringify(params, null, 2)}</pre></details>`;
}
