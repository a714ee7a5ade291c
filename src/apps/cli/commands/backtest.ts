import { resolve } from 'node:path';

import { type Command } from 'commander';

import { underlyingsOf } from '../../../backtest/backtest-refusals.ts';
import {
  backtest,
  type BacktestOptions,
  type BacktestProgress,
} from '../../../backtest/backtest.ts';
import { ok } from '../../../base/result.ts';
import { watchFileReads } from '../../../research/lookahead/watch-file-reads.ts';
import { type BacktestResult } from '../../../results/backtest-result.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure, formatFailure } from '../cli-failure.ts';
import { namedFailure } from '../files/as-named.ts';
import { pricesRead, settingsRead, strategiesRead } from '../files/files-read.ts';
import { readSettings } from '../files/read-settings.ts';
import { resultOutputs } from '../files/result-outputs.ts';
import { createResultWriter, printWritten, type ResultWriter } from '../files/result-writer.ts';
import { createHeapWatch } from '../heap-watch.ts';
import { assumed, daysAsked } from '../options/assumption-options.ts';
import { BACKTEST_OPTIONS, type BacktestAsked } from '../options/backtest-options.ts';
import { declare, flagOf } from '../options/declared-option.ts';
import { pricesAsked, requirePrices } from '../options/price-options.ts';
import { sourcesAsked } from '../options/source-options.ts';
import { printJson, printNamed } from '../output.ts';
import { backtestLines } from '../report/backtest-report.ts';
import { askedStrategies } from '../strategies/load-strategies.ts';
import { shortPath } from '../strategies/strategy-facts.ts';
import { neverWorked } from '../strategies/never-worked.ts';
import { createProgressMeter } from '../view/progress-meter.ts';
import { sanitize } from '../view/span.ts';

const HELP = `
Every date of the calendar between the first and the last bar is reported: run, run with problems, or skipped, with
the reason. Exit code 1 means that a strategy failed or had no data on every day that was run, 3 that there is no day to run. With
--journal, what differs from the recorded day is listed with its cause, and exit code 1 means that decisions do, too.
Ctrl-C ends after the current day, writes what is done, and ends with exit code 10. Contracts without prices of their
own are modelled from the index; what was assumed is printed with the numbers of the model, by --verbose sentence by
sentence.

Examples:
  sauda backtest strategies/short-straddle.yaml --prices nifty.csv
  sauda backtest strategies/short-straddle.yaml --param stop=40% --param entry=09:30 --prices nifty.csv
  sauda backtest --config sauda.yaml --prices nifty.csv
  sauda backtest a.ts b.yaml --prices nifty.csv --from 2024-03-01 --to 2024-03-31
  sauda backtest a.ts --prices nifty.csv --iv INDIAVIX.csv
  sauda backtest a.ts --prices nifty.csv NIFTY2430722000CE.csv --strict
  sauda backtest a.ts --prices ticks.csv --columns time=ltt,price=rate --time-zone UTC
  sauda backtest a.ts --generate 7 --from 2026-01-01 --to 2026-06-30
  sauda backtest a.ts --generate 7:crash,gap --from 2026-06-01 --to 2026-06-30
  sauda backtest a.ts --prices nifty.csv --out result.json --report result.html --csv tables
  sauda backtest a.yaml --prices nifty.csv --from 2024-03-14 --to 2024-03-14 --explain --report why.html
  sauda backtest --journal .sauda/default.paper.journal --date 2026-11-20`;

/** `sauda backtest`: strategies over every day of recorded prices. */
export function addBacktest(command: Command, context: CliContext): void {
  declare(command, BACKTEST_OPTIONS, HELP)
    .argument('[strategy...]', 'strategy files (.ts, .js, .yaml); none: those of the configuration')
    .action((files: readonly string[], options: BacktestAsked) =>
      runBacktest(context, files, options),
    );
}

async function runBacktest(
  context: CliContext,
  files: readonly string[],
  options: BacktestAsked,
): Promise<void> {
  const { journal } = options;
  if (journal === undefined) {
    await runOverPrices(context, files, options);
    return;
  }
  refuseBesideJournal(files, options);
  const { backtestJournal } = await import('./backtest-journal.ts');
  await backtestJournal(context, { ...options, journal });
}

