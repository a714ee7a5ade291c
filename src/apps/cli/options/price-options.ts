import { defined } from '../../../base/json.ts';
import { problem } from '../../../base/problem.ts';
import { knownUnderlyings } from '../../../loading/known-underlyings.ts';
import { generatedSlips } from '../../../loading/prices/generate-prices.ts';
import { type PricesAsked, type VolatilityAsked } from '../../../loading/prices/load-prices.ts';
import { isNumber } from '../../../loading/prices/load-volatility.ts';
import { waysOfReading } from '../../../loading/prices/ways-of-reading.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { placeOfFile } from '../files/refuse-overwriting.ts';
import { flagOf, type OptionsOf } from './declared-option.ts';
import { parseDate, parseMore, parseUnderlying } from './option-parsers.ts';

/** How files of prices are read. */
export const FILE_OPTIONS = [
  [
    '--underlying <symbol>',
    'underlying of files without symbols (default: from their names)',
    parseUnderlying,
  ],
  ['--columns <names>', 'which column is what: time=Stamp,close=Settle'],
  ['--time-zone <zone>', 'for times without one: IST (default), UTC, +05:30 or a name'],
  [
    '--stamp <[file=]edge>',
    'edge of their minute that bars are stamped at, start or end; of one file: --stamp a.csv=end; give it again (default: detected)',
    parseMore,
  ],
] as const;

/** Over which prices a command runs, what its strategies' own sources brought, and between which dates. */
export const PRICE_OPTIONS = [
  [
    '--prices <file...>',
    'prices of indexes, options or futures: CSV, JSON Lines or Parquet, minute bars or single prices',
  ],
  [
    '--generate <seed>',
    'in place of files: days made from a seed, such as 7, 7:crash or 7:trend=0.6,chop=0.4',
  ],
  ...FILE_OPTIONS,
  [
    '--iv <percent|file>',
    'India VIX that modelled premiums follow: 13.5, or CSV of days or minutes (default: a file of --prices that is named INDIAVIX, else what the index shows)',
  ],
  [
    '--iv-model <file>',
    'a module of your own whose default export gives the volatility of an option',
  ],
  ['--strict', 'run nothing where anything is wrong with the files'],
  [
    '--source <name=file>',
    'recorded values of a defineSource(), JSON Lines with time and value; give it again',
    parseMore,
  ],
  ['--from <date>', 'first date', parseDate],
  ['--to <date>', 'last date', parseDate],
] as const;

/** Options of commands that read files of prices. */
type FileOptions = OptionsOf<typeof FILE_OPTIONS>;
/** Options of commands that run strategies over prices. */
export type PriceOptions = OptionsOf<typeof PRICE_OPTIONS>;

/**
 * What the options ask for, checked as far as the command line tells; `absolute` makes paths of what the user wrote. Generated are the indexes that are traded,
 * or the one that `--underlying` names.
 *
 * @throws {CliFailure} for a slip in any of them: neither files nor a seed, both, a seed without dates, dates the wrong
 *   way round, a file that is named twice, an unknown zone or underlying
 */
export function pricesAsked(
  options: PriceOptions,
  absolute: (path: string) => string,
  traded: readonly string[] = [],
): PricesAsked {
  requirePrices(options);
  const { prices, strict } = options;
  const volatility = volatilityAsked(options, absolute);
  if (prices !== undefined) {
    refuseDates(options);
    return { ...filesAsked(options, prices, absolute), isStrict: strict === true, ...volatility };
  }
  return { ...generatedAsked(options, traded), ...volatility };
}

function volatilityAsked(
  { iv, ivModel }: PriceOptions,
  absolute: (path: string) => string,
): VolatilityAsked {
  return {
    ...(iv === undefined ? {} : { volatility: isNumber(iv) ? iv : absolute(iv) }),
    ...(ivModel === undefined ? {} : { volatilityModel: absolute(ivModel) }),
  };
}

/** @throws {CliFailure} when the options of generated prices are wrong */
function generatedAsked(
  options: PriceOptions,
  traded: readonly string[],
): Extract<PricesAsked, { readonly generate: string }> {
  const { generate = '', from, to, underlying } = options;
  if (from === undefined || to === undefined) {
    throw cliFailure('usage', '--generate needs --from and --to', {
      next: 'Add both, such as --from 2026-01-01 --to 2026-03-31',
    });
  }
  refuseFileOptions(options);
  refuseDates(options);
  const slips = generatedSlips({ generate, underlying, from, to });
  if (slips.length > 0) throw new CliFailure('usage', slips);
  const named = underlying === undefined ? traded : [underlying];
  const underlyings = named.length === 0 ? ['NIFTY'] : [...new Set(named)];
  return { generate, underlyings, from, to };
}

/** @throws {CliFailure} for options that would change nothing: made days have neither columns nor faults */
function refuseFileOptions({ columns, timeZone, stamp, strict }: PriceOptions): void {
  const given = Object.keys(defined({ columns, timeZone, stamp, strict }));
  if (given.length === 0) return;
  const named = given.map(flagOf).join(', ');
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

/**
 * Files, and how they are to be read.
 *
 * @throws {CliFailure} for a file named twice, and unknown ways of reading
 */
export function filesAsked(
  { columns, timeZone, stamp, underlying }: FileOptions,
  files: readonly string[],
  absolute: (path: string) => string,
): Extract<PricesAsked, { readonly files: readonly string[] }> {
  const paths = files.map(absolute);
  const stamps = stamp?.map((text) => stampOfPath(text, absolute));
  const ways = defined({ columns, timeZone, underlying, stamp: stamps });
  const read = waysOfReading(ways, { underlyings: knownUnderlyings(), files: paths });
  if (!read.ok) throw new CliFailure('usage', read.error);
  refuseTwice(files, paths.map(placeOfFile));
  return { files: paths, ...ways };
}

/** `FILE=edge` with the file's whole path. */
function stampOfPath(text: string, absolute: (path: string) => string): string {
  const at = text.lastIndexOf('=');
  return at === -1 ? text : `${absolute(text.slice(0, at))}${text.slice(at)}`;
}

function refuseTwice(files: readonly string[], places: readonly (string | null)[]): void {
  const again = files.flatMap((file, index) => {
    const place = places[index] ?? null;
    const first = places.indexOf(place);
    if (place === null || first === index) return [];
    const parts = { file, found: `named before as ${files[first] ?? file}`, next: 'Name it once' };
    return [problem('A file of prices is named twice', parts)];
  });
  if (again.length > 0) throw new CliFailure('usage', again);
}

function refuseDates({ from, to }: Pick<PriceOptions, 'from' | 'to'>): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw cliFailure('usage', '--from lies after --to', {
    found: `--from ${from} --to ${to}`,
    next: `Swap them: --from ${to} --to ${from}`,
  });
}
