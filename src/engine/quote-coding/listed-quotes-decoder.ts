import { invariant } from '../../base/invariant.ts';
import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/quote.ts';

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
