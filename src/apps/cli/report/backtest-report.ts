import {
  type BacktestDay,
  type BacktestResult,
} from '../../../runtime/backtest/backtest-result.ts';
import { signedPaise } from '../view/money-text.ts';
import { type Line, moneyStyle, paintLine, type Span, span } from '../view/span.ts';
import { type Column, tableLines } from '../view/table.ts';

const LEFT: Column = { title: '', align: 'left' };
const DAY_COLUMNS: readonly Column[] = [
  { title: 'date', align: 'left' },
  { title: 'status', align: 'left' },
  { title: 'bars', align: 'right' },
  { title: 'orders', align: 'right' },
  { title: 'trades', align: 'right' },
  { title: 'gross', align: 'right' },
  { title: 'costs', align: 'right' },
  { title: 'net', align: 'right' },
  { title: 'reason', align: 'left' },
];

/** File problems without a date that are told in full; those with one stand on the line of their day. */
const UNDATED_TOLD = 10;

/** A backtest for people: one line a day, then what is wrong with the file, the totals, and what was assumed. */
export function backtestReportText(
  result: BacktestResult,
  options: { readonly columns: number; readonly color: boolean },
): string {
  const lines: Line[] = [
    ...tableLines(DAY_COLUMNS, result.days.map(dayRow)),
    [],
    ...problemLines(result),
    [span(`Totals of ${result.strategies.join(', ')}`, 'bold')],
    ...tableLines([LEFT, LEFT], totalRows(result)),
    [span('Assumed', 'bold')],
    ...result.assumptions.map((text): Line => [span(`  ${text}`, 'dim')]),
  ];
  return lines.map((line) => `${paintLine(line, options)}\n`).join('');
}

function dayRow(day: BacktestDay): Span[] {
  return [
    span(day.date),
    span(day.status, day.status === 'ok' ? 'plain' : 'warning'),
    span(String(day.bars)),
    span(String(day.orders)),
    span(String(day.trades)),
    span(signedPaise(day.grossPaise)),
    span(signedPaise(-day.costsPaise)),
    span(signedPaise(day.netPaise), moneyStyle(day.netPaise)),
    span(day.reason ?? '', 'dim'),
  ];
}

function problemLines({ problems, problemsUnlisted }: BacktestResult): Line[] {
  const count = problems.length + problemsUnlisted;
  if (count === 0) return [];
  const undated = problems.filter(({ date }) => date === null);
  const told = undated.slice(0, UNDATED_TOLD);
  const few = (some: number): string =>
    problemsUnlisted === 0 ? String(some) : `${String(some)} or more`;
  const more = undated.length - told.length;
  return [
    [span('Problems of the price file', 'bold')],
    [span(`  ${String(count)} in all, ${few(undated.length)} without a date`)],
    ...told.map(({ line, detail }): Line => [span(`  line ${String(line)}: ${detail}`)]),
    ...(more === 0 ? [] : [[span(`  and ${few(more)} without a date`)]]),
  ];
}

function totalRows({ totals }: BacktestResult): Span[][] {
  const edge = (day: BacktestResult['totals']['bestDay']): Span =>
    day === null
      ? span('none')
      : span(`${signedPaise(day.netPaise)} on ${day.date}`, moneyStyle(day.netPaise));
  return [
    [
      span('  days'),
      span(
        `${String(totals.daysRun)} run of ${String(totals.days)}, ${String(totals.daysSkipped)} skipped, ${String(totals.daysWithProblems)} with problems`,
      ),
    ],
    [span('  trades'), span(String(totals.trades))],
    [span('  gross'), span(signedPaise(totals.grossPaise), moneyStyle(totals.grossPaise))],
    [span('  costs'), span(signedPaise(-totals.costsPaise))],
    [span('  net'), span(signedPaise(totals.netPaise), moneyStyle(totals.netPaise))],
    [span('  days won, lost'), span(`${String(totals.winningDays)}, ${String(totals.losingDays)}`)],
    [span('  best day'), edge(totals.bestDay)],
    [span('  worst day'), edge(totals.worstDay)],
  ];
}
