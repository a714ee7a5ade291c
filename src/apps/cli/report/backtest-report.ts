import {
  type BacktestDay,
  type BacktestResult,
  type Money,
  type SensitivityRun,
} from '../../../results/backtest-result.ts';
import { scenariosThatRan, type ScenariosThatRan } from '../../../results/backtest-totals.ts';
import { dataCaveats, isWholeFileDoubt } from '../../../results/caveats/data-caveats.ts';
import { dayCaveats, NO_DAY_RAN, whyNoDayRan } from '../../../results/caveats/day-caveats.ts';
import { pricingSentence } from '../../../results/caveats/pricing-sentence.ts';
import { stampSentences } from '../../../results/caveats/stamp-sentences.ts';
import { performanceOf } from '../../../results/performance.ts';
import { withoutFewDays } from '../../../results/statistics/of-few-days.ts';
import { paramsText } from '../strategies/strategy-facts.ts';
import {
  type Cell,
  type Line,
  profit,
  profitStyle,
  signedPaise,
  span,
  tableLines,
  textWidth,
} from '../view/span.ts';
import { assumedLines, volatilityLines } from './assumption-lines.ts';
import { benchmarkLines } from './over-time-lines.ts';
import { performanceLines } from './performance-lines.ts';
import { tradeLines } from './trade-lines.ts';

const DAY_COLUMNS = [
  'date',
  'status',
  '>bars',
  '>orders',
  '>trades',
  '>gross',
  '>costs',
  '>net',
  'reason',
];
const MONEY = ['>gross', '>costs', '>net'] as const;
const SCENARIO_COLUMNS = ['  fills', ...MONEY];
const SENSITIVITY_COLUMNS = ['  changed', ...MONEY, '>change of net', '>trades'];

const SCENARIOS: Readonly<Record<string, string>> = {
  optimistic: 'each at its best',
  default: 'as filled',
  pessimistic: 'each at its worst',
};

const CHANGES: Readonly<Record<SensitivityRun['name'], string>> = {
  'one-minute-later': 'decisions one minute later',
  'one-tick-worse': 'fills one tick worse',
};

/** File problems without a date that are listed; those with one are on the line of their day. */
const UNDATED_TOLD = 10;
/** Of a reason, on the line of its day. */
const REASON_CHARACTERS = 160;

/** A backtest for people: one line a day, then what is wrong with the file, the totals, and what was assumed. */
export function backtestLines(result: BacktestResult, isVerbose: boolean): readonly Line[] {
  return [
    ...headLines(result),
    [],
    ...dayLines(result, isVerbose),
    [],
    ...problemLines(result),
    ...caveatLines(result),
    span(`Totals of ${result.strategies.map(({ name }) => name).join(', ')}`, 'bold'),
    ...result.strategies.map(({ name, params }) => span(`  ${name}: ${paramsText(params)}`, 'dim')),
    ...stampSentences(result.prices).map((text) => span(`  ${text}`, 'dim')),
    ...figureLines(result, isVerbose),
    ...assumedLines(result, isVerbose),
  ];
}

/** What the figures rest on, and what they came to: what is read where nothing else is. */
function headLines(result: BacktestResult): Line[] {
  const sentence = pricingSentence(result);
  const came = scenariosThatRan(result);
  return [
    ...(sentence === null ? [] : [span(sentence, 'warning')]),
    ...(came === null ? noDayLines(result) : netLines(result, came)),
  ];
}

function noDayLines(result: BacktestResult): readonly Line[] {
  return [
    span(NO_DAY_RAN, 'warning'),
    ...whyNoDayRan(result).map((text): Line => span(`  ${text}`, 'warning')),
  ];
}

function netLines(
  { volatilityBand, pricing }: BacktestResult,
  { default: { netPaise }, pessimistic, optimistic }: ScenariosThatRan,
): readonly Line[] {
  const worstFillsNetPaise = pessimistic.netPaise;
  return [
    [
      'Net ',
      profit(netPaise),
      `: worst fills ${signedPaise(worstFillsNetPaise)}, best ${signedPaise(optimistic.netPaise)}`,
    ],
    ...volatilityLines({ netPaise, worstFillsNetPaise, band: volatilityBand }, pricing),
  ];
}

