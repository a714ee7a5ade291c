import { hash32 } from '../base/random.ts';
import { ContractDirectory } from '../market/contract-directory.ts';
import { type Listing, type Market } from '../market/market.ts';
import { type Quote } from '../model/market/quote.ts';
import { isTerminal } from '../model/orders/order-machine.ts';
import { type Order, type OrderTerms } from '../model/orders/order.ts';
import { type Calendar } from '../model/time/calendar.ts';
import { type PlaceElement } from '../ports/orders.ts';
import { Agenda } from './agenda.ts';
import {
  type OrderAnswer,
  type BookEntry,
  newEntry,
  refused,
  remainingUnits,
  standingStatus,
  standUnder,
  whyNotChangeable,
} from './book-entry.ts';
import {
  cancelAtClose,
  isTrading,
  DayOrders,
  type ExchangeDay,
  exchangeDayAt,
} from './day-orders.ts';
import { DEFAULT_EXCHANGE_RULES, type ExchangeRules } from './exchange-rules.ts';
import { Depth } from './fills/depth.ts';
import { delayMs, type DelayRange, type FillPrice, type Match } from './fills/fill-models.ts';
import { fillLimitOf, type SimulatedFill } from './fills/match-at-touch.ts';
import {
  fillPriceOf,
  isTowardsMarket,
  matchNow,
  matchStop,
  type MatchMoment,
  passedBeforeChange,
} from './fills/match-in-bar.ts';
import { quoteOrWait, unservedOf, type UnservedOrder } from './fills/unserved-orders.ts';
import { Outlook } from './outlook.ts';
import { type Admission, checkPricesNow, whyRejected } from './rejections.ts';

/** What an exchange is made of. */
export interface ExchangeOptions {
  readonly market: Market;
  readonly listing: Listing;
  readonly calendar: Calendar;
  /** The same seed and the same calls give the same orders and fills. */
  readonly seed: string;
  readonly rules?: Partial<ExchangeRules>;
}

/**
 * The broker and the exchange behind the platform: pure, synchronous, driven by the times it is given.
 *
 * Between calls nothing happens: `advanceTo` carries out, in time order, what became due (arrivals, modifications,
 * cancels, the day's end) and looks at working orders at each price change that may move one. Each change leaves `orders` with a new
 * snapshot of that order and the old snapshots of all others. Time never goes back: an earlier instant is ignored.
 * At midnight IST the day's orders are forgotten.
 */
export class Exchange {
  readonly #market: Market;
  readonly #calendar: Calendar;
  readonly #seed: string;
  readonly #rules: ExchangeRules;
  readonly #directory: ContractDirectory;
  readonly #depth: Depth;
  readonly #book = new DayOrders();
  readonly #agenda = new Agenda();
  readonly #outlook: Outlook;
  #fills: SimulatedFill[] = [];
  /** When cancels and changes used facts of their minutes. */
  #told: { readonly atMs: number }[] = [];
  #day: ExchangeDay | null = null;
  #nowMs = -Infinity;
  #draws = 0;

