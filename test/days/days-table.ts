import { formatPaise } from '../../src/model/money/money.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { type CheckedPair } from './check-pair.ts';

/** A line of the table. */
export interface CheckedRow extends CheckedPair {
  readonly prices: string;
  readonly pair: string;
}

const HEADINGS = [
  'prices',
  'underlying',
  'strategy',
  'days',
  'fills',
  'net',
  'same forms?',
  'same workers?',
];

/** The table of all pairs, as text. */
export function daysTable(rows: readonly CheckedRow[]): string {
  const cells = [[...HEADINGS, 'same again?'], ...rows.map(cellsOf)];
  const widths = HEADINGS.concat('').map((_, at) =>
    Math.max(...cells.map((row) => (row[at] ?? '').length)),
  );
  return cells
    .map((row) => row.map((cell, at) => padded(cell, { at, width: widths[at] ?? 0 })).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** What differs, a line each; empty when nothing does. */
export function differencesTold(rows: readonly CheckedRow[]): readonly string[] {
  return rows.flatMap(({ prices, underlying, pair, forms, workers, again }) =>
    [
      { between: 'its forms', difference: forms },
      { between: 'one and two workers', difference: workers },
      { between: 'two runs', difference: again },
    ].flatMap(({ between, difference }) =>
      difference === null
        ? []
        : `${prices}, ${underlying}, ${pair}: ${between} differ in ${difference}`,
    ),
  );
}

/** Days that did not run clean, by how and why, a line each. */
export function daysTold({ days }: BacktestResult): readonly string[] {
  return days
    .filter(({ status }) => status !== 'ok')
    .map(({ date, status, reason = 'no reason is told' }) => `${date} ${status}: ${reason}`);
}

function cellsOf(row: CheckedRow): readonly string[] {
  const { prices, underlying, pair, result, forms, workers, again } = row;
  const { days, totals } = result;
  const fills = days.reduce((sum, day) => sum + day.fills.length, 0);
  return [
    prices,
    underlying,
    pair,
    String(totals.daysRun),
    String(fills),
    formatPaise(totals.netPaise ?? 0),
    ...[forms, workers, again].map((difference) => (difference === null ? 'yes' : 'NO')),
  ];
}

/** Numbers to the right, words to the left. */
function padded(cell: string, { at, width }: { at: number; width: number }): string {
  return at >= 3 && at <= 5 ? cell.padStart(width) : cell.padEnd(width);
}
