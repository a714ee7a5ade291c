import { resolve } from 'node:path';

import { type Command } from 'commander';

import { underlyingsOf } from '../../../backtest/backtest-refusals.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { isHonest } from '../../../research/lookahead/lookahead-result.ts';
import { lookahead, type LookaheadOptions } from '../../../research/lookahead/lookahead.ts';
import { watchFileReads } from '../../../research/lookahead/watch-file-reads.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { problemsAsNamed } from '../files/as-named.ts';
import { readSettings } from '../files/read-settings.ts';
import { parseCount, parseDate, parseMore } from '../options/option-parsers.ts';
import { addPriceOptions, type PriceOptions, pricesAsked } from '../options/price-options.ts';
import { addSourceOption, sourcesAsked } from '../options/source-options.ts';
import { printJson, printLines } from '../output.ts';
import { lookaheadLines } from '../report/lookahead-report.ts';
import { askedStrategies } from '../strategies/load-strategies.ts';
import { createProgressMeter } from '../view/progress-meter.ts';

interface Options extends PriceOptions {
  readonly param?: readonly string[];
  readonly from?: IstDate;
  readonly to?: IstDate;
  readonly cuts: number;
  readonly seed?: string;
  readonly source?: readonly string[];
  readonly config?: string;
  readonly json?: boolean;
}

const CUTS_USUAL = 8;

/** `sauda lookahead`: whether strategies decide by what has not happened yet. */
export function addLookahead(program: Command, context: CliContext): void {
  const command = program
    .command('lookahead')
    .description('Hold strategies against days that were cut: what came later must not matter')
    .argument('[strategy...]', 'strategy files (.ts, .js, .yaml); none: those of the configuration')
    .option(
      '--param <name=value>',
      "over the strategy's own and the configuration's; give it again",
      parseMore,
    );
  addSourceOption(addPriceOptions(command))
    .option('--from <date>', 'first date', parseDate)
    .option('--to <date>', 'last date', parseDate)
    .option('--cuts <count>', 'how often each day is cut', parseCount, CUTS_USUAL)
    .option('--seed <text>', 'of latencies and partial fills (default: of the configuration)')
    .option('--config <file>', 'configuration: strategies with their parameters, engine, calendar')
    .option('--json', 'one JSON line')
    .addHelpText(
      'after',
      `
Each day is run whole, once more whole, and then with other prices from many minutes on: the same moves turned round, a
random walk, none at all. Decisions before the cut must not change. Exit code 1 when one does, when a day is not the same
twice, when a strategy reads files or starts programs by itself, or when one fails, so that it is not tried to the end; 0
when nothing was found.

Examples:
  sauda lookahead strategies/short-straddle.ts --prices nifty.csv
  sauda lookahead a.ts b.yaml --prices nifty.csv --from 2024-03-01 --to 2024-03-31 --cuts 40
  sauda lookahead a.ts --generate 7 --from 2026-06-01 --to 2026-06-30 --json`,
    )
    .action((files: readonly string[], options: Options) => search(context, files, options));
}

async function search(
  context: CliContext,
  files: readonly string[],
  options: Options,
): Promise<void> {
  const watch = watchFileReads();
  try {
    const asked = await askedOf(context, files, options);
    const meter = createProgressMeter(context.terminal);
    const { reads } = watch;
    const found = await lookahead({ ...asked, reads, onProgress: meter.show }).finally(meter.close);
    if (!found.ok) throw new CliFailure('configuration', problemsAsNamed(context, found.error));
    if (options.json === true) printJson(context, found.value);
    else printLines(context, lookaheadLines(found.value));
    if (!isHonest(found.value)) context.finish('found');
    else if (found.value.daysNotReached > 0) context.finish('interrupted');
  } finally {
    watch.close();
  }
}

async function askedOf(
  context: CliContext,
  files: readonly string[],
  options: Options,
): Promise<LookaheadOptions> {
  const { workingDirectory, signal } = context;
  const { from, to, seed, config, cuts } = options;
  const settings = readSettings(context, { config, secrets: 'skipped' });
  const absolute = (path: string): string => resolve(workingDirectory, path);
  const strategies = await askedStrategies(context, settings, { files, params: options.param });
  return {
    strategies,
    recorded: await sourcesAsked(context, options.source ?? [], strategies),
    cuts,
    prices: pricesAsked(options, absolute, strategies.flatMap(underlyingsOf)),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    seed: seed ?? settings.simulator.seed,
    limits: { ...settings.engine, accountProtections: settings.accountProtections },
    ...(settings.calendar === null ? {} : { calendar: settings.calendar }),
    signal,
  };
}
