import { resolve } from 'node:path';

import { type Command, InvalidArgumentError, Option } from 'commander';

import { drill, type DrillOptions, type DrillSummary } from '../../../drill/drill.ts';
import { type DrillFault, type FaultChoice, isFault } from '../../../drill/faults/fault-switch.ts';
import { drillStrategies } from '../../../drill/strategies/drill-strategies.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { printJson } from '../output.ts';
import { drillReportText } from '../report/drill-report.ts';
import { askedEntries, loadStrategies } from '../strategies/load-strategies.ts';
import { createProgressMeter } from '../view/progress-meter.ts';

interface Options {
  readonly seeds: SeedRange;
  readonly mode: DrillOptions['drillMode'];
  readonly paper?: boolean;
  readonly faults: NonNullable<DrillOptions['faults']> | 'all';
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  readonly config?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

const PROGRESS_MS = 10_000;

/** `sauda drill`: days of faults on virtual time. */
export function addDrill(program: Command, context: CliContext): void {
  program
    .command('drill')
    .description(
      'Run strategies through days of faults, and hold every event against the invariants',
    )
    .argument('[strategy...]', 'strategy files (.ts, .js, .yaml); without: those that ship')
    .addOption(
      new Option('--seeds <range>', 'how many days, or first and last seed: 100, 7..7')
        .argParser(parseSeeds)
        .default({ from: 1, to: 100 }, '100'),
    )
    .addOption(
      new Option('--mode <mode>', 'safety: faults all day; liveness: they end, all must settle')
        .choices(['safety', 'liveness'])
        .default('safety'),
    )
    .option(
      '--config <file>',
      'configuration: its strategies, or parameters and policies of those that are named',
    )
    .option('--paper', 'paper runs: nothing may reach a live route')
    .addOption(
      new Option('--faults <list>', 'F3,F5 or all or none')
        .argParser(parseFaults)
        .default('all', 'all'),
    )
    .option('--only <ids>', 'only these faults of a seed, by id', parseFaultIds)
    .option('--without <ids>', 'all but these faults, by id or number', parseFaultIds)
    .option('--verbose', 'name the rare situations that were not reached, however few the days')
    .option('--json', 'one JSON line')
    .addHelpText(
      'after',
      `
A day is the whole runtime on virtual time: crashes and restarts, a network that loses answers, a disk that fails,
clocks that jump. The same seed is the same day. Of a configuration it takes strategies with their parameters and policies; prices,
venue, engine and risk are the drill's own. Exit code 1 when an invariant did not hold, or a
strategy failed by itself; the failure is printed with the fewest faults that bring it about, and the command that repeats it.

Examples:
  sauda drill strategies/short-straddle.yaml --seeds 500
  sauda drill a.ts --seeds 1..2000 --mode liveness --faults F3,F4,F5,F40
  sauda drill a.ts --seeds 17..17 --only F5/place#2
  sauda drill --config sauda.yaml --seeds 200
  sauda drill --paper --seeds 200 --json`,
    )
    .action((files: readonly string[], options: Options) => runDrill(context, files, options));
}

async function runDrill(
  context: CliContext,
  files: readonly string[],
  options: Options,
): Promise<void> {
  const { terminal, signal } = context;
  const { seeds, mode, paper, faults, json } = options;
  const meter = createProgressMeter(terminal, PROGRESS_MS);
  const summary = await drill({
    knowledge: loadMarketKnowledge(),
    strategiesOf: await strategiesOf(context, files, options),
    ...seeds,
    mode: paper === true ? 'paper' : 'live',
    drillMode: mode,
    faults: faults === 'all' ? null : faults,
    choice: choiceOf(options),
    isShrinking: options.only === undefined,
    signal,
    onDay: meter.show,
  }).finally(meter.close);
  refuseUnmet(options, summary);
  if (json === true) printJson(context, summaryLine(summary));
  else {
    const isVerbose = options.verbose === true;
    terminal.out(drillReportText(summary, { command: commandOf(files, options), isVerbose }));
  }
  const sums = Object.values(summary.byStrategy);
  const hasFailed = sums.some(({ daysFailedByItself }) => daysFailedByItself > 0);
  if (summary.violations > 0 || hasFailed) context.finish('found');
}

/**
 * A fault that was asked for by its id and never came would let a failure look mended.
 *
 * @throws {CliFailure} when none of them came
 */
function refuseUnmet({ only, seeds }: Options, { faultIds }: DrillSummary): void {
  const unmet = only?.find((id) => !faultIds.includes(id));
  if (unmet === undefined || only?.some((id) => faultIds.includes(id)) === true) return;
  const range = `${String(seeds.from)}..${String(seeds.to)}`;
  throw cliFailure('usage', `No fault "${unmet}" happens on the seeds ${range}`);
}

async function strategiesOf(
  context: CliContext,
  files: readonly string[],
  { config }: Options,
): Promise<DrillOptions['strategiesOf']> {
  if (config !== undefined) {
    const settings = readSettings(context, { config, secrets: 'skipped' });
    const configured = await loadStrategies(context, askedEntries(context, settings, files));
    return () => configured;
  }
  if (files.length === 0) {
    const shipped = await drillStrategies();
    if (!shipped.ok) throw new CliFailure('configuration', shipped.error);
    return shipped.value;
  }
  const paths = files.map((file) => ({
    path: resolve(context.workingDirectory, file),
    params: {},
    policies: {},
  }));
  const loaded = await loadStrategies(context, paths);
  return () => loaded;
}

function choiceOf({ only, without }: Options): FaultChoice {
  return { only: only === undefined ? null : new Set(only), without: new Set(without) };
}

/** What scripts read; failures in short. */
function summaryLine(summary: DrillSummary): object {
  const failures = summary.failures.map(({ seed, violations, enough }) => {
    const [first] = violations;
    return { seed, invariant: first?.invariant, detail: first?.detail, faults: enough };
  });
  return { ...summary, failures };
}

/** The command line of this drill, without its seeds and faults. */
function commandOf(files: readonly string[], { mode, paper, faults, config }: Options): string {
  const options = [
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...(mode === 'safety' ? [] : [`--mode ${mode}`]),
    ...(paper === true ? ['--paper'] : []),
    ...(faults === 'all' ? [] : [`--faults ${faults.join(',') || 'none'}`]),
  ];
  return ['sauda drill', ...files, ...options].join(' ');
}

/** First and last seed, both included. */
export interface SeedRange {
  readonly from: number;
  readonly to: number;
}

/**
 * `100` is 1 to 100, `7..9` is what it says.
 *
 * @throws {InvalidArgumentError} when it is neither
 */
export function parseSeeds(text: string): SeedRange {
  const [, first = '', last] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text) ?? [];
  const from = last === undefined ? 1 : Number(first);
  const to = Number(last ?? first);
  if (first !== '' && to >= from && to > 0) return { from, to };
  throw new InvalidArgumentError('Allowed: a number of days, or a range such as 7..9');
}

/** A list with commas. */
export function parseList(text: string): readonly string[] {
  return text.split(',').filter((part) => part !== '');
}

/**
 * Faults of a seed by id, or all of a number: `F5/place#2,F40`.
 *
 * @throws {InvalidArgumentError} when one of them is of no fault of the catalogue
 */
export function parseFaultIds(text: string): readonly string[] {
  return parseList(text).map((id) => {
    const [name = ''] = id.split('/', 1);
    if (isFault(name)) return id;
    throw new InvalidArgumentError(`Unknown fault "${id}". Allowed: ids such as F5/place#2`);
  });
}

/**
 * Numbers of faults with commas. `all` stays a word: commander takes null for an option without a value.
 *
 * @throws {InvalidArgumentError} when one of them is no fault
 */
export function parseFaults(text: string): readonly DrillFault[] | 'all' {
  if (text === 'all') return 'all';
  if (text === 'none') return [];
  return parseList(text).map((name) => {
    if (isFault(name)) return name;
    throw new InvalidArgumentError(
      `Unknown fault "${name}". Allowed: all, none, or numbers such as F3,F40`,
    );
  });
}
