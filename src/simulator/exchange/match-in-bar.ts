import { type OrderTerms } from '../../model/order.ts';
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
  /** When orders were let go that a minute to its end did not serve: who sees that knows how far the minute goes. */
  readonly letGo: readonly { readonly atMs: number }[];
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

/** Whether a cancel or a change of an order is decided by the whole minute, and so tells of it. */
export function isDecidedByBar(entry: BookEntry, { rules, atMs }: Moment): boolean {
  const { limitPaise, activeSinceMs } = entry;
  if (rules.slippage.at !== 'worse-side-of-bar' || limitPaise === null) return false;
  return activeSinceMs !== null && !isNewInBar(entry, atMs);
}

/**
 * How an order fills although it is being cancelled or changed: at the worse side of the bar one that stood before the
 * minute is served if the minute passes its limit, for it could have been before. Null when it is not.
 */
export function matchBeforeChange(entry: BookEntry, moment: Moment): Match | null {
  const { limitPaise } = entry;
  if (limitPaise === null || !isDecidedByBar(entry, moment)) return null;
  const bar = barOf(entry, moment.market, moment.atMs);
  if (bar === null) return null;
  const best = entry.order.side === 'buy' ? bar.lowPaise : bar.highPaise;
  const isPassed = beyondPaise(entry, limitPaise, best) > 0;
  return isPassed ? { pricePaise: limitPaise, assumption: 'traded-through' } : null;
}

/**
 * Whether terms are nearer to the market than those of an order. It could have been filled under the old ones first, but
 * at a better price: the worse for its owner is that it was not.
 */
export function isTowardsMarket({ order, limitPaise }: BookEntry, terms: OrderTerms): boolean {
  if (terms.kind === 'market') return true;
  if (terms.kind !== 'limit' || limitPaise === null) return false;
  return order.side === 'buy' ? terms.pricePaise > limitPaise : terms.pricePaise < limitPaise;
}

/**
 * Whether nothing of the minute but its first price was shown until now, and to who asked for the order no fill
 * either, nor an order that was let go: that would tell the worst of the minute.
 */
function isBlind({ contract, askedAtMs }: BookEntry, moment: Moment): boolean {
  const { market, fills, letGo, atMs } = moment;
  const startMs = startOfBar(atMs);
  const nextMs = market.nextChangeMs(contract.underlying, startMs);
  if (nextMs !== null && nextMs <= atMs) return false;
  const isSeen = (told: { readonly atMs: number }): boolean =>
    told.atMs >= startMs && told.atMs <= askedAtMs;
  return !fills.some(isSeen) && !letGo.some(isSeen);
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
