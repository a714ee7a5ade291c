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
  const average: Column<Group> = {
    head: 'Average',
    cell: ({ outcomes }) => rupees(outcomes.expectancyPaise),
    isNumber: true,
  };
  return barTable<Group>({
    caption: `${of} by ${by.toLowerCase()}`,
    rows,
    name: { head: by.startsWith('Calendar') ? 'To expiry' : by, cell: ({ key }) => key },
    bar: ({ netPaise }) => netPaise,
    columns: [
      { head: of, cell: ({ outcomes }) => count(outcomes.count), isNumber: true },
      { head: 'Won', cell: ({ outcomes }) => percent(outcomes.hitRate), isNumber: true },
      average,
      ...moneyColumns<Group>(),
    ],
  });
}
