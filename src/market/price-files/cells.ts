import { isRecord, parsedJson } from '../../base/json.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;

/** Further cells are counted and not kept: no price file has so many columns. */
export const CELLS_MAX = 256;

/** The bytes of one row, without its line break. */
export interface LineOfBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/** The cells of one row, as stretches of bytes. One object serves every row, to allocate nothing. */
export class Cells {
  bytes: Buffer = Buffer.alloc(0);
  count = 0;
  readonly starts = new Int32Array(CELLS_MAX);
  readonly ends = new Int32Array(CELLS_MAX);

  /** Takes the cells of a row between separators, trimmed and without their quotes. */
  split({ bytes, from, to }: LineOfBytes, separator: number): void {
    this.bytes = bytes;
    this.count = 0;
    for (let at = from; at <= to; at += 1) {
      while (at < to && isBlank(bytes[at], separator)) at += 1;
      at =
        at < to && bytes[at] === QUOTE
          ? this.#quoted(at + 1, to, separator)
          : this.#plain(at, to, separator);
    }
  }

  add(start: number, end: number): void {
    if (this.count < CELLS_MAX) {
      this.starts[this.count] = start;
      this.ends[this.count] = end;
    }
    this.count += 1;
  }

  /** A cell as text; empty where there is none. */
  text(cell: number): string {
    if (cell < 0 || cell >= Math.min(this.count, CELLS_MAX)) return '';
    return this.bytes.toString('utf8', this.starts[cell], this.ends[cell]);
  }

  texts(): readonly string[] {
    return Array.from({ length: this.count }, (_, cell) => this.text(cell));
  }

  #plain(start: number, to: number, separator: number): number {
    const { bytes } = this;
    let at = start;
    while (at < to && bytes[at] !== separator) at += 1;
    let end = at;
    while (end > start && isBlank(bytes[end - 1], separator)) end -= 1;
    this.add(start, end);
    return at;
  }

  #quoted(start: number, to: number, separator: number): number {
    const { bytes } = this;
    let end = start;
    while (end < to && (bytes[end] !== QUOTE || bytes[end + 1] === QUOTE)) {
      end += bytes[end] === QUOTE ? 2 : 1;
    }
    this.add(start, Math.min(end, to));
    let at = end;
    while (at < to && bytes[at] !== separator) at += 1;
    return Math.max(at, Math.min(end, to));
  }
}

function isBlank(byte: number | undefined, separator: number): boolean {
  return (byte === SPACE || byte === TAB) && byte !== separator;
}

/** Most bytes of a line's values: a longer one is not a row of prices. */
const VALUES_BYTES_MAX = 65_536;

/** Reads one object a line into cells, in the order of the first object's keys. */
export class JsonCells {
  readonly #names: readonly string[];
  readonly #bytes = Buffer.alloc(VALUES_BYTES_MAX);

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Takes the values of an object; false when the line is not one. An absent key makes an empty cell. */
  read(line: LineOfBytes, cells: Cells): boolean {
    const row = jsonObject(line);
    if (row === null) return false;
    cells.bytes = this.#bytes;
    cells.count = 0;
    let at = 0;
    for (const name of this.#names) {
      const end = at + this.#bytes.write(textOf(Reflect.get(row, name)), at);
      cells.add(at, end);
      at = end;
    }
    return true;
  }
}

/** The object on a line; null for anything else. */
export function jsonObject({ bytes, from, to }: LineOfBytes): object | null {
  const value = parsedJson(bytes.toString('utf8', from, to));
  return isRecord(value) ? value : null;
}

/** The shortest text of a number is the written one, for any price or instant. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (value === undefined || value === null) return '';
  return JSON.stringify(value);
}
