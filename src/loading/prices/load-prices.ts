import { createReadStream } from 'node:fs';
import { basename, parse } from 'node:path';

import { systemClock } from '../../adapters/system/machine-time.ts';
import { namedSome } from '../../base/counted.ts';
import { type Checked, type Problem, problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { said, UnreadableParquet } from '../../market/price-files/price-problems.ts';
import { readPrices } from '../../market/price-files/read-prices.ts';
import { type RecordedPrices } from '../../market/price-files/recorded-prices.ts';
import { isShareLike, knownShareIn, withNoShares } from '../../model/market/underlying.ts';
import { istDate } from '../../model/time/ist.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { type GeneratedAsked, generateRecorded } from './generate-prices.ts';
import { loadSurface } from './load-surface.ts';
import { isVixFile, loadVolatility, looksLikeVix } from './load-volatility.ts';
import { isParquet, parquetPrices, unreadableParquet } from './parquet-prices.ts';
import { type AskedWays, waysOfReading } from './ways-of-reading.ts';

export { type RecordedPrices };

/** Which prices are wanted: those of files, or made ones. */
export type PricesAsked = FilesAsked | GeneratedAsked;

/** Where the volatility of modelled prices comes from. */
export interface VolatilityAsked {
  /** India VIX: percent a year, or a file of it. @default a file of prices that is named for it, else none */
  readonly volatility?: string;
  /** A module whose default export is a volatility model. @default the usual smile */
  readonly volatilityModel?: string;
}

/** Which files of prices are wanted, and how they are to be read. */
export interface FilesAsked extends AskedWays, VolatilityAsked {
  /** At least one; the first row of a minute counts, in this order. */
  readonly files: readonly string[];
  /** Whether anything that is wrong refuses all. @default false: it is counted and told */
  readonly isStrict?: boolean;
}

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 18;
/** Files that a refusal names; the others are counted. */
const FILES_NAMED = 3;
/** Problems that a refusal tells. */
const REFUSALS_TOLD = 20;

/**
 * Reads files of prices, or generates prices. Refused are unreadable files, files that do not say whose prices they hold or say otherwise than the user, an unknown zone or underlying, copies of
 * a file, files whose stamps were found to differ, what cannot be generated and, if strict, any problem of a file.
 */
export async function loadPrices(
  asked: PricesAsked,
  knowledge: MarketKnowledge,
): Promise<Checked<RecordedPrices>> {
  const files = 'files' in asked ? asked.files.filter(isVixFile) : [];
  const wanted = [...files, ...(asked.volatility === undefined ? [] : [asked.volatility])];
  const [first, second] = wanted;
  if (second !== undefined) {
    const found = wanted.join(', ');
    return fail([problem('Volatility comes from one place', { found, next: 'Name one of them' })]);
  }
  const misplaced =
    'files' in asked ? await looksLikeVix(asked.files.filter((one) => !isVixFile(one))) : [];
  if (misplaced.length > 0) return fail(misplaced);
  const read = await readOrGenerate(asked, knowledge);
  if (!read.ok) return read;
  const followed = first === undefined ? read : await withVolatility(read.value, first, asked);
  const { volatilityModel } = asked;
  return followed.ok && volatilityModel !== undefined
    ? withSurface(followed.value, volatilityModel)
    : followed;
}

async function withVolatility(
  prices: RecordedPrices,
  file: string,
  asked: PricesAsked,
): Promise<Checked<RecordedPrices>> {
  const timeZone = 'files' in asked ? asked.timeZone : undefined;
  const loaded = await loadVolatility(file, { timeZone });
  if (!loaded.ok) return loaded;
  const { volatility, source } = loaded.value;
  const sources = [...prices.sources, ...(source === null ? [] : [source])];
  return ok({ ...prices, volatility, sources });
}

async function withSurface(prices: RecordedPrices, path: string): Promise<Checked<RecordedPrices>> {
  const loaded = await loadSurface(path);
  if (!loaded.ok) return loaded;
  const { surface, source } = loaded.value;
  return ok({ ...prices, surface, sources: [...prices.sources, source] });
}

async function readOrGenerate(
  asked: PricesAsked,
  knowledge: MarketKnowledge,
): Promise<Checked<RecordedPrices>> {
  if ('generate' in asked) return generateRecorded(asked, knowledge);
  const files = asked.files.filter((file) => !isVixFile(file));
  return readFiles({ ...asked, files }, knowledge);
}

async function readFiles(
  asked: FilesAsked,
  { calendar, rules }: MarketKnowledge,
): Promise<Checked<RecordedPrices>> {
  const how = waysOfReading(asked, { ...rules, files: asked.files });
  if (!how.ok) return how;
  let path = '';
  const streams = asked.files.map((file) => {
    const onOpen = (): void => {
      path = file;
    };
    return isParquet(file)
      ? parquetPrices(file, how.value.columns ?? {}, onOpen)
      : { path: file, stream: piecesOf(file, onOpen) };
  });
  try {
    const today = istDate(systemClock.nowMs());
    const prices = await readPrices(streams, { ...how.value, calendar, rules, today });
    const refused = [
      ...copiesIn(prices),
      ...whosePrices(prices, { given: asked.underlying, known: rules.underlyings }),
      ...stampsApart(prices),
    ];
    if (refused.length > 0) return fail(refused);
    const isRefused = asked.isStrict === true && prices.problems.length > 0;
    return isRefused ? fail(refusalsOf(prices)) : ok(prices);
  } catch (error) {
    if (error instanceof UnreadableParquet) return fail([unreadableParquet(path, error)]);
    return fail([unreadableFile('Cannot read prices', path, error)]);
  }
}

async function* piecesOf(
  file: string,
  onOpen: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  onOpen();
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
    yield piece as Uint8Array;
  }
}

