import { join, resolve } from 'node:path';

import { type Command } from 'commander';

import { underlyingsOf } from '../../../backtest/backtest-refusals.ts';
import { invariant } from '../../../base/invariant.ts';
import { isStrategyModule } from '../../../loading/load-strategy.ts';
import { sweepPage } from '../../../report/sweep/sweep-page.ts';
import { watchFileReads } from '../../../research/lookahead/watch-file-reads.ts';
import { type SweepCost, type SweepOptions } from '../../../research/sweep/sweep-options.ts';
import { sweep } from '../../../research/sweep/sweep.ts';
import { lookaheadCaveats } from '../../../results/caveats/data-caveats.ts';
import { sweepCsv } from '../../../results/csv/sweep-csv.ts';
import { RANK_NAMES, type SweepResult, USUAL_RANK } from '../../../results/sweep/sweep-result.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { namedFailure } from '../files/as-named.ts';
import { pricesRead, settingsRead, strategiesRead } from '../files/files-read.ts';
import { readSettings } from '../files/read-settings.ts';
import { createResultWriter, printWritten, type ResultWriter } from '../files/result-writer.ts';
import { assumed, ASSUMPTION_OPTIONS, daysAsked } from '../options/assumption-options.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { parseMore } from '../options/option-parsers.ts';
import { PRICE_OPTIONS, pricesAsked } from '../options/price-options.ts';
import { sourcesAsked } from '../options/source-options.ts';
import {
  configuredParams,
  parseMethod,
  parseSplit,
  parseWalkForward,
  parseWorkers,
} from '../options/sweep-options.ts';
import { turnMsMax } from '../options/turn-ms-max.ts';
import { printJson, printLines, printNamed } from '../output.ts';
import { bestVariantCommand } from '../report/best-variant-command.ts';
import { sweepLines } from '../report/sweep-report.ts';
import { askedEntries, loadStrategies, writtenParams } from '../strategies/load-strategies.ts';
import { haveAllFailed } from '../strategies/never-worked.ts';
import { createProgressMeter } from '../view/progress-meter.ts';
import { span } from '../view/span.ts';

const USUAL_CACHE = '.sauda/sweeps';
/** What `--out` writes into its folder. */
const RESULT = 'sweep.json';
const TABLE = 'variants.csv';

const OPTIONS = [
  [
    '--param <name=values>',
    'values to try: 10,20 or 10..50:5; give it again',
    { parse: parseMore, isMandatory: true },
  ],
  ...PRICE_OPTIONS,
  ...ASSUMPTION_OPTIONS,
  [
    '--method <method>',
    'grid, random:N or halving',
    { parse: parseMethod, usual: [{ kind: 'grid' }, 'grid'] },
  ],
  ['--rank <figure>', 'what the best is best by', { choices: RANK_NAMES, usual: [USUAL_RANK] }],
  ['--split <in/out>', 'percent of days in-sample and out-of-sample: 70/30', parseSplit],
  ['--walk-forward <in/out>', 'days in-sample and out-of-sample: 60d/20d', parseWalkForward],
  ['--workers <count>', 'threads (default: one for each core)', parseWorkers],
  ['--seed <text>', 'of draws, latencies and partial fills'],
  ['--config <file>', 'configuration: parameters of the strategy, engine, calendar'],
  ['--cache <directory>', 'where runs are kept', { usual: [USUAL_CACHE] }],
  ['--no-cache', 'keep no runs, and use none'],
  ['--out <directory>', 'write sweep.json and variants.csv'],
  ['--report <file>', 'write the HTML page'],
  ['--verbose', 'every assumption, sentence by sentence'],
  JSON_LINE,
] as const;

type Options = Omit<OptionsOf<typeof OPTIONS>, 'cache'> & { readonly cache: string | false };

const HELP = `
Values: a list (09:20,09:30), a range with its step (10..50:5, 0.5%..2%:0.5%, 09:20..10:00:5m), or both. The strategy's
own schema says what a parameter takes. Runs are kept: repeating the sweep, or resuming it, runs
only what is missing. The number of threads changes nothing in the result. Exit code 1 when every variant failed or was
refused, 3 when there is no day to run.

Examples:
  sauda sweep short-straddle.ts --param stopPercent=20..60:10 --param entry=09:20,09:30 --prices nifty.csv --split 70/30
  sauda sweep short-straddle.yaml --param stop=10%..50%:5% --prices nifty.csv --walk-forward 60d/20d
  sauda sweep a.ts --param fast=2..40 --param slow=20..200:5 --prices nifty.csv --method random:300 --out found
  sauda sweep a.ts --param fast=2..40 --param slow=20..200:5 --prices nifty.csv --method halving --rank calmar --report sweep.html
  sauda sweep a.ts --param fast=2..40 --generate 7 --from 2026-01-01 --to 2026-06-30 --split 70/30`;

