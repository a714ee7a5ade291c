import { type Command, Option } from 'commander';

import { type IstDate } from '../../model/ist.ts';
import { type PricesAsked } from '../../runtime/load-prices.ts';
import { cliFailure } from './cli-failure.ts';
import { parseUnderlying } from './option-parsers.ts';

/** Options of commands that read files of prices, or generate them. */
export interface PriceOptions extends FileOptions {
  readonly prices?: readonly string[];
  readonly generate?: string;
  readonly from?: IstDate;
  readonly to?: IstDate;
  readonly strict?: boolean;
}

/** Options that say how files of prices are read. */
export interface FileOptions {
  readonly columns?: string;
  readonly timeZone?: string;
  readonly stamp?: 'start' | 'end';
  readonly underlying?: string;
}

/** Gives a command the options that say which prices it runs over, and how files of them are read. */
export function addPriceOptions(command: Command): Command {
  command
    .option(
      '--prices <file...>',
      'prices of indexes, options or futures: CSV or JSON Lines, minute bars or single prices',
    )
    .option(
      '--generate <seed>',
      'in place of files: days made from a seed, such as 7, 7:crash or 7:trend=0.6,chop=0.4',
    );
  return addFileOptions(command).option(
    '--strict',
    'run nothing where anything is wrong with the files',
  );
}

/** Gives a command the options that say how files of prices are read. */
export function addFileOptions(command: Command): Command {
  return command
    .option(
      '--underlying <symbol>',
      'whose prices files without symbols hold; told from their names when left out',
      parseUnderlying,
    )
    .option('--columns <names>', 'which column is what: time=Stamp,close=Settle')
    .option('--time-zone <zone>', 'of times that tell none: IST (default), UTC, +05:30 or a name')
    .addOption(
      new Option(
        '--stamp <edge>',
        'edge of their minute that bars are stamped at (default: start)',
      ).choices(['start', 'end']),
    );
}

/**
 * What the options ask for; `absolute` makes paths of what the user wrote. Generated are the indexes that are traded,
 * or the one that `--underlying` names.
 *
 * @throws {CliFailure} when neither files nor a seed are given, or both, or a seed without dates
 */
export function pricesAsked(
  options: PriceOptions,
  absolute: (path: string) => string,
  traded: readonly string[] = [],
): PricesAsked {
  requirePrices(options);
  const { prices, generate, from, to, strict, underlying } = options;
  if (prices !== undefined) {
    return { ...filesAsked(options, prices.map(absolute)), isStrict: strict === true };
  }
  if (from === undefined || to === undefined) {
    throw cliFailure('usage', '--generate needs --from and --to', {
      next: 'Add both, such as --from 2026-01-01 --to 2026-03-31',
    });
  }
  refuseFileOptions(options);
  const named = underlying === undefined ? traded : [underlying];
  const underlyings = named.length === 0 ? ['NIFTY'] : [...new Set(named)];
  return { generate: generate ?? '', underlyings, from, to };
}

/** @throws {CliFailure} for options that would change nothing: made days have neither columns nor faults */
function refuseFileOptions({ columns, timeZone, stamp, strict }: PriceOptions): void {
  const given = Object.entries({ columns, 'time-zone': timeZone, stamp, strict }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0) return;
  const named = given.map(([name]) => `--${name}`).join(', ');
  throw cliFailure('usage', 'Options of files of prices beside --generate', {
    found: named,
    next: `Leave ${named} out, or name files with --prices`,
  });
}

/**
 * Checks that there is something to run over, before anything is loaded.
 *
 * @throws {CliFailure} when neither files nor a seed are given, or both
 */
export function requirePrices({ prices, generate }: PriceOptions): void {
  if ((prices === undefined) !== (generate === undefined)) return;
  throw cliFailure('usage', 'A run needs either --prices or --generate', {
    found: prices === undefined ? 'neither' : 'both',
    allowed: '--prices FILE… for recorded days, --generate SEED for made ones',
    next: 'Add --prices FILE, or --generate SEED with --from and --to',
  });
}

/** Files, and how they are to be read. */
export function filesAsked(
  { columns, timeZone, stamp, underlying }: FileOptions,
  files: readonly string[],
): Extract<PricesAsked, { readonly files: readonly string[] }> {
  return {
    files,
    ...(columns === undefined ? {} : { columns }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(stamp === undefined ? {} : { stamp }),
    ...(underlying === undefined ? {} : { underlying }),
  };
}
