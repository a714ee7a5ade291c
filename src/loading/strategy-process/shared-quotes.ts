import { invariant } from '../../base/invariant.ts';
import { type Quote } from '../../model/market/quote.ts';

/**
 * A quote as it is written once for all runs: number of its symbol, bid, ask, last, and how long before the line's instant it is of,
 * milliseconds; with its symbol where that is named for the first time.
 */
export type WrittenQuote = readonly [
  number: number,
  bidPaise: number | null,
  askPaise: number | null,
  lastPaise: number,
  agoMs: number,
  symbol?: string,
];

/**
 * Quotes of an input, by the numbers of their symbols; null: of those that its run saw before, in the same order. Where one symbol
 * comes twice, as they are.
 */
export type QuoteNumbers = readonly number[] | readonly Quote[] | null;

/** What quotes become: those that are new, to be read first by whoever reads any of them, and all of them by number. */
export interface SharedQuotes {
  readonly fresh: readonly WrittenQuote[];
  readonly of: QuoteNumbers;
}

/** Writes quotes so that those that several runs see are written once, and each as numbers. */
export class QuoteWriter {
  readonly #numbers = new Map<string, number>();
  readonly #last: Quote[] = [];
  /** What each run saw last, by number. */
  readonly #seen = new Map<string, readonly number[]>();

  /** Of an input of a run; `atMs`: the instant of the line with those that are new. */
  write(runId: string, quotes: readonly Quote[], atMs: number): SharedQuotes {
    const fresh: WrittenQuote[] = [];
    const before = this.#seen.get(runId);
    const numbers = quotes.map((quote) => this.#number(quote, { atMs, fresh }));
    if (before !== undefined && areSame(before, numbers)) return { fresh, of: null };
    if (new Set(numbers).size < numbers.length) return { fresh, of: quotes };
    this.#seen.set(runId, numbers);
    return { fresh, of: numbers };
  }

  #number(quote: Quote, to: { readonly atMs: number; readonly fresh: WrittenQuote[] }): number {
    const { symbol } = quote;
    const known = this.#numbers.get(symbol);
    const number = known ?? this.#last.length;
    if (known !== undefined && isSame(this.#last[known], quote)) return known;
    this.#numbers.set(symbol, number);
    this.#last[number] = quote;
    const { bidPaise, askPaise, lastPaise } = quote;
    const written = [number, bidPaise, askPaise, lastPaise, to.atMs - quote.atMs] as const;
    to.fresh.push(known === undefined ? [...written, symbol] : written);
    return number;
  }
}

/** Reads what a {@link QuoteWriter} wrote: all that is new, and of inputs those of the runs that live here. */
export class QuoteReader {
  readonly #last: Quote[] = [];
  readonly #seen = new Map<string, readonly number[]>();

  take(fresh: readonly WrittenQuote[], atMs: number): void {
    for (const [number, bidPaise, askPaise, lastPaise, agoMs, named] of fresh) {
      const symbol = named ?? this.#at(number).symbol;
      this.#last[number] = { symbol, bidPaise, askPaise, lastPaise, atMs: atMs - agoMs };
    }
  }

  read(runId: string, of: QuoteNumbers): readonly Quote[] {
    if (of !== null && !areNumbers(of)) return of;
    const numbers = of ?? this.#seen.get(runId) ?? [];
    this.#seen.set(runId, numbers);
    return numbers.map((number) => this.#at(number));
  }

  #at(number: number): Quote {
    const quote = this.#last[number];
    invariant(quote !== undefined, 'A line speaks of a quote that was never written');
    return quote;
  }
}

/** Quotes that did not change are most often the same objects, of one poll. */
function isSame(one: Quote | undefined, other: Quote): boolean {
  return (
    one === other ||
    (one?.lastPaise === other.lastPaise &&
      one.bidPaise === other.bidPaise &&
      one.askPaise === other.askPaise &&
      one.atMs === other.atMs)
  );
}

function areNumbers(of: readonly number[] | readonly Quote[]): of is readonly number[] {
  return typeof of[0] !== 'object';
}

function areSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number, place) => number === other[place]);
}
