import { invariant } from '../../base/invariant.ts';

/** The characters of a number: five bits each and one that says whether more follow, lowest first. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BASE = 32;

const VALUES: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  DIGITS.indexOf(String.fromCharCode(code)),
);

/** A whole number, safe to ±2^52, as text that says itself where it ends: one character up to ±15, two up to ±511. */
export function textOfNumber(value: number): string {
  let rest = value < 0 ? -value * 2 + 1 : value * 2;
  let text = '';
  do {
    const digit = rest % BASE;
    rest = Math.floor(rest / BASE);
    text += DIGITS.charAt(rest > 0 ? digit + BASE : digit);
  } while (rest > 0);
  return text;
}

/** Reads marks and numbers off a text, from its beginning. */
export class TextReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next character. */
  mark(): string {
    invariant(!this.isAtEnd, 'The journal has quotes that are cut off');
    const mark = this.#text.charAt(this.#at);
    this.#at += 1;
    return mark;
  }

  /** The next number of `textOfNumber`. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= BASE) {
      const digit = digitOf(this.mark());
      value += (digit % BASE) * scale;
      if (digit < BASE) break;
    }
    const size = Math.floor(value / 2);
    return value % 2 === 0 || size === 0 ? size : -size;
  }
}

/** What a character of `DIGITS` stands for. */
export function digitOf(mark: string): number {
  const digit = VALUES[mark.charCodeAt(0)] ?? -1;
  invariant(digit >= 0, `The journal has quotes that are not as they are written: "${mark}"`);
  return digit;
}
