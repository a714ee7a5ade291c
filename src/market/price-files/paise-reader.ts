const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;

/** Prices above ten million rupees are a broken file, and would not fit the arrays. */
export const PAISE_MAX = 1_000_000_000;

/** Reads plain decimals in rupees (`21727.75`) as paise, digit by digit. */
export class PaiseReader {
  /** Whether the last price had parts of a paisa, and was rounded to the nearest, half a paisa up. */
  isRounded = false;

  /** Paise; NaN for what is no plain decimal, Infinity for more than {@link PAISE_MAX}; below 0 with a minus. */
  read(bytes: Buffer, from: number, to: number): number {
    this.isRounded = false;
    if (bytes[from] === MINUS && to > from + 1) return -this.#unsigned(bytes, from + 1, to);
    return this.#unsigned(bytes, from, to);
  }

  #unsigned(bytes: Buffer, from: number, to: number): number {
    let whole = 0;
    let at = from;
    for (; at < to; at += 1) {
      const digit = digitOf(bytes[at]);
      if (Number.isNaN(digit)) break;
      whole = whole * 10 + digit;
    }
    if (at === from) return NaN;
    const decimals = at === to ? 0 : this.#decimals(bytes, at, to);
    const paise = whole * 100 + decimals;
    return paise > PAISE_MAX ? Infinity : paise;
  }

  #decimals(bytes: Buffer, point: number, to: number): number {
    if (bytes[point] !== POINT || point + 1 === to) return NaN;
    let paise = 0;
    let scale = 10;
    for (let at = point + 1; at < to; at += 1) {
      const digit = digitOf(bytes[at]);
      if (Number.isNaN(digit)) return NaN;
      if (scale < 1 && digit > 0) this.isRounded = true;
      if (at === point + 3 && digit >= 5) paise += 1;
      paise += scale < 1 ? 0 : digit * scale;
      scale /= 10;
    }
    return paise;
  }
}

function digitOf(byte = 0): number {
  const digit = byte - ZERO;
  return digit >= 0 && digit <= 9 ? digit : NaN;
}
