import { type OrderTerms } from '../../model/order.ts';
import { quotesInBar } from '../fills/bar-touches.ts';
import { isDecidedByMinute } from '../fills/slippage.ts';
import { type BookEntry, type Passed } from './book-entry.ts';
import { beyondPaise, isNewInBar, type Moment, startOfBar } from './match-in-bar.ts';

/** Whether terms are nearer to the market than those of an order: a fill under the old ones would have been better. */
export function isTowardsMarket({ order, limitPaise }: BookEntry, terms: OrderTerms): boolean {
  if (terms.kind === 'market') return true;
  if (terms.kind !== 'limit' || limitPaise === null) return false;
  return order.side === 'buy' ? terms.pricePaise > limitPaise : terms.pricePaise < limitPaise;
}

/**
 * When the market passes an order that is being cancelled or changed: at the worse side of the bar one that stood before
 * the minute is served if the minute passes its limit, for it could have been before, by the first price that has
 * something left. Null when it is not. Either answer tells of the whole minute, and is noted.
 */
export function passedBeforeChange(entry: BookEntry, moment: Moment): Passed | null {
  const { limitPaise, contract, order } = entry;
  const { market, depth, atMs } = moment;
  if (limitPaise === null || !isDecidedByBar(entry, moment)) return null;
  moment.told.push({ atMs });
  const passing = quotesInBar(market, contract, startOfBar(atMs)).find((quote) => {
    const touchPaise = order.side === 'buy' ? quote.askPaise : quote.bidPaise;
    if (touchPaise === null || beyondPaise(entry, limitPaise, touchPaise) <= 0) return false;
    return depth.availableUnits({ contract, side: order.side, quotedAtMs: quote.atMs }) > 0;
  });
  return passing === undefined ? null : { atMs, quotedAtMs: passing.atMs };
}

function isDecidedByBar(entry: BookEntry, { rules, atMs }: Moment): boolean {
  if (!isDecidedByMinute(rules.slippage.at)) return false;
  return entry.activeSinceMs !== null && !isNewInBar(entry, atMs);
}
