import { type Market } from '../market/market.ts';
import { type Agenda } from './agenda.ts';
import { type BookEntry } from './book-entry.ts';
import { type DayOrders } from './day-orders.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { matchAtTouch, reachesTrigger } from './fills/match-at-touch.ts';
import { matchedQuote } from './fills/unserved-orders.ts';

/** Price changes that are looked at ahead: what is looked at in vain, as the book changes first, stays small. */
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

  /** When something may happen next by itself; null when nothing will. */
  nextEventMs(nowMs: number): number | null {
    let nextMs = this.#parts.agenda.nextMs;
    for (const underlying of this.#parts.book.workingUnderlyings) {
      const stepMs = this.nextMs(underlying, nowMs);
      if (stepMs !== null && (nextMs === null || stepMs < nextMs)) nextMs = stepMs;
    }
    return nextMs;
  }

  /** When orders of an underlying are to be looked at next after an instant; null when there is no later price. */
  nextMs(underlying: string, afterMs: number): number | null {
    const { version } = this.#parts.book;
    const held = this.#ahead.get(underlying);
    const isKnown = held?.version === version && held.fromMs <= afterMs && afterMs < held.nextMs;
    if (isKnown) return held.nextMs;
    const nextMs = this.#look(underlying, afterMs);
    if (nextMs !== null) this.#ahead.set(underlying, { version, fromMs: afterMs, nextMs });
    return nextMs;
  }

  #look(underlying: string, afterMs: number): number | null {
    const working = this.#parts.book.working(underlying);
    let stepMs = this.#parts.market.nextChangeMs(underlying, afterMs);
    for (let steps = 1; stepMs !== null && steps < STEPS_AHEAD; steps += 1) {
      const atMs = stepMs;
      if (working.some((entry) => this.#mayMove(entry, atMs))) return stepMs;
      stepMs = this.#parts.market.nextChangeMs(underlying, stepMs);
    }
    return stepMs;
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
