import { type Group } from '../group.ts';
import { type Performance } from '../performance.ts';
import { count, percent, rupees } from './amounts.ts';
import { barTable } from './bar-table.ts';
import { type Markup, markup } from './markup.ts';
import { moneyColumns } from './money-columns.ts';
import { type Column } from './sortable-table.ts';

/** The same money by weekday, days to expiry, month, strategy and leg. */
export function breakdowns(performance: Performance): Markup {
  const { byWeekday, byDaysToExpiry, byMonth, byStrategy, byLeg } = performance;
  return markup`${groups('By weekday', 'Days', byWeekday)}${groups(
    'By calendar days from entry to expiry',
    'Trades',
    byDaysToExpiry,
  )}${groups('By month', 'Days', byMonth)}${
    byStrategy.length > 1 ? groups('By strategy', 'Days', byStrategy) : null
  }${groups('By leg', 'Days', byLeg)}`;
}

function groups(caption: string, counting: string, rows: readonly Group[]): Markup {
  const average: Column<Group> = {
    head: 'Average',
    cell: ({ outcomes }) => rupees(outcomes.expectancyPaise),
    isNumber: true,
  };
  return barTable<Group>({
    caption,
    rows,
    name: { head: caption.replace(/^By (calendar )?/, ''), cell: ({ key }) => key },
    bar: ({ netPaise }) => netPaise,
    columns: [
      { head: counting, cell: ({ outcomes }) => count(outcomes.count), isNumber: true },
      { head: 'Won', cell: ({ outcomes }) => percent(outcomes.hitRate), isNumber: true },
      average,
      ...moneyColumns<Group>(),
    ],
  });
}
