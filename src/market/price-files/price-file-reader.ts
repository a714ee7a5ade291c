import { createHash } from 'node:crypto';

import { ByteLines, ROW_BYTES_MAX } from './byte-lines.ts';
import { Cells, JsonCells, jsonObject, type LineOfBytes } from './cells.ts';
import { findColumns, type GivenColumns, type PriceColumns } from './price-columns.ts';
import { PRICE_PROBLEMS, type PriceProblemKind, type ProblemBook, said } from './price-problems.ts';
import { RowReader, type RowReaderParts } from './row-reader.ts';

/** What a {@link PriceFileReader} needs. */
export interface PriceFileParts extends Omit<RowReaderParts, 'columns' | 'report' | 'seriesOf'> {
  readonly book: ProblemBook;
  readonly columns: GivenColumns;
  /** Called once, before the first row; returns what finds the series of each row. */
  readonly onHeader: (
    columns: PriceColumns,
    report: RowReaderParts['report'],
  ) => RowReaderParts['seriesOf'];
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
const OPEN_BRACE = 0x7b;
const MARK = '\uFEFF';
/** First bytes of files that are not text. */
const BINARY: readonly (readonly [start: string, name: string])[] = [
  ['1f8b', 'a gzip file'],
  ['504b0304', 'a zip or spreadsheet file'],
  ['50415231', 'a Parquet file, whose name has to end in .parquet'],
  ['4152524f5731', 'an Arrow file'],
  ['fffe', 'text in UTF-16'],
  ['feff', 'text in UTF-16'],
  ['28b52ffd', 'a Zstandard file'],
];
const BINARY_LOOK_BYTES = 4096;

/**
 * Reads one file, in pieces. `start`: no byte yet. `header`: the header line comes next. `csv`, `json`: rows come next.
 * `refused`: the reason is reported, and further bytes count for the hash alone.
 */
export class PriceFileReader {
  readonly #parts: PriceFileParts;
  readonly #lines: ByteLines;
  readonly #hash = createHash('sha256');
  readonly #cells = new Cells();
  #state: 'start' | 'header' | 'csv' | 'json' | 'refused' = 'start';
  #rows: RowReader | null = null;
  #json = new JsonCells([]);
  #separator = 0x2c;
  #header = '';
  #line = 0;
  #isEnded = true;

  /** Rows below the header, blank ones not counted. */
  #seen = 0;

  /** Rows that were taken; each of the others is a problem. */
  taken = 0;

