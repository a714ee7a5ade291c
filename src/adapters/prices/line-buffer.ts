import { LINE_BYTES_MAX } from './limits.ts';

/** One complete line of a file. */
export interface Line {
  /** From 1, counted from where reading began. */
  readonly number: number;
  /** Null when it was too long to keep. */
  readonly text: string | null;
}

const NEWLINE = 10;

/**
 * Cuts bytes that arrive in pieces into lines. Cutting happens on bytes, so a letter of several bytes is never torn.
 *
 * - `collecting`: holds the piece of a line that is not finished; a line that gets too long changes to `too-long`
 * - `too-long`: holds nothing until the line ends, which is then given without text
 * - `joining`: begun in the middle of a line, which is passed over up to its end
 */
export class LineBuffer {
  #rest: Uint8Array = new Uint8Array();
  #state: 'collecting' | 'too-long' | 'joining';
  #number = 0;
  readonly #decoder = new TextDecoder();

  /** With `isInside`, what comes before the first line break is the rest of an older line and is passed over. */
  constructor({ isInside }: { readonly isInside: boolean }) {
    this.#state = isInside ? 'joining' : 'collecting';
  }

  /** Lines that are complete now. */
  take(bytes: Uint8Array): readonly Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      if (this.#state === 'joining') this.#state = 'collecting';
      else lines.push(this.#finished(bytes.subarray(from, end)));
      from = end + 1;
    }
    this.#keep(bytes.subarray(from));
    return lines;
  }

  #finished(tail: Uint8Array): Line {
    this.#number += 1;
    const whole = this.#rest.length === 0 ? tail : Buffer.concat([this.#rest, tail]);
    const isTooLong = this.#state === 'too-long' || whole.length > LINE_BYTES_MAX;
    const text = isTooLong ? null : this.#decoder.decode(whole);
    this.#rest = new Uint8Array();
    this.#state = 'collecting';
    return { number: this.#number, text };
  }

  #keep(tail: Uint8Array): void {
    if (this.#state !== 'collecting') return;
    const isTooLong = this.#rest.length + tail.length > LINE_BYTES_MAX;
    if (isTooLong) this.#state = 'too-long';
    this.#rest = isTooLong ? new Uint8Array() : Buffer.concat([this.#rest, tail]);
  }
}
