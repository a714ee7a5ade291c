import { type Quote } from '../../model/quote.ts';
import { type BarTouches, touchesInBar } from '../fills/bar-touches.ts';
import { isDecidedByMinute, type Match } from '../fills/slippage.ts';
import { BAR_MS } from '../market/bar.ts';
import { type Market } from '../market/market.ts';
import { type BookEntry } from './book-entry.ts';
import { type Depth } from './depth.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { matchAtTouch, type SimulatedFill } from './matching.ts';

/** What an order is matched with, and when. */
export interface Moment {
  readonly market: Market;
  readonly rules: Pick<ExchangeRules, 'queue' | 'slippage'>;
  /** The day's, in time order. */
  readonly fills: readonly Pick<SimulatedFill, 'atMs' | 'symbol' | 'side' | 'units'>[];
  /** When a cancel or a change was answered by its whole minute: filled or let go, it tells how far the minute goes. */
  readonly told: { readonly atMs: number }[];
  readonly depth: Pick<Depth, 'availableUnits'>;
  readonly atMs: number;
}

/** Whether an order arrived, was changed or reached its trigger within the minute of an instant. */
export function isNewInBar({ activeSinceMs }: BookEntry, atMs: number): boolean {
  return activeSinceMs !== null && activeSinceMs >= startOfBar(atMs);
}

/**
 * The price at which an order fills now, before slippage; null when it does not. In which order the prices of a bar
 * came is not known, so that at the worse side of the bar an order that is new in its minute fills at once only if the
 * minute ends within its limit, at no better price than that of its end; or if nothing of the minute was known to who
 * asked for it. Else it rests, and not until a later minute is it served.
 */
export function matchNow(entry: BookEntry, quote: Quote, moment: Moment): Match | null {
  const { market, rules, atMs } = moment;
  const { limitPaise, hasRested } = entry;
  if (limitPaise === null) return null;
  // Filled before it was changed or after, it was never left: the worse of both is the limit that it has now.
  if (isPassedNow(entry, atMs)) {
    return { pricePaise: limitPaise, assumption: 'took-the-touch' };
  }
  const match = matchAtTouch(entry, limitPaise, { quote, queue: rules.queue });
  if (match === null || !isDecidedByMinute(rules.slippage.at)) return match;
  if (!isNewInBar(entry, atMs)) return match;
  if (hasRested) return null;
  if (isBlind(entry, moment)) return match;
  const bar = barOf(entry, market, atMs);
  return bar === null || beyondPaise(entry, limitPaise, bar.closePaise) >= 0 ? match : null;
}

/** Whether an order is being moved from a limit that its minute passes. */
function isPassedNow({ passed }: BookEntry, atMs: number): boolean {
  return passed?.atMs === atMs;
}

/** Whether an order was asked for, as it stands, while nothing of the minute of an instant but its first price was known. */
export function isUninformed(
  entry: BookEntry,
  moment: Pick<Moment, 'market' | 'told' | 'atMs'>,
): boolean {
  const { market, told, atMs } = moment;
  const nextMs = market.nextChangeMs(entry.contract.underlying, startOfBar(atMs));
  if (nextMs !== null && entry.askedAtMs >= nextMs) return false;
  return !told.some((one) => isKnown(entry, one, atMs));
}

/** Whether what was told in the minute of an instant was known when an order was asked for. */
export function isKnown(
  { askedAtMs }: BookEntry,
  told: { readonly atMs: number },
  atMs: number,
): boolean {
  return told.atMs >= startOfBar(atMs) && told.atMs <= askedAtMs;
}

/** Whether nothing of the minute but its first price was shown until now, and nothing told when the order was asked for. */
function isBlind(entry: BookEntry, moment: Moment): boolean {
  const { market, rules, fills, atMs } = moment;
  const nextMs = market.nextChangeMs(entry.contract.underlying, startOfBar(atMs));
  if ((nextMs !== null && nextMs <= atMs) || !isUninformed(entry, moment)) return false;
  // A fill at the first price of the minute tells nothing more of it; one at the worst tells that.
  return (
    rules.slippage.at === 'central-of-bar' || !fills.some((fill) => isKnown(entry, fill, atMs))
  );
}

/** How far a price is inside the limit of an order: 0 at it, negative short of it. */
export function beyondPaise({ order }: BookEntry, limitPaise: number, touchPaise: number): number {
  return order.side === 'buy' ? limitPaise - touchPaise : touchPaise - limitPaise;
}

/** Best prices of the other side of an order over the minute of an instant; null in one without any. */
export function barOf(
  { order, contract }: BookEntry,
  market: Market,
  atMs: number,
): BarTouches | null {
  return touchesInBar(market, { contract, side: order.side }, atMs);
}

/** When the minute of an instant began. */
export function startOfBar(atMs: number): number {
  return Math.floor(atMs / BAR_MS) * BAR_MS;
}
