import { invariant, InvariantViolation } from '../../base/invariant.ts';
import { type Quote } from '../../model/market/quote.ts';

/** What the writer and the reader of quotes both know of the polls before. */
export class QuoteMemory {
  /** By number, in the order in which they were first named. */
  readonly symbols: string[] = [];
  readonly numbers = new Map<string, number>();
  /** The last quote of each symbol, by its number. */
  readonly last: Quote[] = [];
  /** Numbers of the symbols of the poll before, in its order. */
  order: readonly number[] = [];
  /** Age of the first quote of the poll before, against its end, milliseconds. */
  firstAgeMs = 0;

  numberOf(symbol: string): number {
    const known = this.numbers.get(symbol);
    if (known !== undefined) return known;
    const number = this.symbols.length;
    this.symbols.push(symbol);
    this.numbers.set(symbol, number);
    return number;
  }
}

/** What the quotes of a poll before one say of it. */
export interface Expected {
  /** Age of the last quote that was written with its time, milliseconds. */
  ageMs: number;
  /** By how many ticks the bid of the quote before moved: neighbours of a chain move together. */
  movedTicks: number;
}

/** Prices are multiples of it wherever contracts are traded; what is not is written in paise. */
export const TICK_PAISE = 5;

/** A quote equal to the previous one, time included. */
export const KEPT = '.';
/** What follows is written out: which of `Form`, then numbers. */
export const WRITTEN_OUT = '!';

/** How a quote is written out. */
export const Form = {
  /** Its age follows, against the one expected. */
  aged: 1,
  noBid: 2,
  noAsk: 4,
  /** Differences are in paise, not in ticks. */
  paise: 8,
} as const;

/** By how much a quote moved: the bid, then ask and last beyond that. Without a bid, all against their own. */
export type Moves = readonly [bid: number, ask: number, last: number];

const BID_MAX = 3;
const SIDES = 3;
const BEYOND = SIDES * SIDES;

/** Small moves as one digit of 0 to 62; null where they are not small. The bid is against the one expected. */
export function smallMoves([bid, ask, last]: Moves): number | null {
  if (Math.abs(bid) > BID_MAX || Math.abs(ask) > 1 || Math.abs(last) > 1) return null;
  return (bid + BID_MAX) * BEYOND + (ask + 1) * SIDES + (last + 1);
}

const SMALL_MOVES: readonly Moves[] = Array.from(
  { length: (2 * BID_MAX + 1) * BEYOND },
  (_, digit) => {
    const beyond = digit % BEYOND;
    return [
      (digit - beyond) / BEYOND - BID_MAX,
      Math.floor(beyond / SIDES) - 1,
      (beyond % SIDES) - 1,
    ];
  },
);

/** What `smallMoves` made a digit of. */
export function movesOf(digit: number): Moves {
  const moves = SMALL_MOVES[digit];
  invariant(moves !== undefined, 'The journal has a quote that moved as none can');
  return moves;
}

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

  mark(): string {
    invariant(!this.isAtEnd, 'The journal has quotes that are cut off');
    const mark = this.#text.charAt(this.#at);
    this.#at += 1;
    return mark;
  }

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
  if (digit < 0) notAsWritten(mark);
  return digit;
}

/**
 * Only written out when it is needed: every character comes by.
 *
 * @throws {InvariantViolation} always
 */
function notAsWritten(mark: string): never {
  throw new InvariantViolation(
    `The journal has quotes that are not as they are written: "${mark}"`,
  );
}
