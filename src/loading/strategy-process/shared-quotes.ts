import { invariant } from '../../base/invariant.ts';
import { type Quote } from '../../model/market/quote.ts';

/**
 * Quotes that differ from what was written last of their symbols, in one flat list: it is read in a fraction of the time of a list of
 * quotes. Five cells each: number of its symbol, bid, ask, last, and how long before the line's instant it is of, milliseconds.
 */
export interface FreshQuotes {
  /** Symbols that are named for the first time, in the order of their numbers. @default none */
  readonly names?: readonly string[];
  readonly cells: readonly (number | null)[];
}

const CELLS = 5;

/**
 * Quotes of an input, by the numbers of their symbols; null: of those that its run saw before, in the same order. Where one symbol
 * comes twice, as they are.
 */
export type QuoteNumbers = readonly number[] | readonly Quote[] | null;

/** Writes quotes so that those that several runs see are written once, and each as numbers. */
export class QuoteWriter {
  readonly #numbers = new Map<string, number>();
  readonly #last: (Quote | undefined)[] = [];
  /** What each run saw last, by number. */
  readonly #seen = new Map<string, readonly number[]>();
  #names: string[] = [];
  #cells: (number | null)[] = [];

  /** Of an input of a run; `atMs`: the instant of the line with those that are fresh. */
  write(runId: string, quotes: readonly Quote[], atMs: number): QuoteNumbers {
    const before = this.#seen.get(runId);
    if (before !== undefined && this.#takeAs(before, quotes, atMs)) return null;
    const numbers = quotes.map(({ symbol }) => this.#numberOf(symbol));
    if (new Set(numbers).size < numbers.length) return quotes;
    for (const [place, quote] of quotes.entries()) this.#take(numbers[place] ?? 0, quote, atMs);
    this.#seen.set(runId, numbers);
    return numbers;
  }

  /** Those that are new since the last call, to be read first by whoever reads any; null when none is. */
  takeFresh(): FreshQuotes | null {
    const [names, cells] = [this.#names, this.#cells];
    if (cells.length === 0 && names.length === 0) return null;
    this.#names = [];
    this.#cells = [];
    return names.length === 0 ? { cells } : { names, cells };
  }

  /** Takes them for those of these numbers; false, and some may be taken already, where they are not. By place: this is done for each quote of a day. */
  #takeAs(numbers: readonly number[], quotes: readonly Quote[], toMs: number): boolean {
    if (numbers.length !== quotes.length) return false;
    for (let place = 0; place < numbers.length; place += 1) {
      const [number = 0, quote] = [numbers[place], quotes[place]];
      const last = this.#last[number];
      if (quote === undefined || last?.symbol !== quote.symbol) return false;
      if (last !== quote) this.#take(number, quote, toMs);
    }
    return true;
  }

  #numberOf(symbol: string): number {
    const known = this.#numbers.get(symbol);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(symbol, number);
    this.#names.push(symbol);
    return number;
  }

  #take(number: number, quote: Quote, toMs: number): void {
    if (isSame(this.#last[number], quote)) return;
    this.#last[number] = quote;
    const { bidPaise, askPaise, lastPaise, atMs } = quote;
    this.#cells.push(number, bidPaise, askPaise, lastPaise, toMs - atMs);
  }
}

/** Reads what a {@link QuoteWriter} wrote: all that is fresh, and of inputs those of the runs that live here. */
export class QuoteReader {
  readonly #symbols: string[] = [];
  readonly #last: Quote[] = [];
  readonly #seen = new Map<string, readonly number[]>();

  take({ names = [], cells }: FreshQuotes, toMs: number): void {
    for (const name of names) this.#symbols.push(name);
    for (let at = 0; at < cells.length; at += CELLS) {
      const number = cells[at] ?? 0;
      const symbol = this.#symbols[number];
      invariant(symbol !== undefined, 'A line speaks of a symbol that was never named');
      const [bidPaise, askPaise] = [cells[at + 1] ?? null, cells[at + 2] ?? null];
      const [lastPaise, agoMs] = [cells[at + 3] ?? 0, cells[at + 4] ?? 0];
      this.#last[number] = { symbol, bidPaise, askPaise, lastPaise, atMs: toMs - agoMs };
    }
  }

  read(runId: string, of: QuoteNumbers): readonly Quote[] {
    if (of !== null && !areNumbers(of)) return of;
    const numbers = of ?? this.#seen.get(runId) ?? [];
    if (of !== null) this.#seen.set(runId, of);
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
