import {
  type BacktestResult,
  type BacktestStrategy,
  type PriceProblem,
} from '../backtest-result.ts';
import { count, counted } from './amounts.ts';
import { type Markup, markup, type Part } from './markup.ts';
import { pricesTable } from './prices-table.ts';
import { sentenceList } from './sentence-list.ts';
import { sortableTable } from './sortable-table.ts';

/** Problems that are listed; the others are counted. */
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
      all > shown.length ? `The first ${count(shown.length)} of ${counted(all, 'problem')}:` : null
    }</p>`,
    sortableTable<PriceProblem>({
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
