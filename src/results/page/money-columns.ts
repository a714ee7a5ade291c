import { type Money, type MoneyIfRun } from '../backtest-result.ts';
import { NO_DAY_RAN } from '../no-day-ran.ts';
import { rupees, signedRupees, tone } from './amounts.ts';
import { type Markup, markup } from './markup.ts';
import { type Column } from './sortable-table.ts';

/** Gross, costs, net. */
export function moneyColumns<Row extends Money>(): readonly Column<Row>[] {
  return [
    { head: 'Gross', cell: ({ grossPaise }) => signedRupees(grossPaise), isNumber: true },
    { head: 'Costs', cell: ({ costsPaise }) => rupees(costsPaise), isNumber: true },
    { head: 'Net', cell: netCell, isNumber: true },
  ];
}

/** An amount, coloured; in words where no day ran. */
export function netCell({ netPaise }: Pick<MoneyIfRun, 'netPaise'>): Markup {
  if (netPaise === null) return markup`${NO_DAY_RAN}`;
  return markup`<span class="${tone(netPaise)}">${signedRupees(netPaise)}</span>`;
}
