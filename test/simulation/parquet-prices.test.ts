import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, it } from 'vitest';

import { sha256Hex } from '../../src/base/hash.ts';
import { loadPrices, type RecordedPrices } from '../../src/loading/prices/load-prices.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { valueOf } from '../support/simulated-day.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const lines = barLines('2024-03-05');

/** The bytes of a Parquet file with the bars of the day. */
function parquet(): Buffer {
  const cells = lines.map((line) => line.split(','));
  const prices = ['open', 'high', 'low', 'close'].map((name, at) => ({
    name,
    data: cells.map((row) => Number(row[at + 1])),
    type: 'DOUBLE' as const,
  }));
  const times = cells.map(([stamp = '']) => new Date(stamp));
  const columnData = [{ name: 'timestamp', data: times, type: 'TIMESTAMP' as const }, ...prices];
  return Buffer.from(parquetWriteBuffer({ columnData }));
}

async function read(file: string) {
  return valueOf(await loadPrices({ files: [file] }, loadMarketKnowledge()));
}

it('Parquet is read as CSV is, and hashed by its own bytes', async () => {
  const bytes = parquet();
  const ofCsv = await read(desk.write('nifty.csv', indexCsv(lines)));
  const ofParquet = await read(desk.write('nifty.parquet', bytes));
  const bars = ({ indexes }: RecordedPrices) => indexes['NIFTY']?.map((day) => day.bars);
  expect(bars(ofParquet)).toEqual(bars(ofCsv));
  expect(ofParquet.problems).toEqual([]);
  expect(ofParquet.sources).toMatchObject([
    { rows: 375, sha256: sha256Hex(bytes), stamp: { edge: 'start', from: 'detected' } },
  ]);
});

it('a file that is none, or not named so, is refused in words', async () => {
  const asked = ['prices', 'check', desk.write('cut.parquet', 'PAR1 and no more')];
  const { err, code } = await desk.sauda(...asked);
  expect(err).toContain('cut.parquet: Cannot read prices: not a Parquet file that can be read');
  expect(code).toBe(3);
  const { out } = await desk.sauda('prices', 'check', desk.write('nifty.dat', parquet()));
  expect(out).toContain('a Parquet file, whose name has to end in .parquet');
});
