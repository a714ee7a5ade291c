import { resolve } from 'node:path';

import { type Command } from 'commander';

import { underlyingsOf } from '../../../backtest/backtest-refusals.ts';
import { counted } from '../../../base/counted.ts';
import { istClock, istDate } from '../../../model/time/ist.ts';
import { type DecidedText } from '../../../research/lookahead/first-difference.ts';
import {
  isHonest,
  type LookaheadFinding,
  type LookaheadResult,
} from '../../../research/lookahead/lookahead-result.ts';
import { lookahead } from '../../../research/lookahead/lookahead.ts';
import { watchFileReads } from '../../../research/lookahead/watch-file-reads.ts';
import { type StrategyRead } from '../../../results/backtest-result.ts';
import { stampCaveats, stampSentences } from '../../../results/caveats/stamp-sentences.ts';
import { type CliContext } from '../cli-context.ts';
import { namedFailure } from '../files/as-named.ts';
import { readSettings } from '../files/read-settings.ts';
import { daysAsked } from '../options/assumption-options.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { parseCount, parseMore } from '../options/option-parsers.ts';
import { PRICE_OPTIONS, pricesAsked } from '../options/price-options.ts';
import { sourcesAsked } from '../options/source-options.ts';
import { printJson, printLines } from '../output.ts';
import { askedStrategies } from '../strategies/load-strategies.ts';
import { createProgressMeter } from '../view/progress-meter.ts';
import { type Cell, type Line, span } from '../view/span.ts';

