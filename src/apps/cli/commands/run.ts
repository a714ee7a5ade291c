import { resolve } from 'node:path';

import { type Command } from 'commander';

import { areOnLoopback } from '../../../base/loopback.ts';
import { type DaySummary } from '../../../runtime/day-view.ts';
import { runDay } from '../../../runtime/run-day.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { loadStrategies } from '../load-strategies.ts';
import { parseInstant, parseSpeed } from '../option-parsers.ts';
import { printJson } from '../output.ts';
import { readSettings } from '../read-settings.ts';
import { daySummaryText, isOpen } from '../report/day-summary.ts';
import { type DayDisplay } from '../view/day-display.ts';
import { createLiveView } from '../view/live-view.ts';
import { createPlainView } from '../view/plain-view.ts';

interface Options extends SimulatorOptions {
  readonly config?: string;
  readonly log?: string;
  readonly plain?: boolean;
  readonly json?: boolean;
}

/** Options that change the simulated day. */
interface SimulatorOptions {
  readonly at?: number;
  readonly speed?: number | 'max';
  readonly seed?: string;
  readonly prices?: string;
}

/** `sauda run`: one trading day. */
export function addRun(program: Command, context: CliContext): void {
  program
    .command('run')
    .description(
      'Run strategies for one trading day: on paper, or live if the configuration says so',
    )
    .argument(
      '[strategy...]',
      'strategy files (.ts, .js, .yaml) instead of those of the configuration',
    )
    .option('--config <file>', 'configuration (default: sauda.yaml when it is there)')
    .option('--log <file>', 'write every command, as JSON Lines')
    .option('--plain', 'lines instead of a picture, on a terminal too')
    .option('--json', 'the summary as one JSON line on stdout; lines of the day on stderr')
    .option(
      '--at <time>',
      'simulator: start the day at this IST time, YYYY-MM-DDTHH:MM',
      parseInstant,
    )
    .option('--speed <n>', 'simulator: seconds per real second, or max', parseSpeed)
    .option('--seed <text>', 'simulator: same seed, same day')
    .option('--prices <file>', 'simulator: minute bars of an index, CSV')
    .addHelpText(
      'after',
      `
Without hosts in the configuration the built-in simulator is the platform. Ctrl-C ends the day in order: the summary is
printed, orders and positions stay as they are.

Examples:
  sauda run                                                    what sauda.yaml says
  sauda run --config paper.yaml
  sauda run strategies/short-straddle.yaml --at 2026-10-30T09:10 --speed 600
  sauda run strategies/short-straddle.yaml --at 2026-10-30T09:10 --speed max --json`,
    )
    .action((files: readonly string[], options: Options) => run(context, files, options));
}

async function run(context: CliContext, files: readonly string[], options: Options): Promise<void> {
  const { terminal, workingDirectory, signal } = context;
  const settings = changed(readSettings(context, { config: options.config }), options, (path) =>
    resolve(workingDirectory, path),
  );
  const named = files.map((path) => ({ path: resolve(workingDirectory, path), params: {} }));
  const entries = named.length > 0 ? named : settings.strategies;
  if (entries.length === 0) throw noStrategies(settings);
  const strategies = await loadStrategies(context, entries);
  const display = createDisplay(context, options);
  const result = await runDay({
    settings,
    strategies,
    onView: display.show,
    onProgress: display.progress,
    onNotice: display.note,
    signal,
  }).finally(display.close);
  if (!result.ok) throw new CliFailure(result.error.kind, result.error.problems);
  if (options.json === true) printJson(context, result.value);
  else {
    const columns = terminal.isInteractive ? terminal.size().columns : Infinity;
    terminal.out(daySummaryText(result.value, { columns, color: terminal.hasColor }));
  }
  conclude(context, result.value);
}

function createDisplay({ terminal }: CliContext, options: Options): DayDisplay {
  if (options.json === true) return createPlainView(terminal.err);
  return terminal.isInteractive && options.plain !== true
    ? createLiveView(terminal)
    : createPlainView(terminal.out);
}

function conclude(context: CliContext, { orders, positions, strategies }: DaySummary): void {
  if (orders.unknown > 0 || (context.signal.aborted && positions.some(isOpen))) {
    context.finish('unresolved-orders');
  } else if (strategies.some(({ state }) => state === 'failed')) {
    context.finish('configuration');
  }
}

function noStrategies(settings: Settings): CliFailure {
  return cliFailure('configuration', 'No strategy to run', {
    file: settings.file,
    allowed: 'files on the command line, or "strategies" in the configuration',
    next: 'sauda run FILE',
  });
}

/**
 * Settings with what the command line says of the simulated day and the journal.
 *
 * @throws {CliFailure} when an option of the simulator is given with hosts configured
 */
function changed(
  settings: Settings,
  options: Options,
  absolute: (path: string) => string,
): Settings {
  const simulated = (['at', 'speed', 'seed', 'prices'] as const).filter(
    (name) => options[name] !== undefined,
  );
  const [first] = simulated;
  const { venue } = settings;
  const isElsewhere = venue.kind === 'platform' && !areOnLoopback(Object.values(venue.hosts));
  if (first !== undefined && isElsewhere) {
    throw cliFailure('usage', `Option --${first} is for the simulator, and hosts are configured`, {
      file: settings.file,
      next: `Leave out --${first}, or the hosts`,
    });
  }
  const { simulator, outputs } = settings;
  return {
    ...settings,
    simulator: {
      ...simulator,
      startAtMs: options.at ?? simulator.startAtMs,
      speed: options.speed ?? simulator.speed,
      seed: options.seed ?? simulator.seed,
      pricesPath: options.prices === undefined ? simulator.pricesPath : absolute(options.prices),
    },
    outputs: { logPath: options.log === undefined ? outputs.logPath : absolute(options.log) },
  };
}
