import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/quote.ts';
import { type Outcome, type UnknownCause } from '../../ports/outcome.ts';
import { type Prices, type QuotesOutcome, type RefusedQuote } from '../../ports/prices.ts';
import { type Transport, type TransportResult } from '../../ports/transport.ts';
import { SYMBOLS_PER_REQUEST_MAX } from './limits.ts';
import { acceptedQuotes, crossed, quoteFromWire } from './map.ts';
import { wireQuote, type WireQuote } from './wire.ts';
import { describeFinding } from '../shared/describe-issue.ts';

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
 * the first that fails is the answer.
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
    return outcomeOf(result, new Set(symbols));
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
  };
}

const wireRecords = z.array(z.unknown());

const envelope = z.object({
  success: z.literal(false).default(false),
  error: z.object({ code: z.string(), message: z.string(), details: z.json().optional() }),
});

function outcomeOf(result: TransportResult, wanted: ReadonlySet<string>): QuotesOutcome {
  if (result.kind === 'not-sent') {
    const { kind, ...why } = result;
    return { kind: 'rejected', rejection: { form: kind, ...why } };
  }
  if (result.kind === 'interrupted') {
    const { reason, status, detail } = result;
    return { kind: 'unknown', cause: { reason, status, detail } };
  }
  const { status } = result;
  const body = jsonOf(result.body);
  return status === 200 ? quotesIn(body, wanted) : refused(status, body?.value ?? null);
}

function refused(status: number, body: Json): Outcome<never> {
  if (status >= 300 && status < 400) {
    return unknown('redirected', status, 'Quotes are not followed to another address');
  }
  const refusal = envelope.safeParse(body);
  if (status < 400 || status >= 500 || !refusal.success) {
    return unknown('unexpected-status', status, 'Wanted 200 with quotes');
  }
  const { code, message, details } = refusal.data.error;
  return {
    kind: 'rejected',
    rejection: { form: 'error-envelope', status, code, message, details: details ?? null },
  };
}

function quotesIn(
  body: { readonly value: Json } | null,
  wanted: ReadonlySet<string>,
): QuotesOutcome {
  if (body === null) return unknown('body-malformed', 200, 'Quotes are not JSON');
  const records = wireRecords.safeParse(body.value);
  if (!records.success) return unknown('body-malformed', 200, 'Quotes are not a list');
  const { asked, refused } = sortRecords(records.data, wanted);
  const [first] = refused;
  // One bad record takes no other with it: its symbol goes stale by itself. None that is good is a feed of another form.
  if (asked.length === 0 && first !== undefined) {
    return unknown('body-malformed', 200, `Quotes have another form: ${first.problem}`);
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

function unknown(
  reason: UnknownCause['reason'],
  status: number,
  detail: string,
): Extract<Outcome<never>, { kind: 'unknown' }> {
  return { kind: 'unknown', cause: { reason, status, detail } };
}

function jsonOf(bytes: Uint8Array): { readonly value: Json } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: JSON.parse(text) as Json };
  } catch {
    return null;
  }
}
