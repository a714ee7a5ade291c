import { type OrderTerms } from '../../model/order.ts';
import { type Match } from '../fills/slippage.ts';
import { type BookEntry } from './book-entry.ts';
import { barOf, beyondPaise, isNewInBar, type Moment, startOfBar } from './match-in-bar.ts';

/** Whether terms are nearer to the market than those of an order: a fill under the old ones would have been better. */
export function isTowardsMarket({ order, limitPaise }: BookEntry, terms: OrderTerms): boolean {
  if (terms.kind === 'market') return true;
  if (terms.kind !== 'limit' || limitPaise === null) return false;
  return order.side === 'buy' ? terms.pricePaise > limitPaise : terms.pricePaise < limitPaise;
}

/**
 * How an order fills although it is being cancelled or changed: at the worse side of the bar one that stood before the
 * minute is served if the minute passes its limit, for it could have been before. Null when it is not; that it was let
 * go tells of the whole minute, and is noted.
 */
export function matchBeforeChange(entry: BookEntry, moment: Moment): Match | null {
  const { limitPaise } = entry;
  if (limitPaise === null || !isDecidedByBar(entry, moment)) return null;
  // In part already: the rest found nobody when the minute was there.
  if (isFilledInBar(entry, moment)) return null;
  const bar = barOf(entry, moment.market, moment.atMs);
  if (bar !== null) {
    const best = entry.order.side === 'buy' ? bar.lowPaise : bar.highPaise;
    const isPassed = beyondPaise(entry, limitPaise, best) > 0;
    if (isPassed) return { pricePaise: limitPaise, assumption: 'traded-through' };
  }
  moment.letGo.push({ atMs: moment.atMs });
  return null;
}

function isFilledInBar({ order }: BookEntry, { fills, atMs }: Moment): boolean {
  const startMs = startOfBar(atMs);
  return fills.some((fill) => fill.orderId === order.orderId && fill.atMs >= startMs);
}

function isDecidedByBar(entry: BookEntry, { rules, atMs }: Moment): boolean {
  if (rules.slippage.at !== 'worse-side-of-bar') return false;
  return entry.activeSinceMs !== null && !isNewInBar(entry, atMs);
}
