import { gzipSync, zstdCompressSync } from 'node:zlib';

import { type CompressionCodec, type SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';

import { istTimestamp } from '../../model/time/ist.ts';
import {
  calendar,
  CSV_HEADER,
  FRIDAY,
  friday,
  plainDays,
  readText,
  rules,
} from '../../../test/support/price-texts.ts';
import { parquetText } from './parquet-text.ts';
import { UnreadableParquet } from './price-problems.ts';
import { readPrices } from './read-prices.ts';

const COMPRESSORS = {
  GZIP: (input: Uint8Array) => new Uint8Array(gzipSync(input)),
  ZSTD: (input: Uint8Array) => new Uint8Array(zstdCompressSync(input)),
};
const AT = new Date(`${FRIDAY}T09:15:00+05:30`);

function bufferOf(
  columnData: ColumnSource[],
  codec: CompressionCodec = 'SNAPPY',
  schema?: SchemaElement[],
): ArrayBuffer {
  const options = { columnData, codec, compressors: COMPRESSORS, rowGroupSize: 100 };
  return parquetWriteBuffer(schema === undefined ? options : { ...options, schema });
}

async function textOf(buffer: ArrayBuffer, given = {}): Promise<string> {
  const pieces: Uint8Array[] = [];
  const file = {
    byteLength: buffer.byteLength,
    slice: (from: number, to?: number) => buffer.slice(from, to),
  };
  for await (const piece of parquetText(file, given)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** The rows of the sound day, as a table. */
function fridayColumns(): ColumnSource[] {
  const cells = friday.map((row) => row.split(','));
  const numbers = (at: number): number[] => cells.map((row) => Number(row[at]));
  return [
    { name: 'timestamp', data: cells.map(([stamp = '']) => new Date(stamp)), type: 'TIMESTAMP' },
    ...['open', 'high', 'low', 'close'].map((name, at): ColumnSource => ({
      name,
      data: numbers(at + 1),
      type: 'DOUBLE',
    })),
    { name: 'volume', data: cells.map(() => 7n), type: 'INT64' },
  ];
}

describe('a Parquet file', () => {
  it.each<CompressionCodec>(['SNAPPY', 'UNCOMPRESSED', 'GZIP', 'ZSTD'])(
    'packed with %s is the same day as a CSV file',
    async (codec) => {
      const read = await readText(await textOf(bufferOf(fridayColumns(), codec)));
      const csv = await readText([CSV_HEADER, ...friday].join('\n'));
      expect(plainDays(read.indexes['NIFTY'])).toEqual(plainDays(csv.indexes['NIFTY']));
      expect(read.problems).toEqual([]);
    },
  );

  it('takes the same names of columns, and says of a bad row where it is', async () => {
    const columns = fridayColumns().map((column) => ({ ...column, name: `${column.name}1` }));
    (columns[4]?.data as number[])[100] = -1;
    const given = {
      time: 'timestamp1',
      open: 'open1',
      high: 'high1',
      low: 'low1',
      close: 'close1',
    };
    const text = await textOf(bufferOf(columns), given);
    const { problems, problemCounts } = await readText(text, { columns: given });
    expect(problemCounts).toMatchObject({ 'not-positive': 1, 'unknown-column': 1 });
    expect(problems.find(({ kind }) => kind === 'not-positive')).toMatchObject({ line: 102 });
  });

  it('holds contracts by a column symbol, and is hashed by its own bytes', async () => {
    const columns: ColumnSource[] = [
      { name: 'ticker', data: ['NIFTY', 'NIFTY2430722000CE'], type: 'STRING' },
      { name: 'datetime', data: [AT, AT], type: 'TIMESTAMP' },
      { name: 'ltp', data: [22_000.05, 104.55], type: 'DOUBLE' },
    ];
    const stream = [Buffer.from(await textOf(bufferOf(columns)))];
    const files = [{ path: 'a.parquet', stream: fed(stream), sha256: () => 'own' }];
    const { contracts, indexes, sources } = await readPrices(files, { calendar, rules });
    expect(indexes['NIFTY']?.[0]?.bars[0]?.closePaise).toBe(2_200_005);
    expect(contracts.get('NIFTY240307C22000')?.[0]?.bars[0]?.closePaise).toBe(10_455);
    expect(sources).toMatchObject([{ sha256: 'own', rows: 2 }]);
  });
});

describe('a value is written', () => {
  const of = async (element: Partial<SchemaElement>, data: unknown[], name = 'close') => {
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 2 },
      { name: 'time', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { repetition_type: 'OPTIONAL', ...element, name },
    ];
    const columns = [
      { name: 'time', data: data.map(() => 'x') },
      { name, data },
    ] as ColumnSource[];
    const given = name === 'close' ? { price: 'close' } : { date: name, price: 'time' };
    const text = await textOf(bufferOf(columns, 'SNAPPY', schema), given);
    return text
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',')[1]);
  };

  it('as it stands, without the noise of short floats', async () => {
    expect(await of({ type: 'FLOAT' }, [104.55, 52_345.65, null])).toEqual([
      '104.55',
      '52345.65',
      '',
    ]);
    expect(await of({ type: 'DOUBLE' }, [21_727.75])).toEqual(['21727.75']);
    expect(await of({ type: 'INT64' }, [1_709_264_700_000n])).toEqual(['1709264700000']);
  });

  it('as a decimal of its scale', async () => {
    const decimal = { type: 'INT32', converted_type: 'DECIMAL', scale: 2, precision: 9 } as const;
    expect(await of(decimal, [104.55])).toEqual(['104.55']);
  });

  it('as an instant with its zone, or without where it has none', async () => {
    const local = { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MILLIS' } as const;
    const utc = { ...local, isAdjustedToUTC: true };
    const stamp = istTimestamp(AT.getTime()).slice(0, 19);
    const wall = new Date(`${stamp}Z`);
    expect(await of({ type: 'INT64', logical_type: local }, [wall], 'at')).toEqual([stamp]);
    expect(await of({ type: 'INT64', logical_type: utc }, [AT], 'at')).toEqual([
      AT.toISOString().replace('.000', ''),
    ]);
    expect(await of({ type: 'INT32', converted_type: 'DATE' }, [AT], 'at')).toEqual([FRIDAY]);
  });
});

it('a file that is damaged, or none, is refused', async () => {
  const cut = bufferOf(fridayColumns()).slice(0, 500);
  await expect(textOf(cut)).rejects.toThrow(UnreadableParquet);
  await expect(textOf(new ArrayBuffer(0))).rejects.toThrow(UnreadableParquet);
});

// eslint-disable-next-line @typescript-eslint/require-await -- A stream of what is there.
async function* fed(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
