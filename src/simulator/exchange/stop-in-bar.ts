import { type Side } from '../../model/order.ts';
import { type Quote } from '../../model/quote.ts';
import { quotesInBar } from '../fills/bar-touches.ts';
import { type Match } from '../fills/slippage.ts';
import { type BookEntry, remainingUnits } from './book-entry.ts';
import { isKnown, isUninformed, matchNow, type Moment, startOfBar } from './match-in-bar.ts';
import { touchPaise } from './matching.ts';

/** The price at which a stop that reaches its trigger now fills, before slippage; null when it does not, which is noted. */
export function matchStop(entry: BookEntry, quote: Quote, moment: Moment): Match | null {
  const { limitPaise, order } = entry;
  if (limitPaise === null) return null;
  if (isMetOnItsWay(entry, quote, moment)) {
    return { pricePaise: metPaise(order.side, limitPaise, quote), assumption: 'took-the-touch' };
  }
  const match = matchNow(entry, quote, moment);
  if (match === null) entry.missedAtMs ??= moment.atMs;
  return match;
}

/**
 * Whether a stop that reaches its trigger now was met on the way to this price: it stood while the minute had a price
 * before its trigger, and prices of one minute go from one to the next through all between, so that somebody dealt at
 * its limit or better. Never for who asked for it with more of the minute known than its first price; that the same
 * minute filled what the stop closes counts as nothing known, since both fill at their worst.
 */
function isMetOnItsWay(entry: BookEntry, quote: Quote, moment: Moment): boolean {
  const { market, rules, atMs } = moment;
  // On arrival it finds the market where it is; only a price that comes up can come to it.
  if (rules.slippage.at === 'touch' || quote.atMs !== atMs) return false;
  const startMs = startOfBar(atMs);
  const isOnTheWay = quotesInBar(market, entry.contract, startMs).some((step) => step.atMs < atMs);
  if (!isOnTheWay || entry.askedAtMs < startMs) return isOnTheWay;
  return isUninformed(entry, moment) && !knewTheWorst(entry, moment);
}

/** Whether fills of its minute had told more, when a stop was asked for, than what it closes itself. */
function knewTheWorst(entry: BookEntry, { fills, atMs }: Moment): boolean {
  const { order } = entry;
  const seen = fills.filter((fill) => isKnown(entry, fill, atMs));
  const opposite = seen.filter(
    ({ symbol, side }) => symbol === order.symbol && side !== order.side,
  );
  const openedUnits = opposite.reduce((sum, { units }) => sum + units, 0);
  return seen.length > opposite.length || (seen.length > 0 && remainingUnits(entry) > openedUnits);
}

/** A stop that has met its price on the way fills at its limit at the worst. */
function metPaise(side: Side, limitPaise: number, quote: Quote): number {
  const touch = touchPaise(side, quote) ?? limitPaise;
  return side === 'buy' ? Math.min(touch, limitPaise) : Math.max(touch, limitPaise);
}
