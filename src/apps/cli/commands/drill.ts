import { resolve } from 'node:path';

import { type Command, InvalidArgumentError } from 'commander';

import { counted } from '../../../base/counted.ts';
import {
  drill,
  type DrillFailure,
  type DrillOptions,
  type DrillSummary,
} from '../../../drill/drill.ts';
import { type DrillFault, type FaultChoice, isFault } from '../../../drill/faults/fault-switch.ts';
import { notReached, SITUATIONS } from '../../../drill/situations/situations.ts';
import { drillStrategies } from '../../../drill/strategies/drill-strategies.ts';
import { istClock } from '../../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { optionParser } from '../options/option-parsers.ts';
import { printJson } from '../output.ts';
import { askedEntries, loadStrategies } from '../strategies/load-strategies.ts';
import { createProgressMeter } from '../view/progress-meter.ts';

/** `100` is 1 to 100, `7..9` is what it says: first and last seed, both included. */
const parseSeeds = optionParser('a number of days, or a range such as 7..9', (text) => {
  const [, first = '', last] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text) ?? [];
  const from = last === undefined ? 1 : Number(first);
  const to = Number(last ?? first);
  return first !== '' && to >= from && to > 0 ? { from, to } : undefined;
});

function listed(text: string): readonly string[] {
  return text.split(',').filter((part) => part !== '');
}

/**
 * Faults of a seed by id, or all of a number: `F5/place#2,F40`.
 *
 * @throws {InvalidArgumentError} when one of them is of no fault of the catalogue
 */
function parseFaultIds(text: string): readonly string[] {
  const unknown = listed(text).find((id) => !isFault(id.split('/', 1)[0] ?? ''));
  if (unknown === undefined) return listed(text);
  throw new InvalidArgumentError(`Unknown fault "${unknown}". Allowed: ids such as F5/place#2`);
}

/**
 * Numbers of faults with commas. `all` stays a word: commander takes null for an option without a value.
 *
 * @throws {InvalidArgumentError} when one of them is no fault
 */
function parseFaults(text: string): readonly DrillFault[] | 'all' {
  if (text === 'all') return 'all';
  if (text === 'none') return [];
  return listed(text).map((name) => {
    if (isFault(name)) return name;
    throw new InvalidArgumentError(
      `Unknown fault "${name}". Allowed: all, none, or numbers such as F3,F40`,
    );
  });
}

