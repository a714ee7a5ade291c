import {
  type BacktestResult,
  type BacktestStrategy,
  type ShownPriceProblem,
} from '../../results/backtest-result.ts';
import { dataCaveats } from '../../results/caveats/data-caveats.ts';
import { dayCaveats } from '../../results/caveats/day-caveats.ts';
import { count, countedText, rupeesText } from '../amounts.ts';
import { sentenceList } from '../elements.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { type PageSection } from '../page-shell.ts';
import { pricesTable, sortableTable } from '../tables.ts';

/** What a reader must know before the figures: days that are not in them, data that is not clean. Nothing when all is well. */
export function caveats(result: BacktestResult): readonly PageSection[] {
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

/** What the figures rest on, and what is wrong with it. */
export function assumptions(result: BacktestResult): Markup {
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
