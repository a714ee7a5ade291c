import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Quote } from '../../model/market/quote.ts';
import { ShownQuotes } from './shown-quotes.ts';

const SYMBOLS = ['NIFTY', 'CE', 'PE', 'FUT'];
const quote = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  bidPaise: fc.constant(null),
  askPaise: fc.constant(null),
  lastPaise: fc.integer({ min: 5, max: 9 }),
  atMs: fc.constant(0),
});
/** Some looks bring the symbols of the look before, with other prices. */
const looks = fc.array(
  fc.oneof(
    fc.record({ quotes: fc.array(quote, { maxLength: 5 }) }),
    fc.record({ lastPaise: fc.integer({ min: 5, max: 9 }) }),
  ),
  { minLength: 1, maxLength: 8 },
);

it('shows each set of symbols its quotes of the last look, in their order', () => {
  fc.assert(
    fc.property(looks, fc.array(fc.subarray(SYMBOLS), { minLength: 1 }), (all, wanted) => {
      const shown = new ShownQuotes();
      const sets = wanted.map((symbols) => new Set(symbols));
      let quotes: readonly Quote[] = [];
      for (const look of all) {
        quotes = 'quotes' in look ? look.quotes : quotes.map((of) => ({ ...of, ...look }));
        shown.take(quotes);
        for (const symbols of sets) {
          expect(shown.of(symbols)).toEqual(quotes.filter(({ symbol }) => symbols.has(symbol)));
        }
      }
    }),
  );
});
