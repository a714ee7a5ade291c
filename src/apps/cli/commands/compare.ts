import { type Command } from 'commander';

import { counted } from '../../../base/counted.ts';
import { istClock } from '../../../model/time/ist.ts';
import { type BacktestFill } from '../../../results/backtest-result.ts';
import {
  compareResults,
  type Comparison,
  type ConditionDifference,
  type DayBrief,
  type DayDifference,
  type FigurePair,
  type FillDifference,
  type FirstDifference,
} from '../../../results/comparison/compare-results.ts';
import { figureText } from '../../../results/figures.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readResultFile } from '../files/read-result-file.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';
import { type Cell, type Line, priceText, profit, span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ['--strict', 'exit code 1 when any day, fill or amount differs: for use in CI'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Inputs that differ (strategies, sources, parameters, prices, dates, seed, assumptions) are listed first. They do not
count as a difference of the results: a strategy that was only refactored passes --strict.

Examples:
  sauda backtest straddle.yaml --prices nifty.csv --json > before.json
  sauda compare before.json after.json             the effect of a change
  sauda compare before.json after.json --strict    fail when there is one`;

/** `sauda compare`: two results of backtests side by side, and where they part. */
export function addCompare(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<one>', 'what backtest --json wrote')
    .argument('<other>', 'another')
    .action((one: string, other: string, options: Options) =>
      compare(context, [one, other], options),
    );
}

async function compare(
  context: CliContext,
  files: readonly [string, string],
  options: Options,
): Promise<void> {
  const [fileOne, fileOther] = files;
  const one = await readResultFile(context, fileOne);
  const other = await readResultFile(context, fileOther);
  const problems = [one, other].flatMap((result) => (result.ok ? [] : result.error));
  if (!one.ok || !other.ok) throw new CliFailure('configuration', problems);
  const comparison = compareResults(one.value, other.value);
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, one: fileOne, other: fileOther, ...comparison });
  } else printLines(context, comparisonReport(comparison));
  if (options.strict === true && !comparison.isSame) context.finish('found');
}

/** Days that are listed; `--json` has all. */
const DAYS_TOLD = 20;

/** Kinds of conditions that are not told by their own word. */
const WORDS: Partial<Record<ConditionDifference['kind'], string>> = {
  source: 'source of',
  assumption: 'assumed',
  stopped: 'stopped early',
};

function comparisonReport(comparison: Comparison): readonly Line[] {
  const { isSame, conditions, totals, figures, days } = comparison;
  const told = new Set(totals.map(({ name }) => name));
  return [
    span(verdictOf(comparison), isSame ? 'good' : 'warning'),
    ...conditionLines(conditions),
    ...firstLines(comparison.firstDifference),
    ...dayLines(days),
    ...figureLines('Totals', totals),
    ...figureLines(
      'Statistics',
      figures.filter(({ name }) => !told.has(name)),
    ),
  ];
}

function verdictOf({ isSame, days }: Comparison): string {
  if (isSame) return 'The results are the same: every day, fill and amount';
  if (days.length === 0) return 'The days are the same; trades or totals are not';
  return `The results differ on ${counted(days.length, 'day')}`;
}

function conditionLines(conditions: readonly ConditionDifference[]): Line[] {
  if (conditions.length === 0) {
    return [span('Strategies, parameters, prices, dates and assumptions are the same', 'dim')];
  }
  const rows = conditions.map(({ kind, name, one, other }) => [
    `  ${WORDS[kind] ?? kind} ${name}`.trimEnd(),
    brief(one),
    brief(other),
  ]);
  const title = 'Not run under the same conditions, so other differences may come of these';
  return [[], span(title, 'bold'), ...tableLines(CONDITIONS, rows)];
}

const CONDITIONS = ['', 'one', 'other'];
const BRIEF = 90;
/** Digits of a hash that tell two apart. */
const HASH = 12;

function brief(text: string | null): string {
  if (text === null) return '–';
  if (/^[0-9a-f]{64}$/.test(text)) return text.slice(0, HASH);
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text;
}

function firstLines(first: FirstDifference | null): Line[] {
  if (first === null) return [];
  const { date, areCommandsSame, fill, parts, one, other } = first;
  const commands = areCommandsSame
    ? 'the strategies decided the same (equal command logs): prices or fills differ'
    : `commands differ: ${hashOf(one)} against ${hashOf(other)}`;
  return [
    [],
    span('First difference', 'bold'),
    [`  ${date}  ${commands}`],
    ...(fill === null ? [`  fills are the same; not: ${parts.join(', ')}`] : fillLines(fill)),
  ];
}

function hashOf(day: DayBrief | null): string {
  return day === null ? 'no such date' : day.commandLogSha256.slice(0, HASH);
}

function fillLines({ number, one, other, parts }: FillDifference): Line[] {
  const what = parts.length === 0 ? 'only one has it' : `differs in ${parts.join(', ')}`;
  return [
    [`  fill ${String(number)} of the day ${what}`],
    ...tableLines(
      [],
      [
        ['    one', fillText(one)],
        ['    other', fillText(other)],
      ],
    ),
  ];
}

function fillText(fill: BacktestFill | null): string {
  if (fill === null) return 'none';
  const { atMs, side, units, symbol, pricePaise, strategy, leg, role, assumption } = fill;
  const of = `${strategy} ${leg} ${role}, ${assumption}`;
  return `${istClock(atMs)}  ${side} ${String(units)} ${symbol} at ${priceText(pricePaise)}  (${of})`;
}

function dayLines(days: readonly DayDifference[]): Line[] {
  if (days.length === 0) return [];
  const rows = days
    .slice(0, DAYS_TOLD)
    .map(({ date, one, other, differencePaise, parts }) => [
      `  ${date}`,
      dayCell(one),
      dayCell(other),
      profit(differencePaise),
      parts.includes('commandLogSha256') ? 'differ' : 'same',
    ]);
  const more = days.length - rows.length;
  return [
    [],
    span('Days that differ', 'bold'),
    ...tableLines(['', '>one', '>other', '>difference', '>commands'], rows),
    ...(more > 0 ? [span(`  and ${String(more)} more; --json lists all`, 'dim')] : []),
  ];
}

function dayCell(day: DayBrief | null): Cell {
  if (day === null) return span('no such date', 'dim');
  const { status, netPaise } = day;
  const isPlain = status === 'ok' || status === 'ran-with-problems';
  return isPlain ? profit(netPaise) : span(status, 'warning');
}

function figureLines(title: string, pairs: readonly FigurePair[]): Line[] {
  const rows = pairs.map(({ label, unit, one, other, difference }) => [
    `  ${label}`,
    figureText({ unit, value: one }),
    figureText({ unit, value: other }),
    difference === 0 ? '' : signed(figureText({ unit, value: difference }), difference),
  ]);
  return [[], span(title, 'bold'), ...tableLines(['', '>one', '>other', '>difference'], rows)];
}

function signed(text: string, value: number | null): string {
  const isSeen = /[1-9]/.test(text);
  return isSeen && value !== null && value > 0 ? `+${text}` : text;
}
