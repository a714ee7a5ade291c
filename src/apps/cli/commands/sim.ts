import { resolve } from 'node:path';

import { type Command } from 'commander';

import { istTimestamp } from '../../../model/time/ist.ts';
import { type Settings } from '../../../settings/settings.ts';
import {
  serveStandalone,
  type StandaloneOptions,
  type StandaloneSimulator,
} from '../../../venues/serve-simulator.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import {
  parseFactor,
  parseInstant,
  parsePort,
  parseUnderlying,
} from '../options/option-parsers.ts';
import { printJson, printLines } from '../output.ts';
import { untilAborted } from '../../../base/until-aborted.ts';
import { span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ['--at <time>', 'start its day at this IST time, YYYY-MM-DDTHH:MM (default: now)', parseInstant],
  ['--speed <n>', 'simulated seconds per real second (default: 1)', parseFactor],
  ['--night-speed <n>', 'the same between trading days (default: that of --speed)', parseFactor],
  ['--seed <text>', 'same seed, same prices'],
  ['--prices <file>', 'a file of prices with an index in it, instead of generated ones'],
  [
    '--underlying <symbol>',
    'underlying of the bars (default: from the file name)',
    parseUnderlying,
  ],
  [
    '--port <n>',
    'first of five ports: auth, orders, prices, ordersWebhook, webhook (default: free ones)',
    parsePort,
  ],
  ['--faults <file>', 'what goes wrong: JSON lines, or seed:N for a mix of all faults'],
  [
    '--lenient',
    'take what the interface does not describe: further properties, missing tags, any exit time',
  ],
  ['--config <file>', 'configuration, for its "simulator" and "calendar"'],
  ['--json', 'one JSON line with addresses and credentials'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
It listens on 127.0.0.1 only. The credentials are made up and open nothing else. Beside the platform's endpoints it
serves GET /simulator/quotes?symbols=A,B on the prices host, and bars of the past below it, at /history.

Examples:
  sauda sim --at 2026-10-30T09:00 --speed 10
  sauda sim --json > sim.json &
  sauda orders --sim sim.json`;

/** `sauda sim`: the simulator for any client. */
export function addSim(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => serve(context, options));
}

async function serve(context: CliContext, options: Options): Promise<void> {
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const served = await serveStandalone(standalone(context, options, settings));
  if (!served.ok) throw new CliFailure('configuration', served.error);
  const simulator = served.value;
  announce(context, simulator, options.json === true);
  await untilAborted(context.signal);
  await simulator.close();
}

/** The configuration's simulator with what the command line says otherwise. */
function standalone(
  { workingDirectory }: CliContext,
  options: Options,
  { simulator: defaults, calendar, brokers }: Settings,
): StandaloneOptions {
  const { prices, port = 0, seed = defaults.seed, at = defaults.startAtMs } = options;
  return {
    startAtMs: at,
    ...speedsOf(options, defaults),
    seed,
    pricesPath: prices === undefined ? defaults.pricesPath : resolve(workingDirectory, prices),
    underlying: options.underlying ?? defaults.underlyings?.[0] ?? null,
    calendar,
    brokerNames: Object.keys(brokers),
    isLenient: options.lenient === true,
    faults: faultsFrom(workingDirectory, options.faults),
    ...(port === 0 ? {} : { ports: portsFrom(port) }),
  };
}

function faultsFrom(workingDirectory: string, faults: string | undefined): string | null {
  if (faults === undefined || faults.startsWith('seed:')) return faults ?? null;
  return resolve(workingDirectory, faults);
}

/** A speed that is asked for is that of the nights, too, unless another is. */
function speedsOf(
  { speed, nightSpeed = speed }: Options,
  defaults: Settings['simulator'],
): Pick<StandaloneOptions, 'speed'> & { readonly nightSpeed: number } {
  return {
    speed: speed ?? clockSpeed(defaults.speed),
    nightSpeed: nightSpeed ?? clockSpeed(defaults.nightSpeed),
  };
}

function clockSpeed(speed: Settings['simulator']['speed']): number {
  return speed === 'max' ? 1 : speed;
}

function portsFrom(
  first: number,
): Readonly<Record<keyof StandaloneSimulator['addresses'], number>> {
  return {
    auth: first,
    orders: first + 1,
    prices: first + 2,
    ordersWebhook: first + 3,
    webhook: first + 4,
  };
}

function announce(context: CliContext, simulator: StandaloneSimulator, isJson: boolean): void {
  const { addresses, credentials, brokerId, brokers } = simulator;
  const day = simulator.day();
  if (!day.isTradingDay) {
    const why = day.occasion ?? 'no session is known';
    const text = `The exchange is closed on ${day.date}: ${why}. No price moves, no order fills; start it with --at on a trading day`;
    context.terminal.err(`${text}\n`);
  }
  if (isJson) {
    const { auth, orders, prices, ordersWebhook, webhook } = addresses;
    const { clock } = simulator;
    const hosts = { auth, orders, prices, ordersWebhook, webhook };
    printJson(context, { ...hosts, credentials, brokerId, brokers, clock });
    return;
  }
  const rows: readonly (readonly string[])[] = [
    ...Object.entries(addresses),
    ...Object.entries(credentials),
    ['brokerId', brokerId],
    ...Object.entries(brokers).map(([name, id]) => [`brokers.${name}`, id]),
  ];
  printLines(context, [
    span(`Simulator at ${istTimestamp(simulator.nowMs())}`, 'bold'),
    span(day.isTradingDay ? 'a trading day' : `closed: ${day.occasion ?? 'no session'}`, 'dim'),
    ...tableLines(
      [],
      rows.map(([name = '', text = '']) => [span(`  ${name}`, 'dim'), text]),
    ),
    span('Ctrl-C ends it', 'dim'),
  ]);
}