async function runOverPrices(
  context: CliContext,
  files: readonly string[],
  options: BacktestAsked,
): Promise<void> {
  refuseDate(options);
  requirePrices(options);
  // From before strategies are loaded: what they open by themselves no figure may hide.
  using watch = watchFileReads();
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const absolute = (path: string): string => resolve(context.workingDirectory, path);
  const strategies = await askedStrategies(context, settings, { files, params: options.param });
  const { log } = options;
  const read = [
    ...settingsRead(settings),
    ...strategiesRead(strategies),
    ...pricesRead(options.prices),
  ];
  const writer = createResultWriter(context, resultOutputs(options), { read });
  const meter = createProgressMeter(context.terminal);
  const names = strategies.map(({ strategy }) => strategy.name);
  const heap = createHeapWatch({ signal: context.signal, strategies: names });
  const asked = {
    strategies,
    ...assumed(options),
    ...daysAsked(settings, options),
    reads: watch.reads,
    recorded: await sourcesAsked(context, options.source ?? [], strategies),
    prices: pricesAsked(options, absolute, strategies.flatMap(underlyingsOf)),
    isSensitivityAsked: options.sensitivity === true,
    isBandAsked: options.ivBand,
    ...(log === undefined ? {} : { logPath: absolute(log) }),
    signal: heap.signal,
    onProgress: (progress: BacktestProgress) => {
      meter.show(progress);
      heap.look(progress.date);
    },
    onLogTrouble: (why: string) => {
      writer.noteTrouble(log ?? '', why);
    },
  };
  const ran = options.explain === true ? explained(context, asked) : backtest(asked);
  const result = await ran.finally(meter.close);
  if (!result.ok) throw namedFailure(context, result.error);
  await tell(context, writer, { result: result.value, options });
  const trouble = heap.trouble();
  if (trouble !== null) context.terminal.err(formatFailure([trouble]));
  writer.close();
}

/** The result with what decided, loaded only where it is asked for. */
async function explained(context: CliContext, asked: BacktestOptions): ReturnType<typeof backtest> {
  const { explainedBacktest } = await import('../../../research/traces/explained-backtest.ts');
  const { withMoments } = await import('../report/day-moments.ts');
  const ran = await explainedBacktest(asked);
  if (!ran.ok) return ran;
  return ok(withMoments(ran.value, (path) => shortPath(path, context.workingDirectory)));
}

async function tell(
  context: CliContext,
  writer: ResultWriter,
  { result, options }: { readonly result: BacktestResult; readonly options: BacktestAsked },
): Promise<void> {
  const { terminal } = context;
  if ([options.out, options.report, options.csv].some((path) => path !== undefined)) {
    const { writeResult } = await import('../files/write-result.ts');
    await writeResult(writer, result, options);
  }
  if (options.json === true) printJson(context, result);
  else {
    printNamed(context, backtestLines(result, options.verbose === true));
    printWritten(context, writer);
  }
  if (result.daysNotReached > 0) context.finish('interrupted');
  const idle = neverWorked(result);
  if (idle.length === 0) return;
  const named = (hasFailed: boolean, how: string): void => {
    const names = idle.filter((one) => one.hasFailed === hasFailed).map(({ name }) => name);
    if (names.length > 0) terminal.err(`${sanitize(names.join(', '))}: ${how}\n`);
  };
  named(true, 'failed on every day that was run');
  named(false, 'had no data on any day that was run, or failed');
  context.finish('found');
}

/** @throws {CliFailure} when a day of a journal is named, and no journal */
function refuseDate({ date }: BacktestAsked): void {
  if (date === undefined) return;
  throw cliFailure('usage', '--date is for a day of a --journal', {
    found: date,
    next: `Leave --date out; one day of prices is --from ${date} --to ${date}`,
  });
}

/** What goes with a journal: how its day is run again, and where the result goes. */
const BESIDE_JOURNAL: ReadonlySet<string> = new Set<keyof BacktestAsked>([
  ...(['journal', 'date', 'fills', 'capital', 'config', 'ivBand'] as const),
  ...(['out', 'csv', 'report', 'verbose', 'json'] as const),
]);

/** @throws {CliFailure} when there is more, or a strategy */
function refuseBesideJournal(files: readonly string[], options: BacktestAsked): void {
  const given = Object.keys(options).filter((name) => !BESIDE_JOURNAL.has(name));
  const odd = [...files, ...given.map(flagOf)].join(', ');
  if (odd === '') return;
  throw cliFailure('usage', 'A journal holds its own prices, strategies and parameters', {
    found: odd,
    allowed:
      '--journal with --date, --fills, --capital, --config, --out, --csv, --report, --verbose, --json',
    next: `Leave ${odd} out, or leave --journal out`,
  });
}