/** Files that give nothing but what another file with the same bytes has given: every row of theirs is a duplicate. */
function copiesIn({ sources }: RecordedPrices): readonly Problem[] {
  return sources.flatMap(({ source, sha256, rows }, place) => {
    const first = sources.slice(0, place).find((one) => one.sha256 === sha256 && one.rows > 0);
    if (first === undefined || rows > 0) return [];
    const found = `the same bytes as ${first.source}`;
    return [
      problem('Two files of prices are one', { file: source, found, next: 'Name one of them' }),
    ];
  });
}

/**
 * Files whose rows show different edges: where that was found wrongly, one of them is a minute ahead of the other, and a
 * strategy earns by it. So the user has to say it.
 */
function stampsApart({ sources }: RecordedPrices): readonly Problem[] {
  const detected = (edge: 'start' | 'end'): readonly string[] =>
    sources.flatMap(({ source, stamp }) =>
      stamp?.from === 'detected' && stamp.edge === edge ? [source] : [],
    );
  const [starts, ends] = [detected('start'), detected('end')];
  if (starts.length === 0 || ends.length === 0) return [];
  const [few, edge] = ends.length <= starts.length ? [ends, 'end'] : [starts, 'start'];
  const most = edge === 'end' ? 'start' : 'end';
  const found = `start in ${namedSome(starts, FILES_NAMED)}; end in ${namedSome(ends, FILES_NAMED)}`;
  const next = `Say which it is: --stamp ${most} ${few
    .slice(0, FILES_NAMED)
    .map((file) => `--stamp ${file}=${edge}`)
    .join(' ')}, or --stamp ${most} where they are all the same`;
  return [
    problem('Bars of files look stamped at different edges of their minute', {
      found,
      allowed: 'one edge, or --stamp for each file that differs',
      next,
    }),
  ];
}

function refusalsOf({ problems, problemCounts }: RecordedPrices): readonly Problem[] {
  const told = problems
    .slice(0, REFUSALS_TOLD)
    .map(({ file, line, detail }) => problem(detail, { file, line }));
  const counts = Object.entries(problemCounts)
    .map(([kind, count]) => `${kind} ${String(count)}`)
    .join(', ');
  const message = said('Prices have problems', counts, 'none with --strict');
  return [problem(message, { next: 'Put them right, or leave --strict out' }), ...told];
}

interface WhosePricesAsked {
  readonly given: string | undefined;
  readonly known: readonly string[];
}

/** Files that a refusal tells. */
const FILES_TOLD = 20;

/**
 * Files that may hold anything, or something else than the user says. Taken at the user's word, a share's or another index's
 * prices would be traded with premiums, lots and expiries that it never had.
 */
function whosePrices(
  { sources, unnamed = [] }: Pick<RecordedPrices, 'sources' | 'unnamed'>,
  { given, known }: WhosePricesAsked,
): readonly Problem[] {
  const refused =
    given === undefined
      ? unnamed.map((file) => unnamedFile(file, known))
      : [
          ...unnamed.flatMap((file) => shareNamed(file, given)),
          ...sources.flatMap((source) => otherIndex(source, given)),
        ];
  return refused.slice(0, FILES_TOLD);
}

function unnamedFile(file: string, known: readonly string[]): Problem {
  const stem = parse(file).name;
  const share = knownShareIn(stem) ?? (isShareLike(stem, known) ? stem : null);
  return problem(withNoShares('Nothing says whose prices the file holds', share ?? stem, known), {
    file,
    found:
      share === null
        ? 'no column "symbol", and no index or contract in the name'
        : `${share} in the name`,
    allowed: `${known.join(', ')} and their contracts`,
    next:
      share === null
        ? `Add --underlying NIFTY if they are NIFTY's, or put the index into the name: NIFTY-${basename(file)}. India VIX goes to --iv`
        : 'Take the prices of an index',
  });
}

function shareNamed(file: string, given: string): readonly Problem[] {
  const share = knownShareIn(parse(file).name);
  if (share === null) return [];
  return [
    problem(`The file's name says ${share}, and --underlying says ${given}`, {
      file,
      found: share,
      allowed: given,
      next: `Take the prices of ${given}; if these are, rename the file: ${given}-1min${parse(file).ext}`,
    }),
  ];
}

function otherIndex(
  { source, underlyings }: RecordedPrices['sources'][number],
  given: string,
): readonly Problem[] {
  if (underlyings.length === 0 || underlyings.includes(given)) return [];
  const told = underlyings.join(', ');
  return [
    problem(`The file's name or symbols say ${told}, and --underlying says ${given}`, {
      file: source,
      found: told,
      allowed: given,
      next: `If the file is right, leave --underlying out; if it holds ${given}, put that into its name or symbols`,
    }),
  ];
}
