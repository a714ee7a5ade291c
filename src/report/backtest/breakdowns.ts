import { type Costs } from '../../model/money/costs.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { type Performance } from '../../results/performance.ts';
import { type Group } from '../../results/statistics/outcomes.ts';
import { count, percentText, rupeesText } from '../amounts.ts';
import { barTable } from '../chart/bar-table.ts';
import { type Markup, markup } from '../markup.ts';
import { type TableColumn, moneyColumns } from '../tables.ts';

/** The same money by weekday, days to expiry, month, strategy and leg. */
export function breakdowns(performance: Performance): Markup {
  const { byWeekday, byDaysToExpiry, byMonth, byStrategy, byLeg } = performance;
  return markup`${groups({ by: 'Weekday', of: 'Days' }, byWeekday)}${groups(
    { by: 'Calendar days from entry to expiry', of: 'Trades' },
    byDaysToExpiry,
  )}${groups({ by: 'Month', of: 'Days' }, byMonth)}${
    byStrategy.length > 1 ? groups({ by: 'Strategy', of: 'Days' }, byStrategy) : null
  }${groups({ by: 'Leg', of: 'Days' }, byLeg)}`;
}

interface Division {
  /** What divides. */
  readonly by: string;
  /** What is divided. */
  readonly of: string;
}

function groups({ by, of }: Division, rows: readonly Group[]): Markup {
  const average: TableColumn<Group> = {
    head: 'Average',
    cell: ({ outcomes }) => rupeesText(outcomes.expectancyPaise),
    isNumber: true,
  };
  return barTable<Group>({
    caption: `${of} by ${by.toLowerCase()}`,
    rows,
    name: { head: by.startsWith('Calendar') ? 'To expiry' : by, cell: ({ key }) => key },
    bar: ({ netPaise }) => netPaise,
    columns: [
      { head: of, cell: ({ outcomes }) => count(outcomes.count), isNumber: true },
      { head: 'Won', cell: ({ outcomes }) => percentText(outcomes.hitRate), isNumber: true },
      average,
      ...moneyColumns<Group>(),
    ],
  });
}

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
    caption: `Costs: ${rupeesText(totals.costsPaise)} on a turnover of ${rupeesText(totals.turnoverPaise)}`,
    rows,
    name: { head: 'Charge', cell: ({ name }) => name },
    bar: ({ paise }) => paise,
    look: 'plain',
    columns: [
      { head: 'Amount', cell: ({ paise }) => rupeesText(paise), isNumber: true },
      {
        head: 'Share',
        cell: ({ paise }) => percentText(total === 0 ? null : paise / total),
        isNumber: true,
      },
    ],
  })}`;
}
