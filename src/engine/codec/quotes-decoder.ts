import { invariant, InvariantViolation } from '../../base/invariant.ts';
import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/market/quote.ts';
import {
  digitOf,
  type Expected,
  Form,
  KEPT,
  movesOf,
  QuoteMemory,
  TextReader,
  TICK_PAISE,
  WRITTEN_OUT,
} from './quote-text.ts';

/** Reads what `QuotesEncoder` wrote, in the same order. A start reads a million quotes: it makes no other object for one. */
export class QuotesDecoder {
  readonly #memory = new QuoteMemory();
  /** Of the poll that is read. */
  #reader = new TextReader('');
  #atMs = 0;
  readonly #expected: Expected = { ageMs: 0, movedTicks: 0 };

  decode([text, order, names]: readonly Json[], atMs: number): readonly Quote[] {
    const memory = this.#memory;
    for (const name of Array.isArray(names) ? names : []) memory.numberOf(String(name));
    if (typeof order === 'string') memory.order = orderOf(order);
    this.#reader = new TextReader(typeof text === 'string' ? text : '');
    this.#atMs = atMs;
    this.#expected.ageMs = memory.firstAgeMs;
    this.#expected.movedTicks = 0;
    const quotes = memory.order.map((number) => this.#quote(number));
    const [first] = quotes;
    if (first !== undefined) memory.firstAgeMs = atMs - first.atMs;
    return quotes;
  }

  #quote(number: number): Quote {
    const { symbols, last } = this.#memory;
    const before = last[number];
    const mark = this.#reader.isAtEnd ? KEPT : this.#reader.mark();
    if (mark === KEPT) {
      this.#expected.movedTicks = 0;
      return before ?? neverHad(symbols[number], number);
    }
    const symbol = symbols[number] ?? neverNamed(number);
    const to = before ?? nothingBefore(symbol);
    const quote = mark === WRITTEN_OUT ? this.#writtenOut(to) : this.#movedLittle(to, mark);
    last[number] = quote;
    return quote;
  }

  #movedLittle({ symbol, bidPaise, askPaise, lastPaise }: Quote, mark: string): Quote {
    const expected = this.#expected;
    const moves = movesOf(digitOf(mark));
    expected.movedTicks += moves[0];
    const bid = expected.movedTicks * TICK_PAISE;
    return {
      symbol,
      bidPaise: (bidPaise ?? 0) + bid,
      askPaise: (askPaise ?? 0) + bid + moves[1] * TICK_PAISE,
      lastPaise: lastPaise + bid + moves[2] * TICK_PAISE,
      atMs: this.#atMs - expected.ageMs,
    };
  }

  #writtenOut({ symbol, bidPaise, askPaise, lastPaise }: Quote): Quote {
    const [reader, expected] = [this.#reader, this.#expected];
    const form = reader.number();
    if ((form & Form.aged) !== 0) expected.ageMs += reader.number();
    const hasBid = (form & Form.noBid) === 0;
    const hasAsk = (form & Form.noAsk) === 0;
    const written = hasBid ? reader.number() : 0;
    const unit = (form & Form.paise) === 0 ? TICK_PAISE : 1;
    const bid = this.#bidMove(written, hasBid, unit);
    const ask = hasAsk ? reader.number() * unit : 0;
    return {
      symbol,
      bidPaise: hasBid ? (bidPaise ?? 0) + bid : null,
      askPaise: hasAsk ? (askPaise ?? 0) + bid + ask : null,
      lastPaise: lastPaise + bid + reader.number() * unit,
      atMs: this.#atMs - expected.ageMs,
    };
  }

  /** In paise. Ticks are against the move of the quote before. */
  #bidMove(written: number, hasBid: boolean, unit: number): number {
    if (unit !== TICK_PAISE || !hasBid) return written * unit;
    this.#expected.movedTicks += written;
    return this.#expected.movedTicks * unit;
  }
}

function nothingBefore(symbol: string): Quote {
  return { symbol, bidPaise: 0, askPaise: 0, lastPaise: 0, atMs: 0 };
}

/**
 * Only written out when it is needed: every quote comes by.
 *
 * @throws {InvariantViolation} always
 */
function neverNamed(number: number): never {
  throw new InvariantViolation(`The journal refers to a symbol it never named: ${String(number)}`);
}

/** @throws {InvariantViolation} always */
function neverHad(symbol: string | undefined, number: number): never {
  if (symbol === undefined) return neverNamed(number);
  throw new InvariantViolation(`The journal never had a quote of ${symbol}`);
}

function orderOf(text: string): readonly number[] {
  const reader = new TextReader(text);
  const order: number[] = [];
  for (let next = 0; !reader.isAtEnd;) {
    const number = next + reader.number();
    order.push(number);
    next = number + 1;
  }
  return order;
}

/** One quote: prices in paise, age against the poll's end in milliseconds. */
type Cells = readonly [
  symbol: string | number,
  bid: number | null,
  ask: number | null,
  last: number,
  ageMs: number,
];
const CELLS = 5;

/** Reads quotes of older journals: one flat list, where a symbol is written out once and is a number from then on. */
export class ListedQuotesDecoder {
  readonly #symbols: string[] = [];

  decode(json: Json, atMs: number): readonly Quote[] {
    const cells = json as readonly Json[];
    const quotes: Quote[] = [];
    for (let at = 0; at < cells.length; at += CELLS) {
      const [symbol, bid, ask, last, ageMs] = cells.slice(at, at + CELLS) as unknown as Cells;
      quotes.push({
        symbol: this.#symbolOf(symbol),
        bidPaise: bid,
        askPaise: ask,
        lastPaise: last,
        atMs: atMs - ageMs,
      });
    }
    return quotes;
  }

  #symbolOf(cell: string | number): string {
    if (typeof cell === 'string') {
      this.#symbols.push(cell);
      return cell;
    }
    const symbol = this.#symbols[cell];
    invariant(
      symbol !== undefined,
      `The journal refers to a symbol it never named: ${String(cell)}`,
    );
    return symbol;
  }
}