const OPTIONS = [
  [
    '--seeds <range>',
    'how many days, or first and last seed: 100, 7..7',
    { parse: parseSeeds, usual: [{ from: 1, to: 100 }, '100'] },
  ],
  [
    '--mode <mode>',
    'safety: faults all day; liveness: they end, all must settle',
    { choices: ['safety', 'liveness'], usual: ['safety'] },
  ],
  [
    '--config <file>',
    'configuration: its strategies, or parameters and policies of those that are named',
  ],
  ['--paper', 'paper runs: nothing may reach a live route'],
  ['--faults <list>', 'F3,F5 or all or none', { parse: parseFaults, usual: ['all', 'all'] }],
  ['--only <ids>', 'only these faults of a seed, by id', parseFaultIds],
  ['--without <ids>', 'all but these faults, by id or number', parseFaultIds],
  ['--verbose', 'name the rare situations that were not reached, however few the days'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
A day is the whole runtime on virtual time: crashes and restarts, a network that loses answers, a disk that fails,
clocks that jump. The same seed is the same day. Of a configuration it takes strategies with their parameters and policies; prices,
venue, engine and risk are the drill's own. Exit code 1 when an invariant did not hold, or a
strategy failed by itself; the failure is printed with the fewest faults that bring it about, and the command that repeats it.

Examples:
  sauda drill strategies/short-straddle.yaml --seeds 500
  sauda drill a.ts --seeds 1..2000 --mode liveness --faults F3,F4,F5,F40
  sauda drill a.ts --seeds 17..17 --only F5/place#2
  sauda drill --config sauda.yaml --seeds 200
  sauda drill --paper --seeds 200 --json`;

const PROGRESS_MS = 10_000;

/** `sauda drill`: days of faults on virtual time. */
export function addDrill(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('[strategy...]', 'strategy files (.ts, .js, .yaml); without: those that ship')
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

/** @throws {CliFailure} when none of them came */
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

function summaryLine(summary: DrillSummary): object {
  const failures = summary.failures.map(({ seed, violations, enough }) => {
    const [first] = violations;
    return { seed, invariant: first?.invariant, detail: first?.detail, faults: enough };
  });
  return { ...summary, failures };
}

function commandOf(files: readonly string[], { mode, paper, faults, config }: Options): string {
  const options = [
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...(mode === 'safety' ? [] : [`--mode ${mode}`]),
    ...(paper === true ? ['--paper'] : []),
    ...(faults === 'all' ? [] : [`--faults ${faults.join(',') || 'none'}`]),
  ];
  return ['sauda drill', ...files, ...options].join(' ');
}

const FAULTS_SHOWN_MAX = 12;

/** So few days cannot be expected to reach what is rare. */
const RARE_DAYS_MIN = 200;

/** What a drill came to, for people. `command` repeats it, but for seeds and faults. */
function drillReportText(
  summary: DrillSummary,
  { command, isVerbose }: { readonly command: string; readonly isVerbose: boolean },
): string {
  const { days, violations, intents, doubled, lost, faults, situations, strategies } = summary;
  const fired = Object.values(faults).reduce((sum, count) => sum + count, 0);
  const kinds = Object.keys(faults).length;
  const lines = [
    `${counted(days, 'day')}, ${counted(fired, 'fault')} of ${counted(kinds, 'kind')}, ${counted(intents, 'order')} decided`,
    `Violations ${String(violations)}, doubled orders ${String(doubled)}, lost orders ${String(lost)}`,
    ...exposureLines(strategies),
    ...Object.entries(summary.byStrategy).flatMap(([name, sum]) => strategyLines(name, sum)),
    ...situationLines(situations, isVerbose || days >= RARE_DAYS_MIN),
    ...summary.failures.flatMap((failure) => ['', ...failureLines(failure, command)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Beyond these a figure is explained. */
const UNSTOPPED_MS_MAX = 5_000;
const NAKED_MS_MAX = 10_000;

function exposureLines(sum: DrillSummary['strategies']): readonly string[] {
  const { nakedMsMax, unstoppedMsMax, positionsLeft, missedExits, worst } = sum;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const missed =
    worst.missedExits === null ? '' : ` (most on seed ${String(worst.missedExits.seed)})`;
  return [
    `Longest short without its hedge ${seconds(nakedMsMax)}, longest without its stop ${seconds(unstoppedMsMax)}, legs left open ${String(positionsLeft)}, exits late or missed ${String(missedExits)}${missed}`,
    ...(nakedMsMax > NAKED_MS_MAX ? whyLines('without its hedge', worst.naked) : []),
    ...(unstoppedMsMax > UNSTOPPED_MS_MAX ? whyLines('without its stop', worst.unstopped) : []),
    ...whyLines('left open', worst.left),
  ];
}

type Worst = DrillSummary['strategies']['worst']['naked'];

function whyLines(what: string, worst: Worst): readonly string[] {
  if (worst === null) return [];
  const { seed, runId, leg, fromMs, untilMs, faults, policies } = worst;
  const when = `${istClock(fromMs)} to ${istClock(untilMs)} IST`;
  const why = faults.length === 0 ? 'no fault near it' : `after ${faults.join(', ')}`;
  const policy = policies.length === 0 ? '' : `; policies: ${policies.join(', ')}`;
  return [`  ${what}: seed ${String(seed)}, leg "${leg}" of ${runId}, ${when}, ${why}${policy}`];
}

function strategyLines(name: string, sum: DrillSummary['byStrategy'][string]): readonly string[] {
  const { days, daysWithOrders, orders, refusals, daysFailed, firstFailure } = sum;
  const line = `${name}: orders on ${String(daysWithOrders)} of ${counted(days, 'day')}, ${counted(orders, 'order')}, ${counted(refusals, 'refusal')}`;
  if (firstFailure === null) return [line];
  const { seed, message } = firstFailure;
  const failed = `  strategy failed on ${String(daysFailed)} of ${counted(days, 'day')}: ${message} (first seed ${String(seed)})`;
  const own = sum.daysFailedByItself;
  if (own === daysFailed) return [line, failed];
  return [line, `${failed}; ${String(own)} of them without F45 or F46`];
}

function situationLines(
  situations: DrillSummary['situations'],
  areMissingTold: boolean,
): readonly string[] {
  const missing = notReached(situations);
  const reached = SITUATIONS.length - missing.length;
  const line = `Rare situations reached: ${String(reached)} of ${String(SITUATIONS.length)}`;
  return missing.length === 0 || !areMissingTold
    ? [line]
    : [`${line}; not reached:`, ...missing.map((name) => `  ${name}`)];
}

function failureLines(
  { seed, violations, faults, enough, lastEvents }: DrillFailure,
  command: string,
): readonly string[] {
  const seeds = `--seeds ${String(seed)}..${String(seed)}`;
  return [
    `Seed ${String(seed)}: ${violations.slice(0, 1).map(violationText).join('')}`,
    `  faults${enough === null ? '' : ' that are enough'}: ${listText(enough ?? faults)}`,
    `  repeat: ${command} ${seeds}${choiceText(enough)}`,
    '  last events:',
    ...lastEvents.map((line) => `    ${line}`),
  ];
}

function violationText({ invariant, atMs, detail }: DrillFailure['violations'][number]): string {
  return `${invariant} at ${istClock(atMs)} IST: ${detail}`;
}

function listText(faults: readonly string[]): string {
  if (faults.length === 0) return 'none';
  const more = faults.length - FAULTS_SHOWN_MAX;
  const shown = faults.slice(0, FAULTS_SHOWN_MAX).join(', ');
  return more > 0 ? `${shown}, and ${String(more)} more` : shown;
}

function choiceText(enough: readonly string[] | null): string {
  if (enough === null) return '';
  return enough.length === 0 ? ' --faults none' : ` --only '${enough.join(',')}'`;
}
