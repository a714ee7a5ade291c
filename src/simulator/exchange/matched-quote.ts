import { type Contract } from '../../model/contract.ts';
import { type Quote } from '../../model/quote.ts';
import { isDecidedByMinute } from '../fills/slippage.ts';
import { type Market } from '../market/market.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { startOfBar } from './match-in-bar.ts';

/** Where and by which rules orders are looked at. */
export interface QuoteSource {
  readonly market: Market;
  readonly rules: Pick<ExchangeRules, 'slippage'>;
}

/**
 * The quote that orders of a contract are matched with; null where there is none. Where the minute decides, a quote
 * that is held from an earlier one is none: nobody traded at it in this one, and its index may have gone elsewhere.
 */
export function matchedQuote(
  { market, rules }: QuoteSource,
  contract: Contract,
  atMs: number,
): Quote | null {
  const quote = market.quote(contract, atMs);
  if (quote === null || !isDecidedByMinute(rules.slippage.at)) return quote;
  return quote.atMs < startOfBar(atMs) ? null : quote;
}
