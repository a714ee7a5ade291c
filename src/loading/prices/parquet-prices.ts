import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';

import { problem, type Problem } from '../../base/problem.ts';
import { type ColumnsOf } from '../../market/price-files/parquet-text.ts';
import { type GivenColumns } from '../../market/price-files/price-columns.ts';
import { type UnreadableParquet } from '../../market/price-files/price-problems.ts';
import { type PriceFile } from '../../market/price-files/read-prices.ts';

const ENDINGS = ['.parquet', '.pq'];

/** Whether a file of prices is a Parquet file, by its ending. */
export function isParquet(path: string): boolean {
  return ENDINGS.includes(extname(path).toLowerCase());
}

/** A Parquet file as the text that a CSV file of the same rows would have; its hash is of its own bytes. */
export function parquetPrices(
  path: string,
  columns: GivenColumns | ColumnsOf,
  onOpen: () => void,
): Extract<PriceFile, { readonly stream: unknown }> {
  const hash = createHash('sha256');
  async function* stream(): AsyncGenerator<Uint8Array, void, undefined> {
    onOpen();
    // A backtest over other files needs nothing of it.
    const { parquetFile, parquetText } = await import('../../market/price-files/parquet-text.ts');
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
    yield* parquetText(await parquetFile(path), columns);
  }
  return { path, stream: stream(), sha256: () => hash.digest('hex') };
}

/** Why a Parquet file cannot be read. */
export function unreadableParquet(file: string, { message }: UnreadableParquet): Problem {
  return problem('Cannot read prices: not a Parquet file that can be read', {
    file,
    found: message,
    allowed: 'Parquet, uncompressed or with Snappy, GZIP, ZSTD or Brotli, not encrypted',
  });
}
