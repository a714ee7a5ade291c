import { type DayNet } from '../backtest-result.ts';
import { type Drawdown } from '../drawdowns.ts';
import { type Performance } from '../performance.ts';
import { count, percent, rupees } from './amounts.ts';
import { dayLink } from './day-link.ts';
import { type Markup, markup, type Part } from './markup.ts';
import { netCell } from './money-columns.ts';
import { sortableTable } from './sortable-table.ts';

/** The days and the falls that hurt most, and the days that helped most. */
export function worstDays({ worstDays: worst, bestDays, drawdowns }: Performance): Markup {
  return markup`<div class="columns">${days('Worst days', worst)}${days('Best days', bestDays)}</div>${falls(drawdowns)}`;
}

function days(caption: string, rows: readonly DayNet[]): Part {
  if (rows.length === 0) return markup`<p>${caption}: none.</p>`;
  return sortableTable<DayNet>({
    caption,
    rows,
    columns: [
      { head: 'Date', cell: dayLink },
      { head: 'Net', cell: netCell, isNumber: true },
    ],
  });
}

function falls(rows: readonly Drawdown[]): Part {
  if (rows.length === 0) return markup`<p>No close was below an earlier one.</p>`;
  return sortableTable<Drawdown>({
    caption: 'Deepest drawdowns, on the closes of days',
    rows,
    columns: [
      { head: 'Depth', cell: ({ depthPaise }) => rupees(depthPaise), isNumber: true },
      {
        head: 'Of capital and peak',
        cell: ({ depthOfPeak }) => percent(depthOfPeak),
        isNumber: true,
      },
      { head: 'Peak', cell: ({ peakDate }) => peakDate ?? 'the beginning' },
      { head: 'Lowest', cell: ({ lowDate }) => dayLink({ date: lowDate }) },
      { head: 'Recovered', cell: ({ recoveredDate }) => recoveredDate ?? 'not yet' },
      { head: 'Days', cell: (fall) => count(fall.days), isNumber: true },
    ],
  });
}