  constructor(options: ExchangeOptions) {
    const { market, calendar, seed } = options;
    this.#market = market;
    this.#calendar = calendar;
    this.#seed = seed;
    this.#rules = { ...DEFAULT_EXCHANGE_RULES, ...options.rules };
    this.#directory = new ContractDirectory(options.listing);
    this.#depth = new Depth(seed, this.#rules);
    const parts = { market, rules: this.#rules, book: this.#book, agenda: this.#agenda };
    this.#outlook = new Outlook(parts);
  }

  /** Grows with every change of any order. */
  get version(): number {
    return this.#book.version;
  }

  /** Orders of the trading day, oldest first; the same array until something changes. */
  orders(): readonly Order[] {
    return this.#book.orders();
  }

  /** Orders that changed after the exchange had this version. */
  changedSince(version: number): readonly Order[] {
    return this.#book.changedSince(version);
  }

  /** One order of the day. */
  order(orderId: string): Order | undefined {
    return this.#book.find(orderId)?.order;
  }

  /** What an order was before it is what it is, oldest first; empty for an unknown one. */
  pastOf(orderId: string): readonly Order[] {
    return this.#book.find(orderId)?.past ?? [];
  }

  /** The day's fills in time order, each with the quote and the assumption behind it. */
  fills(): readonly SimulatedFill[] {
    return this.#fills;
  }

  /** Orders that the market left unfilled though it was met or passed, oldest order first. */
  unserved(): readonly UnservedOrder[] {
    return unservedOf(this.#book.entries());
  }

  /** When something may happen next by itself; null when nothing will. */
  nextEventMs(): number | null {
    return this.#outlook.nextEventMs(this.#nowMs);
  }

  /** Lets everything happen that is due up to and including an instant. */
  advanceTo(atMs: number): void {
    for (;;) {
      const nextMs = this.#outlook.nextEventMs(this.#nowMs, atMs);
      if (nextMs === null || nextMs > atMs) break;
      this.#moveTo(nextMs);
    }
    this.#moveTo(atMs);
  }

  /** Looks at all working orders at once: for markets whose prices come from outside, when new ones have come. */
  pricesChanged(atMs: number): void {
    this.advanceTo(atMs);
    for (const underlying of [...this.#book.workingUnderlyings]) this.#evaluateAll(underlying);
  }

  /** Takes an order. Refused at once only when no order can be made of it; all else is rejected later, in the book. */
  place(element: PlaceElement, brokerId: string, atMs: number): OrderAnswer {
    this.advanceTo(atMs);
    const day = this.#today();
    const contract = this.#directory.find(element.symbol, day.calendarDay.date);
    if (
      contract === undefined ||
      (element.instrumentId !== contract.instrumentId && element.instrumentId !== contract.symbol)
    ) {
      return refused(this.#directory.whyUnknown(element.instrumentId, element.symbol));
    }
    if (this.#book.size >= this.#rules.ordersPerDayMax) return refused('Too many orders today');
    const sequence = this.#book.size + 1;
    const entry = newEntry(element, {
      contract,
      brokerId,
      atMs: this.#nowMs,
      orderKey: `${this.#seed}/${day.calendarDay.date}/${String(sequence)}`,
      brokerOrderId: `${day.calendarDay.date.replaceAll('-', '')}${String(sequence).padStart(8, '0')}`,
    });
    if (sequence === 1 && day.closesAtMs !== null && day.closesAtMs > this.#nowMs) {
      this.#agenda.add(day.closesAtMs, (dueMs) => {
        cancelAtClose(this.#book, dueMs);
      });
    }
    this.#book.add(entry);
    this.#later(this.#rules.placing, (dueMs) => {
      this.#arrive(entry, dueMs);
    });
    return { kind: 'accepted', orderId: entry.order.orderId };
  }

  /** Asks for other terms of a working order. The quantity cannot change. */
  modify(orderId: string, terms: OrderTerms, atMs: number): OrderAnswer {
    this.advanceTo(atMs);
    const entry = this.#book.find(orderId);
    const reason = whyNotChangeable(entry);
    if (entry === undefined || reason !== null) return refused(reason ?? '');
    if (entry.modifications >= this.#rules.modificationsMax) {
      return refused(
        `Modified ${String(entry.modifications)} times: cancel it and place a new one`,
      );
    }
    entry.modifications += 1;
    entry.pending = { terms, askedAtMs: this.#nowMs };
    this.#book.update(entry, { status: 'modify-pending' }, this.#nowMs);
    this.#later(this.#rules.modifying, (dueMs) => {
      this.#applyModify(entry, dueMs);
    });
    return { kind: 'accepted', orderId };
  }

  /** Asks for the end of a working order. A fill on the way wins. */
  cancel(orderId: string, atMs: number): OrderAnswer {
    this.advanceTo(atMs);
    const entry = this.#book.find(orderId);
    const reason = whyNotChangeable(entry);
    if (entry === undefined || reason !== null) return refused(reason ?? '');
    this.#book.update(entry, { status: 'cancel-pending' }, this.#nowMs);
    this.#later(this.#rules.cancelling, (dueMs) => {
      this.#applyCancel(entry, dueMs);
    });
    return { kind: 'accepted', orderId };
  }

  #moveTo(atMs: number): void {
    if (atMs < this.#nowMs) return;
    const steppedFrom = this.#nowMs;
    this.#nowMs = atMs;
    if (this.#day !== null && atMs >= this.#day.endMs) this.#forgetDay();
    for (const underlying of [...this.#book.workingUnderlyings]) {
      const stepMs = this.#outlook.nextMs(underlying, steppedFrom, atMs);
      if (stepMs === atMs) this.#evaluateAll(underlying);
    }
    this.#agenda.runDue(atMs);
  }

  #forgetDay(): void {
    this.#day = null;
    this.#book.clear();
    this.#depth.clear();
    this.#fills = [];
    this.#told = [];
  }

  #today(): ExchangeDay {
    return (this.#day ??= exchangeDayAt(this.#calendar, this.#nowMs));
  }

  #later(range: DelayRange, act: (atMs: number) => void): void {
    this.#agenda.add(this.#nowMs + delayMs(range, this.#draw), act);
    // Without delay it happens at once.
    this.#agenda.runDue(this.#nowMs);
  }