/** All figures; none where no day ran, for all would be 0. */
function figureLines(whole: BacktestResult, isVerbose: boolean): readonly Line[] {
  const came = scenariosThatRan(whole);
  if (came === null) return [];
  const { result, performance } = withoutFewDays({
    result: whole,
    performance: performanceOf(whole),
  });
  return [
    ...tableLines([], totalRows(result, came.default)),
    span('The same fills elsewhere in the minutes in which they happened', 'bold'),
    ...tableLines(SCENARIO_COLUMNS, Object.entries(came).map(scenarioRow)),
    ...sensitivityLines(result, came.default),
    ...performanceLines(performance),
    ...benchmarkLines(result, performance),
    ...(isVerbose ? tradeLines(result.trades) : []),
  ];
}

function dayLines({ days }: BacktestResult, isVerbose: boolean): readonly Line[] {
  const isCut = ({ reason = '' }: BacktestDay): boolean =>
    !isVerbose && textWidth(reason) > REASON_CHARACTERS;
  const shown = days.map((day): BacktestDay => {
    const { reason = '' } = day;
    if (!isCut(day)) return day;
    return { ...day, reason: `${Array.from(reason).slice(0, REASON_CHARACTERS).join('')}…` };
  });
  const note =
    '  Reasons that end with … are cut: --verbose, --json, --out and --report have them whole';
  return [
    ...tableLines(DAY_COLUMNS, shown.map(dayRow)),
    ...(days.some(isCut) ? [span(note, 'dim')] : []),
  ];
}

function dayRow(day: BacktestDay): Cell[] {
  return [
    day.date,
    span(day.status, day.status === 'ok' ? 'plain' : 'warning'),
    String(day.bars),
    String(day.orders),
    String(day.trades),
    signedPaise(day.grossPaise),
    signedPaise(-day.costsPaise),
    profit(day.netPaise),
    span(day.reason ?? '', 'dim'),
  ];
}

function problemLines({ problems, problemCounts }: BacktestResult): Line[] {
  const kinds = Object.entries(problemCounts);
  if (kinds.length === 0) return [];
  const count = kinds.reduce((sum, [, of]) => sum + of, 0);
  const undated = problems.filter(({ date, kind }) => date === null && !isWholeFileDoubt({ kind }));
  const told = undated.slice(0, UNDATED_TOLD);
  const counted = kinds.map(([kind, of]) => `${kind} ${String(of)}`).join(', ');
  const more = undated.length - told.length;
  return [
    span('Problems of the prices', 'bold'),
    [`  ${String(count)} in all: ${counted}`],
    ...told.map(({ file, line, detail }): Line => [`  ${file}:${String(line)}: ${detail}`]),
    ...(more === 0 ? [] : [`  and ${String(more)} or more without a date`]),
  ];
}

function caveatLines(result: BacktestResult): Line[] {
  const sentences = [...dataCaveats(result), ...dayCaveats(result)];
  if (sentences.length === 0) return [];
  return [
    span('Before you read on', 'bold'),
    ...sentences.map((text): Line => span(`  ${text}`, 'warning')),
  ];
}

function scenarioRow([name, { grossPaise, costsPaise, netPaise }]: [string, Money]): Cell[] {
  return [
    `  ${SCENARIOS[name] ?? name}`,
    signedPaise(grossPaise),
    signedPaise(-costsPaise),
    profit(netPaise),
  ];
}

function sensitivityLines({ sensitivity }: BacktestResult, came: Money): Line[] {
  if (sensitivity === null) return [];
  const rows = sensitivity.map(({ name, trades, ...money }) => {
    const changePaise = money.netPaise - came.netPaise;
    const change = profit(changePaise);
    return [...scenarioRow([CHANGES[name], money]), change, String(trades)];
  });
  return [
    span('The same days again with one thing changed', 'bold'),
    ...tableLines(SENSITIVITY_COLUMNS, rows),
  ];
}

function totalRows({ totals }: BacktestResult, came: Money): Cell[][] {
  const edge = (day: BacktestResult['totals']['bestDay']): Cell =>
    day === null
      ? 'none'
      : span(`${signedPaise(day.netPaise)} on ${day.date}`, profitStyle(day.netPaise));
  return [
    [
      '  days',
      `${String(totals.daysRun)} run of ${String(totals.days)}, ${String(totals.daysSkipped)} skipped, ${String(totals.daysWithProblems)} with problems`,
    ],
    ['  trades', String(totals.trades)],
    ['  gross', profit(came.grossPaise)],
    ['  costs', signedPaise(-came.costsPaise)],
    ['  net', profit(came.netPaise)],
    ['  days won, lost', `${String(totals.winningDays)}, ${String(totals.losingDays)}`],
    ['  best day', edge(totals.bestDay)],
    ['  worst day', edge(totals.worstDay)],
  ];
}
