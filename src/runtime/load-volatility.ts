import { readFile } from 'node:fs/promises';
import { basename, parse } from 'node:path';

import { sha256Hex } from '../base/hash.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { knownShareIn } from '../model/known-shares.ts';
import {
  constantVolatility,
  type GivenVolatility,
  volatilitySeries,
} from '../simulator/market/pricing/given-volatility.ts';
import {
  readVolatility,
  valueColumn,
  VIX_PERCENT,
} from '../simulator/market/pricing/read-volatility.ts';
import { type PriceSource } from '../simulator/market/prices/recorded-prices.ts';
import { zoneOffset } from '../simulator/market/prices/time-zone.ts';
import { isParquet, parquetPrices, unreadableParquet } from './parquet-prices.ts';
import { UnreadableParquet } from '../simulator/market/prices/parquet/unreadable-parquet.ts';
import { unreadableFile } from './unreadable-file.ts';

/** Volatility from outside, and the file that it came from; null for a number. */
export interface LoadedVolatility {
  readonly volatility: GivenVolatility;
  readonly source: PriceSource | null;
}

const VOLATILITY_WORD = /(?:^|[^a-z])(?:iv|vol|volatility)(?:[^a-z]|$)/i;
const INDEX_WORD = /(?:bank|fin)?nifty|midcpnifty|sensex|bankex/i;

/** Whether a file of prices holds India VIX, as its name says. */
export function isVixFile(path: string): boolean {
  return /india[\s_-]*vix/i.test(basename(path));
}

/** Whether what is asked for is a number rather than a file. */
export function isNumber(asked: string): boolean {
  return /^[\d.,+-]+\s*%?$/.test(asked);
}

/** India VIX as a number of percent, or from a file; refused are numbers out of range and files that cannot be read. */
export async function loadVolatility(
  asked: string,
  { timeZone = 'IST' }: { readonly timeZone?: string | undefined },
): Promise<Result<LoadedVolatility, readonly Problem[]>> {
  if (isNumber(asked)) return fixed(asked);
  const named = nameSays(asked);
  if (named.other !== null) return fail([otherNamed(asked, named.other)]);
  const zone = zoneOffset(timeZone);
  if (zone === null) return fail([problem(`Unknown time zone "${timeZone}"`)]);
  const file = await textOf(asked);
  if (!file.ok) return file;
  const read = readVolatility(file.value.text, { file: asked, zone });
  if (!read.ok) return read;
  const { points, rows, every, isNamed } = read.value;
  const doubt =
    named.isVolatility || isNamed
      ? ''
      : '; neither its name nor a symbol says that it is India VIX';
  const known = { source: asked, sha256: file.value.sha256, contracts: 0, rows };
  return ok({
    volatility: volatilitySeries(
      points,
      `India VIX (${basename(asked)}, one value a ${every}${doubt})`,
    ),
    source: { ...known, underlyings: ['INDIAVIX'] },
  });
}

/** What a file's name says of its values: that they are volatilities, or whose else they are; null: nothing of the kind. */
export function nameSays(path: string): {
  readonly isVolatility: boolean;
  readonly other: string | null;
} {
  const { name } = parse(path);
  if (/vix/i.test(name)) return { isVolatility: true, other: null };
  const share = knownShareIn(name);
  const isVolatility = VOLATILITY_WORD.test(name);
  const index = INDEX_WORD.exec(name)?.[0].toUpperCase() ?? null;
  return { isVolatility, other: share ?? (isVolatility ? null : index) };
}

function otherNamed(file: string, found: string): Problem {
  return problem("The file's name does not say India VIX", {
    ...{ file, found },
    allowed: 'a file of India VIX',
    next: `Take India VIX; if this is it, rename the file: INDIAVIX${parse(file).ext}`,
  });
}

interface VolatilityFile {
  readonly text: string;
  /** Of the file's own bytes. */
  readonly sha256: string;
}

/** A file as the text that it has, or would have as CSV. */
async function textOf(path: string): Promise<Result<VolatilityFile, readonly Problem[]>> {
  try {
    if (!isParquet(path)) {
      const bytes = await readFile(path);
      return ok({ text: bytes.toString('utf8'), sha256: sha256Hex(bytes) });
    }
    const pieces: Uint8Array[] = [];
    const { stream, sha256 } = parquetPrices(path, valueColumn, () => undefined);
    for await (const piece of stream) pieces.push(piece);
    return ok({ text: Buffer.concat(pieces).toString('utf8'), sha256: sha256?.() ?? '' });
  } catch (error) {
    if (error instanceof UnreadableParquet) return fail([unreadableParquet(path, error)]);
    return fail([unreadableFile('Cannot read India VIX', path, error)]);
  }
}

function fixed(asked: string): Result<LoadedVolatility, readonly Problem[]> {
  const percent = Number(asked.replace(/\s*%$/, ''));
  if (!(percent >= VIX_PERCENT.min && percent <= VIX_PERCENT.max)) {
    const allowed = `${String(VIX_PERCENT.min)} to ${String(VIX_PERCENT.max)} percent a year, such as 13.5, or a file`;
    return fail([problem('Unknown volatility', { found: asked, allowed })]);
  }
  return ok({ volatility: constantVolatility(percent / 100), source: null });
}
