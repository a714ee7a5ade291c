import { type Bar } from '../../model/market/bar.ts';
import { type Quote } from '../../model/market/quote.ts';
import { paiseFromRupees } from '../../model/money/money.ts';
import { type QuotesOutcome, type RefusedQuote } from '../../ports/prices.ts';
import { type WireBar, type WireQuote } from './wire.ts';

/** A quote in paise. A bid above its ask counts as no bid and no ask; the last price stays. */
export function quoteFromWire(wire: WireQuote): Quote {
  const { symbol, bid, ask, last, at } = wire;
  const isCrossed = crossed(wire) !== null;
  return {
    symbol,
    bidPaise: isCrossed ? null : sidePaise(bid),
    askPaise: isCrossed ? null : sidePaise(ask),
    lastPaise: paiseFromRupees(last),
    atMs: typeof at === 'number' ? at : Date.parse(at),
  };
}

/** Why bid and ask of a quote are not used; null when they are. */
export function crossed({ symbol, bid, ask }: WireQuote): RefusedQuote | null {
  const [bidPaise, askPaise] = [sidePaise(bid), sidePaise(ask)];
  if (bidPaise === null || askPaise === null || bidPaise <= askPaise) return null;
  return { symbol, kind: 'crossed', problem: `bid ${String(bid)} is above ask ${String(ask)}` };
}

/** An answer with quotes and those that were refused, if any. */
export function acceptedQuotes(
  value: readonly Quote[],
  refused: readonly RefusedQuote[],
): QuotesOutcome {
  return { kind: 'accepted', value, ...(refused.length === 0 ? {} : { refused }) };
}

/** A bar in paise. */
export function barFromWire(symbol: string, { start, end, open, high, low, close }: WireBar): Bar {
  return {
    symbol,
    startMs: start,
    endMs: end,
    openPaise: paiseFromRupees(open),
    highPaise: paiseFromRupees(high),
    lowPaise: paiseFromRupees(low),
    closePaise: paiseFromRupees(close),
  };
}

function sidePaise(rupees: number | null | undefined): number | null {
  const paise = paiseFromRupees(rupees ?? 0);
  return paise === 0 ? null : paise;
}
