import { resolve } from 'node:path';

import { type Command, Option } from 'commander';

import { counted } from '../../../base/counted.ts';
import { generatePriceFile } from '../../../loading/prices/generate-prices.ts';
import { loadPrices, type RecordedPrices } from '../../../loading/prices/load-prices.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { stampSentences } from '../../../results/caveats/stamp-sentences.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../../settings/market/market-knowledge.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { pathsAsNamed, problemsAsNamed } from '../files/as-named.ts';
import { settingsRead } from '../files/files-read.ts';
import { readSettings } from '../files/read-settings.ts';
import { refuseOverwriting } from '../files/refuse-overwriting.ts';
import { createResultWriter } from '../files/result-writer.ts';
import { parseDate } from '../options/option-parsers.ts';
import { addFileOptions, type FileOptions, filesAsked } from '../options/price-options.ts';
import { printJson, printLines } from '../output.ts';
import { type Line, span } from '../view/span.ts';

interface GenerateOptions {
  readonly seed: string;
  readonly from: IstDate;
  readonly to: IstDate;
  readonly underlyings: readonly string[];
  readonly out?: string;
  readonly config?: string;
}

interface CheckOptions extends FileOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** Problems that are printed; `--json` has more. */
const PROBLEMS_SHOWN = 50;

/** `sauda prices`: makes files of prices, and says what is wrong with others. */
export function addPrices(command: Command, context: CliContext): void {
  command
    .command('generate')
    .description('Make minute bars of indexes from a seed')
    .requiredOption('--seed <seed>', 'such as 7, 7:crash or 7:trend=0.6,chop=0.4')
    .requiredOption('--from <date>', 'first date', parseDate)
    .requiredOption('--to <date>', 'last date', parseDate)
    .addOption(
      new Option('--underlyings <symbols>', 'such as NIFTY,BANKNIFTY')
        .argParser(parseSymbols)
        .default(['NIFTY'], 'NIFTY'),
    )
    .option('--out <file>', 'CSV file to write (default: standard output)')
    .option('--config <file>', 'configuration with late holidays and extra sessions')
    .addHelpText(
      'after',
      `
Regimes: calm, trend, chop, gap, crash, circuit, outage, and pin for expiry days. What each day is goes to standard error.

Examples:
  sauda prices generate --seed 7 --from 2026-01-01 --to 2026-03-31 --out nifty.csv
  sauda prices generate --seed 7:crash,gap --from 2026-01-01 --to 2026-01-31 --underlyings NIFTY,BANKNIFTY --out wild.csv`,
    )
    .action((options: GenerateOptions) => generate(context, options));
  addFileOptions(command.command('check'))
    .description('Check price files')
    .argument('<file...>', 'CSV, JSON Lines or Parquet')
    .option('--config <file>', 'configuration with late holidays and extra sessions')
    .option('--json', 'one JSON line')
    .addHelpText(
      'after',
      `
Exit code 0 when nothing is wrong, 1 when anything is: what --strict of a backtest refuses. 3 when a file cannot be
opened. What each kind of problem means: docs/prices.md.

Examples:
  sauda prices check nifty.csv
  sauda prices check options/*.csv --underlying NIFTY --time-zone UTC
  sauda prices check nifty.csv --json`,
    )
    .action((files: readonly string[], options: CheckOptions) => check(context, files, options));
}

function parseSymbols(text: string): readonly string[] {
  return text.split(',').map((symbol) => symbol.trim().toUpperCase());
}

function knowledgeOf(context: CliContext, config: string | undefined): MarketKnowledge {
  return loadMarketKnowledge(readSettings(context, { config, secrets: 'skipped' }).calendar);
}

async function generate(context: CliContext, options: GenerateOptions): Promise<void> {
  const { terminal } = context;
  const { seed, from, to, underlyings, out, config } = options;
  const asked = { generate: seed, from, to, underlyings };
  const settings = readSettings(context, { config, secrets: 'skipped' });
  refuseOverwriting(context, settingsRead(settings), [{ option: '--out', path: out }]);
  const writer = createResultWriter(context, { files: [out] });
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
  const read = await loadPrices(asked, knowledgeOf(context, options.config));
  if (!read.ok) throw new CliFailure('configuration', problemsAsNamed(context, read.error));
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
    ...(counts.length === 0 ? [['No problems']] : []),
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
