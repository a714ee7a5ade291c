import { invariant } from '../../base/invariant.ts';
import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/market/quote.ts';
import {
  digitOf,
  type Expected,
  Form,
  KEPT,
  type Moves,
  movesOf,
  QuoteMemory,
  TextReader,
  TICK_PAISE,
  WRITTEN_OUT,
} from './quote-text.ts';

/** Reads what `QuotesEncoder` wrote, in the same order. */
export class QuotesDecoder {
  readonly #memory = new QuoteMemory();

  decode([text, order, names]: readonly Json[], atMs: number): readonly Quote[] {
    const memory = this.#memory;
    for (const name of Array.isArray(names) ? names : []) memory.numberOf(String(name));
    if (typeof order === 'string') memory.order = orderOf(order);
    const reader = new TextReader(typeof text === 'string' ? text : '');
    const expected: Expected = { ageMs: memory.firstAgeMs, movedTicks: 0 };
    const quotes = memory.order.map((number) => this.#quote(number, { reader, atMs, expected }));
    const [first] = quotes;
    if (first !== undefined) memory.firstAgeMs = atMs - first.atMs;
    return quotes;
  }

  #quote(number: number, from: Omit<ToRead, 'symbol' | 'before'>): Quote {
    const { symbols, last } = this.#memory;
    const symbol = symbols[number];
    invariant(
      symbol !== undefined,
      `The journal refers to a symbol it never named: ${String(number)}`,
    );
    const before = last[number];
    const mark = from.reader.isAtEnd ? KEPT : from.reader.mark();
    if (mark === KEPT) {
      invariant(before !== undefined, `The journal never had a quote of ${symbol}`);
      from.expected.movedTicks = 0;
      return before;
    }
    const of = { ...from, symbol, before };
    const quote = mark === WRITTEN_OUT ? quoteWrittenOut(of) : quoteMovedLittle(of, digitOf(mark));
    last[number] = quote;
    return quote;
  }
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

interface ToRead {
  readonly symbol: string;
  readonly before: Quote | undefined;
  readonly reader: TextReader;
  readonly atMs: number;
  readonly expected: Expected;
}

function quoteMovedLittle(of: ToRead, digit: number): Quote {
  return quoteAfter(of, movesInPaise(of, movesOf(digit), 0), 0);
}

function quoteWrittenOut(of: ToRead): Quote {
  const { reader, expected } = of;
  const form = reader.number();
  if ((form & Form.aged) !== 0) expected.ageMs += reader.number();
  const bid = (form & Form.noBid) === 0 ? reader.number() : 0;
  const ask = (form & Form.noAsk) === 0 ? reader.number() : 0;
  const moves: Moves = [bid, ask, reader.number()];
  const paise = (form & Form.paise) === 0 ? movesInPaise(of, moves, form) : moves;
  return quoteAfter(of, paise, form);
}

function movesInPaise({ expected }: ToRead, [bid, ask, last]: Moves, form: number): Moves {
  let ticks = bid;
  if ((form & Form.noBid) === 0) {
    ticks += expected.movedTicks;
    expected.movedTicks = ticks;
  }
  return [ticks * TICK_PAISE, ask * TICK_PAISE, last * TICK_PAISE];
}

function quoteAfter(
  { symbol, before, atMs, expected }: ToRead,
  [bid, ask, last]: Moves,
  form: number,
): Quote {
  const { bidPaise = 0, askPaise = 0, lastPaise = 0 } = before ?? {};
  return {
    symbol,
    bidPaise: (form & Form.noBid) === 0 ? (bidPaise ?? 0) + bid : null,
    askPaise: (form & Form.noAsk) === 0 ? (askPaise ?? 0) + bid + ask : null,
    lastPaise: lastPaise + bid + last,
    atMs: atMs - expected.ageMs,
  };
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
