import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type ParquetRow,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet';

import { findColumns, type GivenColumns } from './price-columns.ts';
import { UnreadableParquet } from './price-problems.ts';

/** A Parquet file by its path. */
export { asyncBufferFromFile as parquetFile } from 'hyparquet';

/** Snappy and uncompressed pages need none. */
const COMPRESSORS: Compressors = {
  GZIP: (input) => gunzipSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
};
/** Rows that are made into text at once. */
const ROWS_AT_ONCE = 8_192;

/** Columns that depend on the column names of a file. */
export type ColumnsOf = (names: readonly string[]) => GivenColumns;

interface Column {
  readonly name: string;
  /** Null for a column that is not read: not about prices, or with several values a row. */
  readonly text: CellText | null;
}

/**
 * A Parquet file as the bytes of a CSV file with the same columns and rows: row 1 is line 2. Columns that are not about
 * prices are not read and left empty. One row group is in memory at a time.
 *
 * @throws {UnreadableParquet} for a file that is damaged, encrypted, or of an unknown compression
 */
export async function* parquetText(
  file: AsyncBuffer,
  given: GivenColumns | ColumnsOf,
): AsyncGenerator<Uint8Array, void, undefined> {
  const metadata = await readable(() => parquetMetadataAsync(file));
  const columns = columnsOf(metadata, given);
  yield Buffer.from(`${columns.map(({ name }) => plainText(name)).join(',')}\n`);
  let rowStart = 0;
  for (const { num_rows: count } of metadata.row_groups) {
    const rowEnd = rowStart + Number(count);
    const rows = await rowsOf(file, { metadata, columns, rowStart, rowEnd });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      yield Buffer.from(
        rows
          .slice(from, from + ROWS_AT_ONCE)
          .map((row) => line(row, columns))
          .join(''),
      );
    }
    rowStart = rowEnd;
  }
}

interface Rows {
  readonly metadata: FileMetaData;
  readonly columns: readonly Column[];
  readonly rowStart: number;
  readonly rowEnd: number;
}

function rowsOf(file: AsyncBuffer, { columns, ...range }: Rows): Promise<readonly ParquetRow[]> {
  const names = columns.flatMap(({ name, text }) => (text === null ? [] : [name]));
  return readable(async () => {
    let rows: readonly ParquetRow[] = [];
    await parquetRead({
      file,
      ...range,
      columns: names,
      rowFormat: 'object',
      compressors: COMPRESSORS,
      onComplete: (all) => {
        rows = all;
      },
    });
    return rows;
  });
}

function columnsOf(metadata: FileMetaData, given: GivenColumns | ColumnsOf): readonly Column[] {
  const { children } = parquetSchema(metadata);
  const names = children.map(({ element }) => element.name);
  const found = findColumns(names, typeof given === 'function' ? given(names) : given);
  // Where the header says too little, nothing is read below it.
  const used = new Set<unknown>(found.ok ? Object.values(found.value) : []);
  return children.map(({ element, children: parts }, place) => ({
    name: element.name,
    text: used.has(place) && parts.length === 0 ? cellText(element) : null,
  }));
}

function line(row: ParquetRow, columns: readonly Column[]): string {
  const cells = columns.map(({ name, text }) => (text === null ? '' : text(row[name])));
  return `${cells.join(',')}\n`;
}

async function readable<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw new UnreadableParquet(error instanceof Error ? error.message : String(error));
  }
}

/** Turns a value of one column into the text of a CSV cell. */
export type CellText = (value: unknown) => string;

/** Exact digits of a 32-bit float: with more, 104.55 becomes 104.55000305175781. */
const FLOAT_DIGITS = 7;
const UNIT_PER_SECOND: Readonly<Record<string, number>> = {
  MILLIS: 1e3,
  MICROS: 1e6,
  NANOS: 1e9,
};

/** How the values of a column are written: exact decimals; times with a zone as UTC with `Z`, others without a zone; null as empty. */
export function cellText(element: SchemaElement): CellText {
  const write = writerOf(element);
  return (value) => (value === null || value === undefined ? '' : write(value));
}

function writerOf(element: SchemaElement): CellText {
  const { type, converted_type: converted, scale = 0 } = element;
  const time = timeWriterOf(element);
  if (time !== null) return time;
  if (converted === 'DECIMAL') return (value) => Number(value).toFixed(scale);
  if (type === 'FLOAT') return (value) => String(Number(Number(value).toPrecision(FLOAT_DIGITS)));
  return plainText;
}

/** How times and dates are written; null for a column of others. */
function timeWriterOf({
  type,
  converted_type: converted = 'UTF8',
  logical_type: logical,
}: SchemaElement): CellText | null {
  if (logical?.type === 'TIMESTAMP') return (value) => instantText(value, logical.isAdjustedToUTC);
  if (logical?.type === 'TIME') {
    const perSecond = UNIT_PER_SECOND[logical.unit] ?? 1e3;
    return (value) => timeText(Number(value) / perSecond);
  }
  // Old writers name no zone: a timestamp is UTC by the format's definition, INT96 is not.
  if (converted.startsWith('TIMESTAMP_')) return (value) => instantText(value, true);
  if (type === 'INT96') return (value) => instantText(value, false);
  return converted === 'DATE' ? (value) => instantText(value, false).slice(0, 10) : null;
}

function instantText(value: unknown, isUtc: boolean): string {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return plainText(value);
  const text = value.toISOString().replace('.000Z', 'Z');
  return isUtc ? text : text.slice(0, -1);
}

function timeText(seconds: number): string {
  return new Date(Math.round(seconds * 1e3)).toISOString().slice(11, 19);
}

function plainText(value: unknown): string {
  const text = isPlain(value) ? String(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""').replaceAll(/[\r\n]/g, ' ')}"`
    : text;
}

function isPlain(value: unknown): value is string | number | bigint | boolean {
  return typeof value !== 'object';
}
