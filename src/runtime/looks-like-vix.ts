import { open } from 'node:fs/promises';

import { problem, type Problem } from '../base/problem.ts';
import { readVolatility } from '../simulator/market/pricing/read-volatility.ts';
import { zoneOffset } from '../simulator/market/prices/time-zone.ts';
import { nameSays } from './load-volatility.ts';
import { isParquet } from './parquet-prices.ts';

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

/** The first whole lines of a file; none where it cannot be read, which is told where it is read. */
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
