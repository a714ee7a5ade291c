import { touchesInBar } from '../fills/bar-touches.ts';
import { type FillPrice, type Match, slipped } from '../fills/slippage.ts';
import { type Market } from '../market/market.ts';
import { type BookEntry } from './book-entry.ts';
import { isNewInBar, isUninformed, type Moment } from './match-in-bar.ts';

/** The price at which a matched order of the book fills, with its range. */
export function fillPriceOf(entry: BookEntry, match: Match, moment: Moment): FillPrice {
  const { market, rules, atMs } = moment;
  const { contract } = entry;
  const { side, terms } = entry.order;
  const order = {
    side,
    terms,
    limitPaise: entry.limitPaise ?? match.pricePaise,
    tickPaise: contract.tickSizePaise,
    isNewInBar: isNewInBar(entry, atMs),
    isUninformed: isUninformed(entry, moment),
    halfSpreadPaise: halfSpreadPaise(entry, market, atMs),
  };
  const touches = () => touchesInBar(market, { contract, side }, atMs);
  return slipped(match, order, { model: rules.slippage, touches });
}

function halfSpreadPaise({ contract, order }: BookEntry, market: Market, atMs: number): number {
  const quote = market.quote(contract, atMs);
  const touch = order.side === 'buy' ? quote?.askPaise : quote?.bidPaise;
  return quote === null || touch === undefined || touch === null
    ? 0
    : Math.abs(touch - quote.lastPaise);
}