  constructor(parts: PriceFileParts) {
    this.#parts = parts;
    this.#lines = new ByteLines((line) => {
      this.#take(line, line.isEnded);
    });
  }

  write(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#hash.update(piece);
    if (this.#state === 'start') this.#begin(piece);
    else if (this.#state !== 'refused') this.#lines.write(piece);
  }

  /** Ends the file. Returns the SHA-256 of all its bytes. */
  end(): string {
    if (this.#state !== 'refused') this.#lines.end();
    this.#rows?.end();
    const allowed = 'a header and at least one row';
    if (this.#state === 'start' || this.#state === 'header') {
      this.#refuse('empty-file', said('File is empty', 'no line', allowed));
    } else if (this.#state !== 'refused' && this.#seen === 0) {
      this.#refuse('empty-file', said('File has no row', 'only a header', allowed));
    }
    return this.#hash.digest('hex');
  }

  #begin(piece: Uint8Array): void {
    const start = Buffer.from(piece.subarray(0, BINARY_LOOK_BYTES));
    const hex = start.toString('hex', 0, 8);
    const known = BINARY.find(([bytes]) => hex.startsWith(bytes))?.[1];
    const found = known ?? (start.includes(0) ? 'bytes that are no text' : null);
    if (found !== null) {
      this.#refuse(
        'binary-file',
        said('File is no text', found, 'CSV or JSON Lines in UTF-8, unpacked, or a .parquet file'),
      );
      return;
    }
    this.#state = 'header';
    this.#lines.write(start.toString('utf8', 0, 3) === MARK ? piece.subarray(3) : piece);
  }

  #take(line: LineOfBytes, isEnded: boolean): void {
    this.#line += 1;
    this.#isEnded = isEnded;
    if (this.#state === 'refused' || isBlank(line)) return;
    if (this.#state === 'header') this.#takeHeader(line);
    else this.#takeRow(line);
  }

  #takeHeader(line: LineOfBytes): void {
    const text = line.bytes.toString('utf8', line.from, Math.min(line.to, line.from + 4096)).trim();
    const object = jsonObject(line);
    const why = object === null ? whyNoHeader(text) : null;
    if (why !== null) {
      this.#refuse('header', why);
      return;
    }
    this.#header = text;
    if (object === null) {
      this.#separator = separatorIn(text).charCodeAt(0);
      this.#cells.split(line, this.#separator);
      this.#takeColumns(this.#cells.texts());
      return;
    }
    const names = Object.keys(object);
    this.#json = new JsonCells(names);
    this.#takeColumns(names);
    if (this.#rows === null) return;
    this.#state = 'json';
    this.#takeRow(line);
  }

  #takeRow(line: LineOfBytes): void {
    if (!this.#isReadable(line)) return;
    if (this.#rows?.read(this.#cells, this.#line) === true) this.taken += 1;
  }

  #takeColumns(names: readonly string[]): void {
    const { columns: given, onHeader, ...parts } = this.#parts;
    const columns = findColumns(names, given);
    if (!columns.ok) {
      this.#refuse('header', columns.error);
      return;
    }
    this.#state = 'csv';
    const report: RowReaderParts['report'] = (kind, date, detail) => {
      const isCut = !this.#isEnded && PRICE_PROBLEMS[kind] === 'the row is left out';
      const place = { file: parts.file, line: this.#line, date };
      if (isCut) parts.book.report('truncated', place, () => `File ends within a row; ${detail()}`);
      else parts.book.report(kind, place, detail);
    };
    for (const name of columns.value.unknown) {
      report('unknown-column', null, () =>
        said('Column is not known and is ignored', `"${name}"`, 'prices, volume and the like'),
      );
    }
    const seriesOf = onHeader(columns.value, report);
    this.#rows = new RowReader({ ...parts, columns: columns.value, report, seriesOf });
  }

  /** Takes the line's cells; false, with a problem reported, when it is not a row of the file's form. */
  #isReadable(line: LineOfBytes): boolean {
    this.#seen += 1;
    const isObject = line.bytes[line.from] === OPEN_BRACE;
    if (this.#state === 'json') {
      if (line.to - line.from < ROW_BYTES_MAX && this.#json.read(line, this.#cells)) return true;
      this.#tell(line, 'mixed-format', 'one JSON object, as in the lines before');
      return false;
    }
    if (isObject) {
      this.#tell(line, 'mixed-format', 'separated values, as in the header');
      return false;
    }
    this.#cells.split(line, this.#separator);
    const { bytes, from, to } = line;
    if (to - from !== this.#header.length || bytes.toString('utf8', from, to) !== this.#header) {
      return true;
    }
    this.#tell(line, 'repeated-header', 'the header once, on the first line');
    return false;
  }

  #tell(
    { bytes, from, to }: LineOfBytes,
    kind: 'mixed-format' | 'repeated-header',
    allowed: string,
  ): void {
    const what = kind === 'mixed-format' ? 'Row is of another format' : 'Header comes again';
    const place = { file: this.#parts.file, line: this.#line, date: null };
    const cut: PriceProblemKind = this.#isEnded ? kind : 'truncated';
    this.#parts.book.report(cut, place, () =>
      said(what, `"${bytes.toString('utf8', from, Math.min(to, from + 60))}"`, allowed),
    );
  }

  #refuse(kind: PriceProblemKind, detail: string): void {
    this.#state = 'refused';
    const place = { file: this.#parts.file, line: Math.max(1, this.#line), date: null };
    this.#parts.book.report(kind, place, () => detail);
  }
}

function isBlank({ bytes, from, to }: LineOfBytes): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x20 && byte !== 0x09) return false;
  }
  return true;
}

/** The separator that the header has most of. */
function separatorIn(header: string): string {
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Why a first line that is not a JSON object is not a header; null where it is one. */
function whyNoHeader(text: string): string | null {
  if (text.startsWith('[') || text.startsWith('{')) {
    const allowed = 'CSV with a header, or one JSON object a line';
    return said('First line is no header', `"${text.slice(0, 40)}"`, allowed);
  }
  const names = text.split(separatorIn(text));
  const numbers = names.filter((name) => /^[\s"]*[-+]?\d/.test(name)).length;
  if (numbers * 2 <= names.length) return null;
  const allowed = 'names of columns, such as timestamp,open,high,low,close';
  return said('File has no header', `"${text.slice(0, 80)}"`, allowed);
}
