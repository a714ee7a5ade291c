import { open, readFile } from 'node:fs/promises';
import { basename, parse } from 'node:path';

import { sha256Hex } from '../../base/hash.ts';
import { type Checked, problem, type Problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import {
  constantVolatility,
  type GivenVolatility,
  volatilitySeries,
} from '../../market/option-pricing/given-volatility.ts';
import { UnreadableParquet } from '../../market/price-files/price-problems.ts';
import {
  readVolatility,
  valueColumn,
  VIX_PERCENT,
} from '../../market/price-files/read-volatility.ts';
import { type PriceSource } from '../../market/price-files/recorded-prices.ts';
import { zoneOffset } from '../../market/price-files/time-zone.ts';
import { knownShareIn } from '../../model/market/underlying.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { isParquet, parquetPrices, unreadableParquet } from './parquet-prices.ts';

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
): Promise<Checked<LoadedVolatility>> {
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
function nameSays(path: string): {
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

async function textOf(path: string): Promise<Checked<VolatilityFile>> {
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
    const allowed = 'a file of India VIX, or percent a year such as 13.5';
    return fail([{ ...unreadableFile('Cannot read India VIX', path, error), allowed }]);
  }
}

function fixed(asked: string): Checked<LoadedVolatility> {
  const percent = Number(asked.replace(/\s*%$/, ''));
  if (!(percent >= VIX_PERCENT.min && percent <= VIX_PERCENT.max)) {
    const allowed = `${String(VIX_PERCENT.min)} to ${String(VIX_PERCENT.max)} percent a year, such as 13.5, or a file`;
    return fail([problem('Unknown volatility', { found: asked, allowed })]);
  }
  return ok({ volatility: constantVolatility(percent / 100), source: null });
}

/** Of a file of prices, looked at before it is read. */
const HEAD_BYTES = 4_096;
/** Percent: what India VIX mostly has. */
const LOOK = { min: 5, max: 90 } as const;
const TIME_OF_DAY = /\d:\d/;
const BARS_BY_DAY = /^\uFEFF?\s*"?date"?\s*[,;\t|].*open.*high.*low.*close/i;

/**
 * Files of prices that look like India VIX by day, whatever their names: a header of bars, dates without a time, and
 * values that no index has. As prices each of their rows is a mistake.
 */
export async function looksLikeVix(paths: readonly string[]): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const path of paths) {
    const { isVolatility, other } = nameSays(path);
    if (other === null && !isParquet(path) && isVixByDay(await headOf(path))) {
      found.push(
        problem('Looks like India VIX by day, not like prices by minute', {
          file: path,
          found: `dates without a time, values within ${String(LOOK.min)} and ${String(LOOK.max)}`,
          next: isVolatility
            ? `Give it as --iv ${path}`
            : `If it is India VIX, give it as --iv ${path}; else take prices by minute`,
        }),
      );
    }
  }
  return found;
}

/** The first whole lines of a file; none where it cannot be read, which the reader reports. */
async function headOf(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
      const text = buffer.toString('utf8', 0, bytesRead);
      return bytesRead < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n'));
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}

function isVixByDay(text: string): boolean {
  const [header = '', first = ''] = text.split('\n', 2);
  if (!BARS_BY_DAY.test(header) || TIME_OF_DAY.test(first)) return false;
  const read = readVolatility(text, { file: '', zone: zoneOffset('IST') ?? (() => 0) });
  if (!read.ok || read.value.every !== 'day') return false;
  return read.value.points.every(
    ({ volatility }) => volatility * 100 >= LOOK.min && volatility * 100 <= LOOK.max,
  );
}
