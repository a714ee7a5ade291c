import { MONTH_NAMES } from '../../../model/time/ist.ts';
import {
  type BacktestResult,
  type HeldIndex,
  type YearNet,
} from '../../../results/backtest-result.ts';
import { figureText, type FigureUnit } from '../../../results/figures.ts';
import { type Performance } from '../../../results/performance.ts';
import { type Cell, type Line, profit, profitStyle, span, tableLines } from '../view/span.ts';

const PAISE_A_THOUSAND = 100_000;

/** The net by year and month in thousands of rupees: the exact ones stand by month and in `--json`. */
export function yearLines(years: readonly YearNet[]): Line[] {
  if (years.length === 0) return [];
  const titles = [...MONTH_NAMES, 'total'].map((title) => `>${title}`);
  const columns = ['Net, ₹ thousand', ...titles];
  const rows = years.map(({ year, months, netPaise }) => [
    `  ${year}`,
    ...[...months, netPaise].map(thousands),
  ]);
  return [[], ...tableLines(columns, rows)];
}

function thousands(netPaise: number | null): Cell {
  if (netPaise === null) return '';
  const text = (netPaise / PAISE_A_THOUSAND).toFixed(1);
  if (Number(text) === 0) return '0.0';
  return span(netPaise > 0 ? `+${text}` : text, profitStyle(netPaise));
}

type Held = Pick<HeldIndex, 'netPaise' | 'drawdownPaise' | 'drawdownOfPeak'> &
  Pick<Performance, 'returnOnCapital' | 'annualReturn' | 'sharpe'>;

const BENCHMARK_COLUMNS = [
  'Beside buy and hold',
  '>net',
  '>return',
  '>a year',
  '>Sharpe',
  '>drawdown',
  '>of its peak',
];

/** Buy and hold of the index beside the strategies, with the same capital over the same days; or why there is none. */
export function benchmarkLines(
  { benchmarks = [] }: Pick<BacktestResult, 'benchmarks'>,
  performance: Performance,
): Line[] {
  if (performance.days === 0 || benchmarks.length === 0) return [];
  const { drawdown } = performance;
  const own: Held = {
    ...performance,
    drawdownPaise: drawdown?.depthPaise ?? 0,
    drawdownOfPeak: drawdown?.depthOfPeak ?? null,
  };
  const rows = benchmarks.flatMap(({ underlying, held }) =>
    held === null ? [] : [rowOf(`  ${underlying}, buy and hold`, held)],
  );
  const none = benchmarks.flatMap(({ underlying, reason }): Line[] =>
    reason === null ? [] : [`  ${underlying}: none. ${reason}`],
  );
  return [[], ...tableLines(BENCHMARK_COLUMNS, [rowOf('  traded', own), ...rows]), ...none];
}

function rowOf(name: string, of: Held): Cell[] {
  const text = (value: number | null, unit: FigureUnit): Cell => figureText({ value, unit });
  return [
    name,
    profit(of.netPaise),
    text(of.returnOnCapital, 'share'),
    text(of.annualReturn, 'share'),
    text(of.sharpe, 'ratio'),
    text(of.drawdownPaise, 'paise'),
    text(of.drawdownOfPeak, 'share'),
  ];
}
