const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The rest of a longer line is skipped, to bound memory. */
export const ROW_BYTES_MAX = 65_536;

/** Takes one line: bytes from `from` to `to`, without its line break, valid until it returns. */
export type TakeLine = (line: {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  /** Whether a line break ends it: the last line of a truncated file has none. */
  readonly isEnded: boolean;
}) => void;

/** Splits bytes that come in pieces into lines. */
export class ByteLines {
  readonly #take: TakeLine;
  #rest: Buffer = Buffer.alloc(0);
  /** Whether the current line was cut and handed on: its rest is skipped. */
  #isCut = false;

  constructor(take: TakeLine) {
    this.#take = take;
  }

  write(piece: Uint8Array): void {
    const added = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const bytes = this.#rest.length === 0 ? added : Buffer.concat([this.#rest, added]);
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, from);
      if (end === -1) break;
      if (this.#isCut) this.#isCut = false;
      else this.#takeEnded(bytes, from, end);
      from = end + 1;
    }
    if (!this.#isCut && bytes.length - from > ROW_BYTES_MAX) {
      this.#takeEnded(bytes, from, bytes.length);
      this.#isCut = true;
    }
    this.#rest = this.#isCut ? Buffer.alloc(0) : Buffer.from(bytes.subarray(from));
  }

  /** Takes the rest after the last line break. */
  end(): void {
    const bytes = this.#rest;
    this.#rest = Buffer.alloc(0);
    const to = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length;
    if (to > 0) this.#take({ bytes, from: 0, to, isEnded: false });
  }

  #takeEnded(bytes: Buffer, from: number, end: number): void {
    const to = end > from && bytes[end - 1] === RETURN ? end - 1 : end;
    this.#take({ bytes, from, to: Math.min(to, from + ROW_BYTES_MAX), isEnded: true });
  }
}
