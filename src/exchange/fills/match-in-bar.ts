import { type Market } from '../../market/market.ts';
import { BAR_MS } from '../../market/minute-bar.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type OrderTerms, type Side } from '../../model/orders/order.ts';
import { type BookEntry, type Passed, remainingUnits } from '../book-entry.ts';
import { type ExchangeRules } from '../exchange-rules.ts';
import { type BarTouches, quotesInBar, touchesInBar } from './bar-touches.ts';
import { type Depth } from './depth.ts';
import { type FillPrice, isDecidedByMinute, type Match, slipped } from './fill-models.ts';
import { matchAtTouch, type SimulatedFill, touchPaise } from './match-at-touch.ts';

/** What an order is matched with, and when. */
export interface MatchMoment {
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
function isNewInBar({ activeSinceMs }: BookEntry, atMs: number): boolean {
  return activeSinceMs !== null && activeSinceMs >= startOfBar(atMs);
}

/**
 * The price at which an order fills now, before slippage; null when it does not. The order of a bar's prices is unknown, so at
 * the worse side of the bar an order new in its minute fills at once only if the minute ends within its limit, at no better
 * price than that end, or if it was placed with only the open visible. Else it rests until a later minute.
 */
export function matchNow(entry: BookEntry, quote: Quote, moment: MatchMoment): Match | null {
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
function isUninformed(
  entry: BookEntry,
  moment: Pick<MatchMoment, 'market' | 'told' | 'atMs'>,
): boolean {
  const { market, told, atMs } = moment;
  const nextMs = market.nextChangeMs(entry.contract.underlying, startOfBar(atMs));
  if (nextMs !== null && entry.askedAtMs >= nextMs) return false;
  return !told.some((one) => isKnown(entry, one, atMs));
}

/** Whether a fact of the minute of an instant was visible when an order was placed. */
function isKnown({ askedAtMs }: BookEntry, fact: { readonly atMs: number }, atMs: number): boolean {
  return fact.atMs >= startOfBar(atMs) && fact.atMs <= askedAtMs;
}

/** Whether nothing of the minute but its first price was shown until now, and nothing told when the order was asked for. */
function isBlind(entry: BookEntry, moment: MatchMoment): boolean {
  const { market, rules, fills, atMs } = moment;
  const nextMs = market.nextChangeMs(entry.contract.underlying, startOfBar(atMs));
  if ((nextMs !== null && nextMs <= atMs) || !isUninformed(entry, moment)) return false;
  // A fill at the first price of the minute tells nothing more of it; one at the worst tells that.
  return (
    rules.slippage.at === 'central-of-bar' || !fills.some((fill) => isKnown(entry, fill, atMs))
  );
}

/** How far a price is inside the limit of an order: 0 at it, negative short of it. */
function beyondPaise({ order }: BookEntry, limitPaise: number, touchPaise: number): number {
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

/** The price at which a stop that reaches its trigger now fills, before slippage; null when it does not, which is noted. */
export function matchStop(entry: BookEntry, quote: Quote, moment: MatchMoment): Match | null {
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
 * Whether a stop that reaches its trigger now was met on the way to this price: it worked while the minute had a price before
 * its trigger, and prices pass through all between, so there was a trade at its limit or better. Never for an order placed
 * with more of the minute visible than its open; a fill of the same minute that the stop closes does not count as visible,
 * since both fill at their worst.
 */
function isMetOnItsWay(entry: BookEntry, quote: Quote, moment: MatchMoment): boolean {
  const { market, rules, atMs } = moment;
  // On arrival it finds the market where it is; only a price that comes up can come to it.
  if (rules.slippage.at === 'touch' || quote.atMs !== atMs) return false;
  const startMs = startOfBar(atMs);
  const isOnTheWay = quotesInBar(market, entry.contract, startMs).some((step) => step.atMs < atMs);
  if (!isOnTheWay || entry.askedAtMs < startMs) return isOnTheWay;
  return isUninformed(entry, moment) && !knewTheWorst(entry, moment);
}

/** Whether fills of its minute had told more, when a stop was asked for, than what it closes itself. */
function knewTheWorst(entry: BookEntry, { fills, atMs }: MatchMoment): boolean {
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

/** Whether terms are nearer to the market than those of an order: a fill under the old ones would have been better. */
export function isTowardsMarket({ order, limitPaise }: BookEntry, terms: OrderTerms): boolean {
  if (terms.kind === 'market') return true;
  if (terms.kind !== 'limit' || limitPaise === null) return false;
  return order.side === 'buy' ? terms.pricePaise > limitPaise : terms.pricePaise < limitPaise;
}

/**
 * When the market passes an order that is being cancelled or modified: at the worse side of the bar, one that worked before the
 * minute fills if the minute passes its limit, at the first price with something left. Null when it does not. Either answer
 * reveals the whole minute, and is recorded.
 */
export function passedBeforeChange(entry: BookEntry, moment: MatchMoment): Passed | null {
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

function isDecidedByBar(entry: BookEntry, { rules, atMs }: MatchMoment): boolean {
  if (!isDecidedByMinute(rules.slippage.at)) return false;
  return entry.activeSinceMs !== null && !isNewInBar(entry, atMs);
}

/** The price at which a matched order of the book fills, with its range. */
export function fillPriceOf(entry: BookEntry, match: Match, moment: MatchMoment): FillPrice {
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
