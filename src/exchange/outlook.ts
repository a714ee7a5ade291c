import { type Market, type PriceLevel } from '../market/market.ts';
import { type Agenda } from './agenda.ts';
import { type BookEntry } from './book-entry.ts';
import { type DayOrders } from './day-orders.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { matchAtTouch, reachesTrigger } from './fills/match-at-touch.ts';
import { matchedQuote } from './fills/unserved-orders.ts';

/** Price changes that are priced ahead: what is priced in vain, as the book changes first, stays small. */
const STEPS_AHEAD = 64;

/** What an outlook looks at. */
export interface OutlookParts {
  readonly market: Market;
  readonly book: DayOrders;
  readonly agenda: Agenda;
  readonly rules: Pick<ExchangeRules, 'queue' | 'slippage'>;
}

interface Ahead {
  readonly version: number;
  readonly fromMs: number;
  readonly nextMs: number;
}

/**
 * Looks ahead in prices that are known already: at which price change may a working order trigger, fill or come to
 * rest? In all changes before that one, looking at the orders would lead to nothing.
 */
export class Outlook {
  readonly #parts: OutlookParts;
  readonly #ahead = new Map<string, Ahead>();

  constructor(parts: OutlookParts) {
    this.#parts = parts;
  }

  /** When something may happen next by itself; null when nothing will, or nothing by `untilMs`. */
  nextEventMs(nowMs: number, untilMs = Infinity): number | null {
    let nextMs = this.#parts.agenda.nextMs;
    for (const underlying of this.#parts.book.workingUnderlyings) {
      const stepMs = this.nextMs(underlying, nowMs, Math.min(untilMs, nextMs ?? Infinity));
      if (stepMs !== null && (nextMs === null || stepMs < nextMs)) nextMs = stepMs;
    }
    return nextMs;
  }

  /**
   * When orders of an underlying are to be looked at next after an instant; null when there is no later price. Where none
   * comes by `untilMs` it may be null as well: the book changes often before the next price, and each look ahead is dear.
   */
  nextMs(underlying: string, afterMs: number, untilMs = Infinity): number | null {
    const { version } = this.#parts.book;
    const held = this.#ahead.get(underlying);
    const isKnown = held?.version === version && held.fromMs <= afterMs && afterMs < held.nextMs;
    if (!isKnown && this.#stepAfter(underlying, afterMs) > untilMs) return null;
    const nextMs = isKnown ? held.nextMs : this.#look(underlying, afterMs);
    if (!isKnown) this.#ahead.set(underlying, { version, fromMs: afterMs, nextMs });
    return nextMs === Infinity ? null : nextMs;
  }

  #look(underlying: string, afterMs: number): number {
    const { book, market } = this.#parts;
    const working = book.working(underlying);
    const levels = levelsOf(working);
    const quietUntilMs = (fromMs: number): number =>
      levels === null ? fromMs : (market.mayReachMs?.(levels, fromMs) ?? fromMs);
    let stepMs = this.#stepAfter(underlying, afterMs);
    for (let steps = 1; stepMs !== Infinity && steps < STEPS_AHEAD; steps += 1) {
      const atMs = quietUntilMs(stepMs);
      if (atMs === Infinity) return Infinity;
      if (working.some((entry) => this.#mayMove(entry, atMs))) return atMs;
      stepMs = this.#stepAfter(underlying, atMs);
    }
    return stepMs;
  }

  #stepAfter(underlying: string, afterMs: number): number {
    return this.#parts.market.nextChangeMs(underlying, afterMs) ?? Infinity;
  }

  #mayMove(entry: BookEntry, atMs: number): boolean {
    const { order, isTriggered, hasRested, limitPaise } = entry;
    const quote = matchedQuote(this.#parts, entry.contract, atMs);
    if (quote === null) return false;
    if (!isTriggered) return reachesTrigger(order.terms, order.side, quote.lastPaise);
    if (!hasRested || limitPaise === null) return true;
    return matchAtTouch(entry, limitPaise, { quote, queue: this.#parts.rules.queue }) !== null;
  }
}

/**
 * The last prices below or above which none of the orders moves: triggers, and limits of those that rest, which the other
 * side does not meet before the last price does. Null where one may move at any price.
 */
function levelsOf(working: readonly BookEntry[]): readonly PriceLevel[] | null {
  const levels: PriceLevel[] = [];
  for (const { order, contract, isTriggered, hasRested, limitPaise } of working) {
    const isBuy = order.side === 'buy';
    if (!isTriggered && order.terms.kind === 'stop') {
      levels.push({ contract, paise: order.terms.triggerPricePaise, isAbove: isBuy });
    } else if (isTriggered && hasRested && limitPaise !== null) {
      levels.push({ contract, paise: limitPaise, isAbove: !isBuy });
    } else return null;
  }
  return levels;
}
