import { paiseFromRupees } from '../../model/money.ts';
import { type Quote } from '../../model/quote.ts';
import { type WireQuote } from './wire.ts';

/** A quote in paise. A bid above its ask is no market to trade on: both are taken as absent, the last price stays. */
export function quoteFromWire({ symbol, bid, ask, last, at }: WireQuote): Quote {
  const bidPaise = sidePaise(bid);
  const askPaise = sidePaise(ask);
  const isCrossed = bidPaise !== null && askPaise !== null && bidPaise > askPaise;
  return {
    symbol,
    bidPaise: isCrossed ? null : bidPaise,
    askPaise: isCrossed ? null : askPaise,
    lastPaise: paiseFromRupees(last),
    atMs: typeof at === 'number' ? at : Date.parse(at),
  };
}

function sidePaise(rupees: number | null | undefined): number | null {
  const paise = paiseFromRupees(rupees ?? 0);
  return paise === 0 ? null : paise;
}
