import { z } from 'zod';

import { ContractDirectory } from '../../market/contract-directory.ts';
import { HISTORY_BARS_MAX } from '../../model/market/bar.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { withNoShares } from '../../model/market/underlying.ts';
import { rupeesFromPaise } from '../../model/money/money.ts';
import { istDate } from '../../model/time/ist.ts';
import { optionWord } from './order-record.ts';
import { type Endpoint, type PlatformParts } from './platform-parts.ts';
import { errorEnvelope, jsonAnswer, jsonText } from './simulated-message.ts';
import { SIMULATED_WORDS } from './vocabulary.ts';

const SYMBOLS_MAX = 500;
const UNDERLYING_LENGTH_MAX = 64;
/** Of a bar: a day. */
const MINUTES_MAX = 1_440;

/** GET /contracts: the listed contracts of an underlying; 400 for none or an unknown one. */
export function contractsEndpoint({ listing, switches }: PlatformParts): Endpoint {
  const written = new Map<string, { contracts: readonly Contract[]; text: string }>();
  return ({ query, nowMs }) => {
    const underlying = query.get('underlying');
    if (underlying === null || underlying === '') {
      return errorEnvelope(400, 'BAD_REQUEST', 'Query "underlying" is required');
    }
    if (!listing.underlyings.includes(underlying)) {
      const refusal = `Underlying is not listed: "${underlying}"`;
      const message = withNoShares(refusal, underlying, listing.underlyings);
      return errorEnvelope(400, 'UNKNOWN_UNDERLYING', message);
    }
    const contracts = listing.contracts(underlying, istDate(nowMs));
    const known = written.get(underlying);
    if (known?.contracts === contracts) return jsonText(200, known.text);
    const { hasContractExtras } = switches;
    const records = contracts.map((contract) => contractRecord(contract, hasContractExtras));
    const text = JSON.stringify(records);
    written.set(underlying, { contracts, text });
    return jsonText(200, text);
  };
}

/** GET /simulator/quotes, the simulator's own: prices of indexes and contracts, in rupees. Symbols without a price are left out. */
export function quotesEndpoint({ listing, market }: PlatformParts): Endpoint {
  const directory = new ContractDirectory(listing);
  return ({ query, nowMs }) => {
    const symbols = new Set((query.get('symbols') ?? '').split(',').filter((one) => one !== ''));
    if (symbols.size === 0 || symbols.size > SYMBOLS_MAX) {
      const limit = String(SYMBOLS_MAX);
      return errorEnvelope(400, 'BAD_REQUEST', `Query "symbols" must name 1 to ${limit} symbols`);
    }
    const date = istDate(nowMs);
    const quoteOf = (symbol: string): Quote | null => {
      if (listing.underlyings.includes(symbol)) return market.index(symbol, nowMs);
      const contract = directory.find(symbol, date);
      return contract === undefined ? null : market.quote(contract, nowMs);
    };
    const quotes = [...symbols].map(quoteOf).filter((quote) => quote !== null);
    return jsonAnswer(
      200,
      quotes.map(({ symbol, bidPaise, askPaise, lastPaise, atMs }) => ({
        symbol,
        bid: bidPaise === null ? null : rupeesFromPaise(bidPaise),
        ask: askPaise === null ? null : rupeesFromPaise(askPaise),
        last: rupeesFromPaise(lastPaise),
        at: new Date(atMs).toISOString(),
      })),
    );
  };
}

const historyQuery = z.object({
  underlying: z.string().min(1).max(UNDERLYING_LENGTH_MAX),
  minutes: z.coerce.number().int().min(1).max(MINUTES_MAX),
  count: z.coerce.number().int().min(1).max(HISTORY_BARS_MAX),
  before: z.coerce.number().int().min(0),
});

/** GET /simulator/quotes/history, the simulator's own: bars of an index that end by `before` and by now, in rupees; 404 without a past. */
export function historyEndpoint({ market }: PlatformParts): Endpoint {
  return ({ query, nowMs }) => {
    const read = historyQuery.safeParse(Object.fromEntries(query));
    if (!read.success) {
      const allowed = `"underlying", "minutes" (1 to ${String(MINUTES_MAX)}), "count" (1 to ${String(HISTORY_BARS_MAX)}) and "before" (epoch milliseconds)`;
      return errorEnvelope(400, 'BAD_REQUEST', `Query must have ${allowed}`);
    }
    if (market.barsBefore === undefined) {
      return errorEnvelope(404, 'NOT_FOUND', 'No bars of the past are known');
    }
    const { before, ...asked } = read.data;
    const bars = market.barsBefore({ ...asked, beforeMs: Math.min(before, nowMs) });
    return jsonAnswer(
      200,
      bars.map(({ startMs, endMs, openPaise, highPaise, lowPaise, closePaise }) => ({
        start: startMs,
        end: endMs,
        open: rupeesFromPaise(openPaise),
        high: rupeesFromPaise(highPaise),
        low: rupeesFromPaise(lowPaise),
        close: rupeesFromPaise(closePaise),
      })),
    );
  };
}

/** A contract record; the extras are the fields that the interface does not list. */
function contractRecord(contract: Contract, hasExtras: boolean): object {
  const type = contract.kind === 'option' ? 'option' : 'future';
  const { strikePaise } = contract;
  const record = {
    symbol: contract.symbol,
    exchange: contract.exchange,
    type: SIMULATED_WORDS.instrumentType[type][0] ?? '',
    underlying: contract.underlying,
    expiry: contract.expiry,
    strike: strikePaise === null ? null : rupeesFromPaise(strikePaise),
    lot_size: contract.lotSizeUnits,
    tick_size: rupeesFromPaise(contract.tickSizePaise),
  };
  if (!hasExtras) return record;
  return {
    ...record,
    token: contract.instrumentId,
    option_type: contract.optionType === null ? null : optionWord(contract.optionType),
    max_qty_in_order: contract.freezeUnits,
    is_tradable: true,
  };
}