  readonly #draw = (below: number): number => {
    this.#draws += 1;
    return hash32(`${this.#seed}/draw/${String(this.#draws)}`) % below;
  };

  #arrive(entry: BookEntry, atMs: number): void {
    if (this.#book.find(entry.order.orderId) !== entry) return;
    const refusal = whyRejected(entry, this.#admission());
    if (refusal === null) {
      this.#book.update(entry, { status: standingStatus(entry) }, atMs);
      this.#evaluate(entry);
      return;
    }
    const change = { rejectionCode: refusal.code, rejectionReason: refusal.reason };
    this.#book.update(entry, { status: 'rejected', ...change }, atMs);
  }

  #admission(): Admission {
    return {
      market: this.#market,
      rules: this.#rules,
      entries: this.#book.entries(),
      isTrading: isTrading(this.#today(), this.#nowMs),
      atMs: this.#nowMs,
    };
  }

  #applyModify(entry: BookEntry, atMs: number): void {
    const { pending } = entry;
    entry.pending = null;
    if (entry.order.status !== 'modify-pending' || pending === null) return;
    const { terms } = pending;
    const refusal = checkPricesNow(entry, terms, this.#admission());
    if (refusal !== null) {
      const change = { rejectionCode: refusal.code, rejectionReason: refusal.reason };
      this.#book.update(entry, { status: standingStatus(entry), ...change }, atMs);
      return;
    }
    const isTowards = isTowardsMarket(entry, terms);
    const passed = isTowards ? passedBeforeChange(entry, this.#moment()) : null;
    if (!isTowards && this.#fillsBeforeChange(entry)) return;
    standUnder(entry, pending);
    entry.passed = passed;
    const cleared = { terms, rejectionCode: '', rejectionReason: '' };
    this.#book.update(entry, { status: standingStatus(entry), ...cleared }, atMs);
    this.#evaluate(entry);
  }

  #applyCancel(entry: BookEntry, atMs: number): void {
    if (entry.order.status !== 'cancel-pending') return;
    if (this.#draw(100) < this.#rules.cancelRefusedPercent) {
      const reason = 'The exchange refused the cancel';
      const change = { rejectionCode: 'RejectionCode.CancelRefused', rejectionReason: reason };
      this.#book.update(entry, { status: standingStatus(entry), ...change }, atMs);
      return;
    }
    if (this.#fillsBeforeChange(entry)) return;
    this.#book.update(entry, { status: 'cancelled' }, atMs);
  }

  #evaluateAll(underlying: string): void {
    for (const entry of this.#book.working(underlying)) this.#evaluate(entry);
  }

  #evaluate(entry: BookEntry): void {
    const atMs = this.#nowMs;
    if (isTerminal(entry.order.status) || !isTrading(this.#today(), atMs)) return;
    const moment = this.#moment();
    const quote = quoteOrWait(entry, moment);
    if (quote === null) return;
    const wasTriggered = entry.isTriggered;
    if (!wasTriggered && !this.#book.trigger(entry, quote, atMs)) return;
    entry.activeSinceMs ??= atMs;
    entry.limitPaise ??= fillLimitOf(entry, quote, this.#rules);
    const match = wasTriggered ? matchNow(entry, quote, moment) : matchStop(entry, quote, moment);
    if (match === null) entry.hasRested = true;
    else this.#take(entry, match, quote);
  }

  /** Whether an order is filled whole before a cancel or a change reaches it. */
  #fillsBeforeChange(entry: BookEntry): boolean {
    const passed = passedBeforeChange(entry, this.#moment());
    const quote = this.#market.quote(entry.contract, this.#nowMs);
    const { limitPaise } = entry;
    if (passed === null || quote === null || limitPaise === null) return false;
    entry.passed = passed;
    this.#take(entry, { pricePaise: limitPaise, assumption: 'traded-through' }, quote);
    return isTerminal(entry.order.status);
  }

  #moment(): MatchMoment {
    const [fills, told, depth] = [this.#fills, this.#told, this.#depth];
    return { market: this.#market, rules: this.#rules, fills, told, depth, atMs: this.#nowMs };
  }

  #take(entry: BookEntry, match: Match, quote: Quote): void {
    const { contract, order, passed } = entry;
    const quotedAtMs = passed?.atMs === this.#nowMs ? passed.quotedAtMs : quote.atMs;
    const touch = { contract, side: order.side, quotedAtMs };
    const units = Math.min(remainingUnits(entry), this.#depth.availableUnits(touch));
    if (units === 0) return;
    this.#depth.take(touch, units);
    this.#fill(entry, { units, ...fillPriceOf(entry, match, this.#moment()), quote });
  }

  #fill(entry: BookEntry, fill: FillPrice & Pick<SimulatedFill, 'units' | 'quote'>): void {
    const atMs = this.#nowMs;
    const { orderId, symbol, side, filledUnits, filledValuePaise, status } = entry.order;
    this.#fills.push({ orderId, symbol, side, atMs, ...fill });
    const change = {
      filledUnits: filledUnits + fill.units,
      filledValuePaise: filledValuePaise + fill.units * fill.pricePaise,
    };
    const isWhole = fill.units === remainingUnits(entry);
    this.#book.update(entry, { status: isWhole ? 'completed' : status, ...change }, atMs);
  }
}
