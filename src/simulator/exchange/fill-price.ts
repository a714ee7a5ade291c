import { touchesInBar } from '../fills/bar-touches.ts';
import { type FillPrice, type Match, slipped, type SlippageModel } from '../fills/slippage.ts';
import { type Market } from '../market/market.ts';
import { type BookEntry } from './book-entry.ts';
import { isNewInBar, startOfBar } from './match-in-bar.ts';

/** Where and how an order of the book fills. */
export interface FillTerms {
  readonly market: Market;
  readonly model: SlippageModel;
  readonly atMs: number;
}

/** The price at which a matched order of the book fills, with its range. */
export function fillPriceOf(
  entry: BookEntry,
  match: Match,
  { market, model, atMs }: FillTerms,
): FillPrice {
  const { contract } = entry;
  const { side, terms } = entry.order;
  const order = {
    side,
    terms,
    limitPaise: entry.limitPaise ?? match.pricePaise,
    tickPaise: contract.tickSizePaise,
    isNewInBar: isNewInBar(entry, atMs),
    isUninformed: isUninformed(entry, market, atMs),
    halfSpreadPaise: halfSpreadPaise(entry, market, atMs),
  };
  const touches = () => touchesInBar(market, { contract, side }, atMs);
  return slipped(match, order, { model, touches });
}

/** Whether an order was asked for before the minute showed a second price. */
function isUninformed({ contract, askedAtMs }: BookEntry, market: Market, atMs: number): boolean {
  const nextMs = market.nextChangeMs(contract.underlying, startOfBar(atMs));
  return nextMs === null || askedAtMs < nextMs;
}

function halfSpreadPaise({ contract, order }: BookEntry, market: Market, atMs: number): number {
  const quote = market.quote(contract, atMs);
  const touch = order.side === 'buy' ? quote?.askPaise : quote?.bidPaise;
  return quote === null || touch === undefined || touch === null
    ? 0
    : Math.abs(touch - quote.lastPaise);
}
