import { resolve } from 'node:path';

import { type Command } from 'commander';

import { counted } from '../../../base/counted.ts';
import { generatePriceFile } from '../../../loading/prices/generate-prices.ts';
import { loadPrices, type RecordedPrices } from '../../../loading/prices/load-prices.ts';
import { stampSentences } from '../../../results/caveats/stamp-sentences.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { namedFailure, pathsAsNamed } from '../files/as-named.ts';
import { settingsRead } from '../files/files-read.ts';
import { readKnowledge, readSettings } from '../files/read-settings.ts';
import { createResultWriter } from '../files/result-writer.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { parseDate } from '../options/option-parsers.ts';
import { FILE_OPTIONS, filesAsked } from '../options/price-options.ts';
import { printJson, printLines } from '../output.ts';
import { type Line, span } from '../view/span.ts';

const GENERATE_OPTIONS = [
  ['--seed <seed>', 'such as 7, 7:crash or 7:trend=0.6,chop=0.4', { isMandatory: true }],
  ['--from <date>', 'first date', { parse: parseDate, isMandatory: true }],
  ['--to <date>', 'last date', { parse: parseDate, isMandatory: true }],
  [
    '--underlyings <symbols>',
    'such as NIFTY,BANKNIFTY',
    { parse: parseSymbols, usual: [['NIFTY'], 'NIFTY'] },
  ],
  ['--out <file>', 'CSV file to write (default: standard output)'],
  ['--config <file>', 'configuration with late holidays and extra sessions'],
] as const;

type GenerateOptions = OptionsOf<typeof GENERATE_OPTIONS>;

const GENERATE_HELP = `
Regimes: calm, trend, chop, gap, crash, circuit, outage, and pin for expiry days. What each day is goes to standard error.

Examples:
  sauda prices generate --seed 7 --from 2026-01-01 --to 2026-03-31 --out nifty.csv
  sauda prices generate --seed 7:crash,gap --from 2026-01-01 --to 2026-01-31 --underlyings NIFTY,BANKNIFTY --out wild.csv`;

const CHECK_OPTIONS = [
  ...FILE_OPTIONS,
  ['--config <file>', 'configuration with late holidays and extra sessions'],
  JSON_LINE,
] as const;

type CheckOptions = OptionsOf<typeof CHECK_OPTIONS>;

const CHECK_HELP = `
Exit code 0 when nothing is wrong, 1 when anything is: what --strict of a backtest refuses. 3 when a file cannot be
opened. What each kind of problem means: docs/prices.md.

Examples:
  sauda prices check nifty.csv
  sauda prices check options/*.csv --underlying NIFTY --time-zone UTC
  sauda prices check nifty.csv --json`;

/** Problems that are printed; `--json` has more. */
const PROBLEMS_SHOWN = 50;

/** `sauda prices`: makes files of prices, and says what is wrong with others. */
export function addPrices(command: Command, context: CliContext): void {
  declare(command.command('generate'), GENERATE_OPTIONS, GENERATE_HELP)
    .description('Make minute bars of indexes from a seed')
    .action((options: GenerateOptions) => generate(context, options));
  declare(command.command('check'), CHECK_OPTIONS, CHECK_HELP)
    .description('Check price files')
    .argument('<file...>', 'CSV, JSON Lines or Parquet')
    .action((files: readonly string[], options: CheckOptions) => check(context, files, options));
}

function parseSymbols(text: string): readonly string[] {
  return text.split(',').map((symbol) => symbol.trim().toUpperCase());
}

async function generate(context: CliContext, options: GenerateOptions): Promise<void> {
  const { terminal } = context;
  const { seed, from, to, underlyings, out, config } = options;
  const asked = { generate: seed, from, to, underlyings };
  const settings = readSettings(context, { config, secrets: 'skipped' });
  const writer = createResultWriter(context, [{ option: '--out', path: out }], {
    read: settingsRead(settings),
  });
  const made = generatePriceFile(asked, loadMarketKnowledge(settings.calendar));
  if (!made.ok) throw new CliFailure('usage', made.error);
  const { csv, rows, days } = made.value;
  if (out === undefined) terminal.out(csv);
  else await writer.write(out, csv);
  terminal.err(days.map((day) => `${day}\n`).join(''));
  terminal.err(`${counted(rows, 'bar')} of ${counted(days.length, 'day')}\n`);
  writer.close();
}

async function check(
  context: CliContext,
  files: readonly string[],
  options: CheckOptions,
): Promise<void> {
  const absolute = (path: string): string => resolve(context.workingDirectory, path);
  const asked = filesAsked(options, files, absolute);
  const read = await loadPrices(asked, readKnowledge(context, options.config));
  if (!read.ok) throw namedFailure(context, read.error);
  const { sources, problems, problemCounts, assumptions } = read.value;
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, sources, assumptions, problemCounts, problems });
  } else {
    const named = (text: string): string => pathsAsNamed(context, text);
    printLines(context, checkedLines(read.value, named));
  }
  if (problems.length > 0) context.finish('found');
}

/** `named` shortens the paths in a text. */
function checkedLines(
  { sources, assumptions, problems, problemCounts }: RecordedPrices,
  named: (text: string) => string,
): readonly Line[] {
  const counts = Object.entries(problemCounts);
  // What is wrong with a whole file is worth more than its hundredth gap.
  const ofFiles = problems.filter(({ date }) => date === null);
  const ofDates = problems.filter(({ date }) => date !== null);
  const left = problems.length - PROBLEMS_SHOWN;
  return [
    ...sources.map((source) => sourceLine({ ...source, source: named(source.source) })),
    ...[...assumptions, ...stampSentences(sources)].map((text) => span(named(text), 'dim')),
    ...(counts.length === 0 ? ['No problems'] : []),
    ...counts.map(([kind, count]) => span(`  ${kind} ${String(count)}`, 'warning')),
    ...[...ofFiles, ...ofDates]
      .slice(0, PROBLEMS_SHOWN)
      .map(({ file, line, kind, detail }) => [
        named(`${file}:${String(line)} `),
        span(`${kind} `, 'dim'),
        named(detail),
      ]),
    ...(left > 0 ? [span(`and ${String(left)} more: --json has them`, 'dim')] : []),
  ];
}

function sourceLine({
  source,
  rows,
  underlyings,
  contracts,
}: RecordedPrices['sources'][number]): Line {
  if (rows === 0) return [span(source, 'bold'), span(': no row that can be used', 'warning')];
  return [
    span(source, 'bold'),
    `: ${counted(rows, 'row')} of ${underlyings.join(', ')}`,
    contracts === 0 ? '' : `, ${counted(contracts, 'contract')}`,
  ];
}
