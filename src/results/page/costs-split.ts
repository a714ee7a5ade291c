import { type Costs } from '../../model/costs.ts';
import { type BacktestResult } from '../backtest-result.ts';
import { percent, rupees } from './amounts.ts';
import { barTable } from './bar-table.ts';
import { type Markup, markup } from './markup.ts';

const CHARGES: readonly (readonly [keyof Costs, string])[] = [
  ['brokeragePaise', 'Brokerage'],
  ['sttPaise', 'STT'],
  ['exchangePaise', 'Exchange charge'],
  ['gstPaise', 'GST'],
  ['stampPaise', 'Stamp duty'],
  ['sebiPaise', 'SEBI fee'],
];

/** Where the costs went, in the lines of a contract note. */
export function costsSplit({ days, totals }: Pick<BacktestResult, 'days' | 'totals'>): Markup {
  const rows = CHARGES.map(([charge, name]) => ({
    name,
    paise: days.reduce((sum, { costs }) => sum + costs[charge], 0),
  }));
  const total = rows.reduce((sum, { paise }) => sum + paise, 0);
  return markup`${barTable({
    caption: `Costs: ${rupees(totals.costsPaise)} on a turnover of ${rupees(totals.turnoverPaise)}`,
    rows,
    name: { head: 'Charge', cell: ({ name }) => name },
    bar: ({ paise }) => paise,
    look: 'plain',
    columns: [
      { head: 'Amount', cell: ({ paise }) => rupees(paise), isNumber: true },
      {
        head: 'Share',
        cell: ({ paise }) => percent(total === 0 ? null : paise / total),
        isNumber: true,
      },
    ],
  })}`;
}
