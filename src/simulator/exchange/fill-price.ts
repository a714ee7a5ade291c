import { touchesInBar } from '../fills/bar-touches.ts';
import { type FillPrice, type Match, slipped, type SlippageModel } from '../fills/slippage.ts';
import { BAR_MS } from '../market/bar.ts';
import { type Market } from '../market/market.ts';
import { type BookEntry } from './book-entry.ts';

/** Where and how an order of the book fills. */
export interface FillTerms {
  readonly market: Market;
  readonly model: SlippageModel;
  readonly atMs: number;
}

/** The price at which a matched order of the book fills, with its range. */
export function fillPriceOf(
  { order: { side, terms }, contract, triggeredAtMs, ...entry }: BookEntry,
  match: Match,
  { market, model, atMs }: FillTerms,
): FillPrice {
  const limitPaise = entry.limitPaise ?? match.pricePaise;
  const barMs = Math.floor(atMs / BAR_MS) * BAR_MS;
  const isTriggeredInBar = triggeredAtMs !== null && triggeredAtMs >= barMs;
  const order = { side, terms, limitPaise, tickPaise: contract.tickSizePaise, isTriggeredInBar };
  const touches = () => touchesInBar(market, { contract, side }, atMs);
  return slipped(match, order, { model, touches });
}
