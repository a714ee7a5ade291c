import { type Quote } from '../../model/quote.ts';
import { touchesInBar } from '../fills/bar-touches.ts';
import { type Match } from '../fills/slippage.ts';
import { BAR_MS } from '../market/bar.ts';
import { type Market } from '../market/market.ts';
import { type BookEntry } from './book-entry.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { matchAtTouch } from './matching.ts';

/** What an order is matched with, and when. */
export interface Moment {
  readonly market: Market;
  readonly rules: Pick<ExchangeRules, 'queue' | 'slippage'>;
  /** The day's, in time order. */
  readonly fills: readonly { readonly atMs: number }[];
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
  const match = matchAtTouch(entry, limitPaise, { quote, queue: rules.queue });
  if (match === null || rules.slippage.at !== 'worse-side-of-bar') return match;
  if (!isNewInBar(entry, atMs)) return match;
  if (hasRested) return null;
  if (isBlind(entry, moment)) return match;
  const bar = barOf(entry, market, atMs);
  return bar === null || beyondPaise(entry, limitPaise, bar.closePaise) >= 0 ? match : null;
}

/**
 * How an order fills although it is being cancelled or changed: at the worse side of the bar one that stood before the
 * minute is served if the minute passes its limit, for it could have been before. Null when it is not.
 */
export function matchBeforeChange(entry: BookEntry, { market, rules, atMs }: Moment): Match | null {
  const { limitPaise, activeSinceMs } = entry;
  if (rules.slippage.at !== 'worse-side-of-bar' || limitPaise === null) return null;
  if (activeSinceMs === null || isNewInBar(entry, atMs)) return null;
  const bar = barOf(entry, market, atMs);
  if (bar === null) return null;
  const best = entry.order.side === 'buy' ? bar.lowPaise : bar.highPaise;
  const isPassed = beyondPaise(entry, limitPaise, best) > 0;
  return isPassed ? { pricePaise: limitPaise, assumption: 'traded-through' } : null;
}

/**
 * Whether nothing of the minute but its first price was shown until now, and to who asked for the order no fill
 * either: that would tell the worst of the minute.
 */
function isBlind({ contract, askedAtMs }: BookEntry, { market, fills, atMs }: Moment): boolean {
  const startMs = startOfBar(atMs);
  const nextMs = market.nextChangeMs(contract.underlying, startMs);
  if (nextMs !== null && nextMs <= atMs) return false;
  return !fills.some((fill) => fill.atMs >= startMs && fill.atMs <= askedAtMs);
}

function beyondPaise({ order }: BookEntry, limitPaise: number, touchPaise: number): number {
  return order.side === 'buy' ? limitPaise - touchPaise : touchPaise - limitPaise;
}

function barOf({ order, contract }: BookEntry, market: Market, atMs: number) {
  return touchesInBar(market, { contract, side: order.side }, atMs);
}

function startOfBar(atMs: number): number {
  return Math.floor(atMs / BAR_MS) * BAR_MS;
}
