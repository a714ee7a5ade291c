import { z } from 'zod';

import { fail, ok, type Result } from '../../base/result.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { type Prices, type RefusedQuote } from '../../ports/prices.ts';
import { type Transport } from '../../ports/transport.ts';
import { readAnswer } from '../shared/answer.ts';
import { describeFinding } from '../shared/describe-issue.ts';
import { createHttpHistory } from './http-history.ts';
import { acceptedQuotes, crossed, quoteFromWire } from './map.ts';
import {
  GATEWAY_ANSWERS,
  getPrices,
  SYMBOLS_PER_REQUEST_MAX,
  wireQuote,
  type WireQuote,
} from './wire.ts';

/** Quotes that were read, and those that were not used. */
interface ReadQuotes {
  readonly quotes: readonly Quote[];
  readonly refused: readonly RefusedQuote[];
}

/**
 * Quotes from a gateway, as the simulator has them: `GET {path}?symbols=A,B`, answered by an array of
 * `{symbol, bid, ask, last, at}` in rupees. Many symbols take several requests; the first that fails is the answer. Past bars
 * are below that path, see `createHttpHistory`.
 *
 * @param options.transport - one that adds the session where the gateway wants one
 * @param options.path - below the prices host
 */
export function createHttpQuotes({
  transport,
  path = '/simulator/quotes',
}: {
  readonly transport: Transport;
  readonly path?: string;
}): Prices {
  const ask = async (symbols: readonly string[]): Promise<Outcome<ReadQuotes>> => {
    const list = symbols.map(encodeURIComponent).join(',');
    const result = await transport.send(getPrices(`${path}?symbols=${list}`));
    return readAnswer(result, GATEWAY_ANSWERS, (body) => quotesIn(body, new Set(symbols)));
  };
  return {
    quotes: async (symbols) => {
      const wanted = [...new Set(symbols)];
      const found: Quote[] = [];
      const refused: RefusedQuote[] = [];
      for (let start = 0; start < wanted.length; start += SYMBOLS_PER_REQUEST_MAX) {
        const outcome = await ask(wanted.slice(start, start + SYMBOLS_PER_REQUEST_MAX));
        if (outcome.kind !== 'accepted') return outcome;
        found.push(...outcome.value.quotes);
        refused.push(...outcome.value.refused);
      }
      return acceptedQuotes(found, refused);
    },
    history: createHttpHistory({ transport, path: `${path}/history` }),
  };
}

function quotesIn(body: unknown, wanted: ReadonlySet<string>): Result<ReadQuotes, string> {
  if (!Array.isArray(body)) return fail('Quotes are not a list');
  const { asked, refused } = sortRecords(body, wanted);
  const [first] = refused;
  // A bad record only makes its own symbol stale. Without a good one, the feed has another form.
  if (asked.length === 0 && first !== undefined) {
    return fail(`Quotes have another form: ${first.problem}`);
  }
  const crossing = asked.flatMap((quote) => crossed(quote) ?? []);
  return ok({ quotes: asked.map(quoteFromWire), refused: [...refused, ...crossing] });
}

/** The requested quotes, and the unreadable records that may be of them. */
function sortRecords(
  records: readonly unknown[],
  wanted: ReadonlySet<string>,
): { readonly asked: readonly WireQuote[]; readonly refused: readonly RefusedQuote[] } {
  const asked: WireQuote[] = [];
  const refused: RefusedQuote[] = [];
  for (const [index, record] of records.entries()) {
    const read = wireQuote.safeParse(record);
    const symbol = read.success ? read.data.symbol : symbolOf(record);
    if (symbol !== null && !wanted.has(symbol)) continue;
    if (read.success) asked.push(read.data);
    else {
      const problem = `record ${String(index)}, ${describeFinding(read.error, record)}`;
      refused.push({ symbol, kind: 'unreadable', problem });
    }
  }
  return { asked, refused };
}

const withSymbol = z.object({ symbol: wireQuote.shape.symbol });

function symbolOf(record: unknown): string | null {
  const read = withSymbol.safeParse(record);
  return read.success ? read.data.symbol : null;
}