const OPTIONS = [
  [
    '--param <name=value>',
    "over the strategy's own and the configuration's; give it again",
    parseMore,
  ],
  ...PRICE_OPTIONS,
  ['--cuts <count>', 'how often each day is cut', { parse: parseCount, usual: [8] }],
  ['--seed <text>', 'of latencies and partial fills (default: of the configuration)'],
  ['--config <file>', 'configuration: strategies with their parameters, engine, calendar'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Each day is run whole, once more whole, and then with other prices from many minutes on: the same moves turned round, a
random walk, none at all. Decisions before the cut must not change. Exit code 1 when one does, when a day is not the same
twice, when a strategy reads files or starts programs by itself, or when one fails, so that it is not tried to the end; 0
when nothing was found.

Examples:
  sauda lookahead strategies/short-straddle.ts --prices nifty.csv
  sauda lookahead a.ts b.yaml --prices nifty.csv --from 2024-03-01 --to 2024-03-31 --cuts 40
  sauda lookahead a.ts --generate 7 --from 2026-06-01 --to 2026-06-30 --json`;

/** `sauda lookahead`: whether strategies decide by what has not happened yet. */
export function addLookahead(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('[strategy...]', 'strategy files (.ts, .js, .yaml); none: those of the configuration')
    .action((files: readonly string[], options: Options) => search(context, files, options));
}

async function search(
  context: CliContext,
  files: readonly string[],
  options: Options,
): Promise<void> {
  using watch = watchFileReads();
  const { workingDirectory, signal, terminal } = context;
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const absolute = (path: string): string => resolve(workingDirectory, path);
  const strategies = await askedStrategies(context, settings, { files, params: options.param });
  const recorded = await sourcesAsked(context, options.source ?? [], strategies);
  const meter = createProgressMeter(terminal);
  const found = await lookahead({
    ...{ strategies, recorded, cuts: options.cuts, reads: watch.reads, signal },
    prices: pricesAsked(options, absolute, strategies.flatMap(underlyingsOf)),
    ...daysAsked(settings, options),
    onProgress: meter.show,
  }).finally(meter.close);
  if (!found.ok) throw namedFailure(context, found.error);
  if (options.json === true) printJson(context, found.value);
  else printLines(context, lookaheadLines(found.value));
  if (!isHonest(found.value)) context.finish('found');
  else if (found.value.daysNotReached > 0) context.finish('interrupted');
}

const AFTER: Readonly<Record<string, string>> = {
  flat: 'no price moved any more',
  reversed: 'every move was turned round',
  noise: 'prices walked at random',
};

/** Failures that are listed one by one. */
const FAILURES_TOLD_MAX = 5;

/** What a search for lookahead found, for people. */
export function lookaheadLines(result: LookaheadResult): readonly Line[] {
  const { finding, reads, days, cuts, decisions, notChecked, daysNotReached } = result;
  return [
    span(
      `${result.strategies.join(', ')}: ${counted(days, 'day')}, cut ${counted(cuts, 'time')}, ${counted(decisions, 'decision')}`,
      'bold',
    ),
    ...stampLines(result),
    ...notChecked.map(({ date, reason }): Line => [`  ${date} not checked: ${reason}`]),
    ...reads.map((read): Line => span(`  ${readText(read)}`, 'bad')),
    ...(finding === null ? [] : findingLines(finding)),
    ...failureLines(result),
    [verdictOf(result)],
    ...(daysNotReached === 0 ? [] : [`  ${counted(daysNotReached, 'day')} not reached`]),
  ];
}

/** At which edges of their minute bars were read: a search for lookahead takes these for right. */
function stampLines({ prices }: LookaheadResult): readonly Line[] {
  const caveats = stampCaveats(prices);
  if (caveats.length > 0) return caveats.map((text): Line => span(`  ${text}`, 'warning'));
  return stampSentences(prices).map((text): Line => span(`  ${text}`, 'dim'));
}

function verdictOf(result: LookaheadResult): Cell {
  const { finding, reads, failures } = result;
  if (finding === null && reads.length === 0 && failures.length > 0) return failedVerdict(result);
  if (!isHonest(result)) return span('Do not trust this result', 'bad');
  if (result.decisions === 0) {
    return span('Nothing was decided, so nothing was tested', 'warning');
  }
  return span('No decision knew of what came after it', 'good');
}

function failedVerdict({ decisions }: LookaheadResult): Cell {
  const before =
    decisions === 0
      ? 'nothing was decided before, so nothing was tested'
      : `of the ${String(decisions)} decisions that were made, none knew of what came after it`;
  return span(`Not tried to the end, since the strategy failed: ${before}`, 'bad');
}

function failureLines({ failures }: LookaheadResult): readonly Line[] {
  const told = failures.slice(0, FAILURES_TOLD_MAX).map(({ date, strategy, atMs, message }) => {
    const when = atMs === null ? date : `${date} at ${istClock(atMs)}`;
    return span(`  ${when}  ${strategy ?? 'A strategy'}: ${message}`, 'bad');
  });
  const more = failures.length - told.length;
  return more === 0 ? told : [...told, span(`  and failed ${counted(more, 'time')} more`, 'bad')];
}

function readText({ by, what, atMs }: StrategyRead): string {
  const when = atMs === null ? 'while it was loaded' : `at ${istDate(atMs)} ${istClock(atMs)}`;
  return `${by} opens "${what}" by itself, first ${when}: later data in it cannot be cut`;
}

function findingLines(finding: LookaheadFinding): readonly Line[] {
  const { date, runId, atMs, whole, again } = finding;
  const [head, first, second] =
    finding.kind === 'saw-the-future'
      ? [
          `${runId} decided otherwise at ${istClock(atMs)}, though prices were the same until ${istClock(finding.cutAtMs)}, when ${AFTER[finding.replacement] ?? ''}`,
          'the day as it was',
          'the day cut',
        ]
      : [
          `${runId} decided otherwise at ${istClock(atMs)} when the same day was run again: it keeps something from run to run, or asks outside`,
          'the first time',
          'the second time',
        ];
  return [
    span(`  ${date}  ${head}`, 'bad'),
    [`    ${first.padEnd(18)} ${sideText(whole)}`],
    [`    ${second.padEnd(18)} ${sideText(again)}`],
  ];
}

function sideText(side: DecidedText | null): string {
  return side === null ? 'nothing' : `${istClock(side.atMs)} ${side.command}`;
}