/** `sauda sweep`: a strategy under many parameters, over the same days. */
export function addSweep(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<strategy>', 'strategy file (.ts, .js, .yaml)')
    .action((file: string, options: Options) => runSweep(context, file, options));
}

async function runSweep(context: CliContext, file: string, options: Options): Promise<void> {
  if (options.split !== undefined && options.walkForward !== undefined) {
    throw cliFailure('usage', 'Both --split and --walk-forward were given', { allowed: 'one' });
  }
  const { terminal, signal } = context;
  // From before the strategy is loaded: what it opens by itself no figure may hide.
  using watch = watchFileReads();
  const { writer, ...asked } = await sweepOptions(context, file, options);
  const meter = createProgressMeter(terminal, undefined, 'variants');
  const swept = await sweep({ ...asked, signal, onProgress: meter.show }).finally(meter.close);
  if (!swept.ok) throw namedFailure(context, swept.error);
  const { cost, result: found } = swept.value;
  const { name } = asked.strategy.strategy;
  const strategies = [{ name, isCode: isStrategyModule(asked.strategy) }];
  const known = lookaheadCaveats({ strategies, reads: watch.reads(), pricing: found.pricing });
  const result = { ...found, warnings: [...known, ...found.warnings] };
  await writeFiles(writer, result, options);
  if (options.json === true) printJson(context, result);
  else {
    printNamed(context, sweepLines(result, options.verbose === true));
    const next = bestVariantCommand(result, file, options);
    if (next !== null) printLines(context, ['', span('Run the best one', 'bold'), `  ${next}`]);
    printWritten(context, writer);
  }
  terminal.err(costText(cost));
  if (result.variants.some(({ status }) => status === 'not-reached')) context.finish('interrupted');
  if (haveAllFailed(result)) {
    terminal.err('The strategy failed in every variant, on every day\n');
    context.finish('found');
  }
  writer.close();
}

async function sweepOptions(
  context: CliContext,
  file: string,
  options: Options,
): Promise<SweepOptions & { readonly writer: ResultWriter }> {
  const absolute = (path: string): string => resolve(context.workingDirectory, path);
  const { method, rank, cache, workers } = options;
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const entries = askedEntries(context, settings, [file]);
  const asked = writtenParams(options.param);
  const params = [...configuredParams(settings, entries, asked), ...asked];
  const entry = { path: absolute(file), params: {}, policies: {} };
  const [strategy] = await loadStrategies(context, [entry]);
  invariant(strategy !== undefined, 'One strategy was asked for');
  const swept = params.find(({ name }) => name === 'underlying')?.atoms;
  const read = [
    ...settingsRead(settings),
    ...strategiesRead([strategy]),
    ...pricesRead(options.prices),
  ];
  const outputs = [
    { option: '--report', path: options.report },
    { option: '--out', path: options.out, holds: [RESULT, TABLE] },
  ];
  // The usual folder is no reason to run nothing where it cannot be made.
  const named = cache === false || cache === USUAL_CACHE ? undefined : cache;
  const writer = createResultWriter(context, outputs, { read, cache: named });
  const prices = pricesAsked(options, absolute, swept ?? underlyingsOf(strategy));
  const recorded = await sourcesAsked(context, options.source ?? [], [strategy]);
  const { seed, ...days } = daysAsked(settings, options);
  return {
    writer,
    strategy,
    params,
    method,
    rank,
    split: options.split ?? options.walkForward ?? { kind: 'none' },
    seed,
    cacheDirectory: cache === false ? null : absolute(cache),
    turnMsMax: turnMsMax(context.environment),
    ...(workers === undefined ? {} : { workers }),
    backtest: { ...assumed(options), ...days, seed, prices, recorded },
  };
}

async function writeFiles(
  { write }: Pick<ResultWriter, 'write'>,
  result: SweepResult,
  { out, report }: Pick<Options, 'out' | 'report'>,
): Promise<void> {
  if (out !== undefined) {
    await write(join(out, RESULT), `${JSON.stringify(result)}\n`);
    await write(join(out, TABLE), sweepCsv(result));
  }
  if (report !== undefined) await write(report, sweepPage(result));
}

/** What it took to know the result: a second run of the same question takes nothing. */
function costText({ run, kept, damaged, trouble }: SweepCost): string {
  const parts = [`${String(run)} run`, `${String(kept)} kept from before`];
  if (damaged > 0) parts.push(`${String(damaged)} damaged and run again`);
  const note = trouble === null ? '' : `Runs could not be kept: ${trouble}\n`;
  return `Variants: ${parts.join(', ')}\n${note}`;
}
