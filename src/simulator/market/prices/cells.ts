const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;

/** More cells than that are counted and not kept: no price file has so many columns. */
export const CELLS_MAX = 256;

/** A stretch of bytes that holds one row, without its line break. */
export interface LineOfBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/** The cells of one row, as stretches of bytes: used again for every row, so that reading makes no garbage. */
export class Cells {
  bytes: Buffer = Buffer.alloc(0);
  count = 0;
  readonly starts = new Int32Array(CELLS_MAX);
  readonly ends = new Int32Array(CELLS_MAX);

  /** Takes the cells of a row between separators: without blanks around them and without the quotes of quoted ones. */
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

  /** Adds a cell. */
  add(start: number, end: number): void {
    if (this.count < CELLS_MAX) {
      this.starts[this.count] = start;
      this.ends[this.count] = end;
    }
    this.count += 1;
  }

  /** A cell as text; empty for one that is not there. */
  text(cell: number): string {
    if (cell < 0 || cell >= Math.min(this.count, CELLS_MAX)) return '';
    return this.bytes.toString('utf8', this.starts[cell], this.ends[cell]);
  }

  /** All cells as text. */
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
