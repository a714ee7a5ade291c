import { type PricesUsed } from '../backtest-result.ts';
import { count } from './amounts.ts';
import { markup, type Part } from './markup.ts';
import { sortableTable } from './sortable-table.ts';

/** Where prices came from. */
export function pricesTable(prices: readonly PricesUsed[]): Part {
  if (prices.length === 0) return markup`<p>None was recorded.</p>`;
  return sortableTable<PricesUsed>({
    caption: 'Where prices came from',
    rows: prices,
    columns: [
      { head: 'Source', cell: ({ source }) => source },
      { head: 'Of', cell: ({ underlyings }) => underlyings.join(', ') },
      { head: 'Rows', cell: ({ rows }) => count(rows), isNumber: true },
      {
        head: 'Contracts with their own prices',
        cell: ({ contracts }) => count(contracts),
        isNumber: true,
      },
      {
        head: 'SHA-256',
        cell: ({ sha256 }) => markup`<code title="${sha256}">${sha256.slice(0, 16)}…</code>`,
      },
    ],
  });
}
