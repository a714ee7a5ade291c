import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Prices, type QuotesOutcome, type RefusedQuote } from '../../ports/prices.ts';
import { type Transport } from '../../ports/transport.ts';
import { describeFinding } from '../shared/describe-issue.ts';
import { answerOf, unreadable } from './answer.ts';
import { createHttpHistory } from './http-history.ts';
import { acceptedQuotes, crossed, quoteFromWire } from './map.ts';
import { SYMBOLS_PER_REQUEST_MAX, wireQuote, type WireQuote } from './wire.ts';

/** Where quotes are asked for. */
export interface HttpQuotesOptions {
  /** Carries the request; where the gateway wants a session, one that adds it. */
  readonly transport: Transport;
  /** Path below the prices host. @default '/simulator/quotes' */
  readonly path?: string;
}

/**
 * Quotes from a gateway: `GET {path}?symbols=A,B`, answered by an array of `{symbol, bid, ask, last, at}` in rupees.
 * The built-in simulator speaks this form. More symbols than fit one address are asked for one request after another;
 * the first that fails is the answer. Bars of the past are asked for below that path, see `createHttpHistory`.
 */
export function createHttpQuotes({
  transport,
  path = '/simulator/quotes',
}: HttpQuotesOptions): Prices {
  const ask = async (symbols: readonly string[]): Promise<QuotesOutcome> => {
    const list = symbols.map(encodeURIComponent).join(',');
    const result = await transport.send({
      role: 'prices',
      method: 'GET',
      path: `${path}?symbols=${list}`,
      headers: { accept: 'application/json' },
      body: null,
    });
    const answer = answerOf(result, 'Quotes');
    return answer.kind === 'answered' ? quotesIn(answer.value, new Set(symbols)) : answer;
  };
  return {
    quotes: async (symbols) => {
      const wanted = [...new Set(symbols)];
      const found: Quote[] = [];
      const refused: RefusedQuote[] = [];
      for (let start = 0; start < wanted.length; start += SYMBOLS_PER_REQUEST_MAX) {
        const outcome = await ask(wanted.slice(start, start + SYMBOLS_PER_REQUEST_MAX));
        if (outcome.kind !== 'accepted') return outcome;
        found.push(...outcome.value);
        refused.push(...(outcome.refused ?? []));
      }
      return acceptedQuotes(found, refused);
    },
    history: createHttpHistory({ transport, path: `${path}/history` }),
  };
}

const wireRecords = z.array(z.unknown());

function quotesIn(body: Json, wanted: ReadonlySet<string>): QuotesOutcome {
  const records = wireRecords.safeParse(body);
  if (!records.success) return unreadable('body-malformed', 200, 'Quotes are not a list');
  const { asked, refused } = sortRecords(records.data, wanted);
  const [first] = refused;
  // One bad record takes no other with it: its symbol goes stale by itself. None that is good is a feed of another form.
  if (asked.length === 0 && first !== undefined) {
    return unreadable('body-malformed', 200, `Quotes have another form: ${first.problem}`);
  }
  const crossing = asked.flatMap((quote) => crossed(quote) ?? []);
  return acceptedQuotes(asked.map(quoteFromWire), [...refused, ...crossing]);
}

/** The quotes that were asked for, and the records that cannot be read and may be of such. */
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
