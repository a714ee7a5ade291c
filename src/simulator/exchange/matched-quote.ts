import { type Contract } from '../../model/contract.ts';
import { type Quote } from '../../model/quote.ts';
import { type Market } from '../market/market.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { startOfBar } from './match-in-bar.ts';

/** Where and by which rules orders are looked at. */
export interface QuoteSource {
  readonly market: Market;
  readonly rules: Pick<ExchangeRules, 'slippage'>;
}

/**
 * The quote that orders of a contract are matched with; null where there is none. At the worse side of the bar a quote
 * that is held from an earlier minute is none: nobody traded at it in this one, and its index may have gone elsewhere.
 */
export function matchedQuote(
  { market, rules }: QuoteSource,
  contract: Contract,
  atMs: number,
): Quote | null {
  const quote = market.quote(contract, atMs);
  if (quote === null || rules.slippage.at !== 'worse-side-of-bar') return quote;
  return quote.atMs < startOfBar(atMs) ? null : quote;
}
