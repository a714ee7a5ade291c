import { type Market } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { opposite, type Order } from '../../model/orders/order.ts';
import { type Exchange } from '../exchange.ts';
import { type SimulatedFill } from '../fills/match-at-touch.ts';
import { type LegRequest, type Threshold } from './leg-request.ts';

/** Why a leg was closed. */
export type ExitReason = 'stop' | 'target' | 'exit-time' | 'square-off' | 'day-end';

/** Where the orders of a leg go. */
export interface LegExchange {
  readonly exchange: Exchange;
  readonly brokerId: string;
  readonly positionId: string;
}

/** Orders that a leg may send to get out before it gives up. */
const EXIT_ORDERS_MAX = 50;

/**
 * One leg of a custom position. It is *waiting* until the market is open and its contract can be told, *open* from its
 * entry orders on, *closing* once it has an exit reason, and *closed* when it holds nothing and nothing of it works.
 * A leg that cannot be traded is closed from the start. An exit never exceeds the open units: it is computed from fills,
 * after the entry orders have come to an end.
 */
export class PositionLeg {
  readonly request: LegRequest | null;
  readonly notes: string[];
  contract: Contract | null = null;
  exitReason: ExitReason | null = null;
  #entries: readonly Order[] = [];
  #exits: readonly Order[] = [];
  #isClosed: boolean;

  constructor(request: LegRequest | null, notes: readonly string[]) {
    this.request = request;
    this.notes = [...notes];
    this.#isClosed = request === null;
  }

  get state(): 'waiting' | 'open' | 'closing' | 'closed' {
    if (this.#isClosed) return 'closed';
    if (this.exitReason !== null) return 'closing';
    return this.contract === null ? 'waiting' : 'open';
  }

  get orders(): readonly Order[] {
    return [...this.#entries, ...this.#exits];
  }

  /** Units held: entered and not yet exited. Never negative. */
  get heldUnits(): number {
    return sumOf(this.#entries, 'filledUnits') - sumOf(this.#exits, 'filledUnits');
  }

  /** Average price paid or got on entry, paise; null before the first fill. */
  get entryPricePaise(): number | null {
    const units = sumOf(this.#entries, 'filledUnits');
    return units === 0 ? null : sumOf(this.#entries, 'filledValuePaise') / units;
  }

  /** Money in less money out so far, paise, open units counted at `lastPaise`. */
  profitPaise(lastPaise: number): number {
    const spentPaise = sumOf(this.#entries, 'filledValuePaise');
    const gotPaise = sumOf(this.#exits, 'filledValuePaise') + this.heldUnits * lastPaise;
    return this.request?.side === 'sell' ? spentPaise - gotPaise : gotPaise - spentPaise;
  }

  close(note: string): void {
    this.notes.push(note);
    this.#isClosed = true;
  }

  enter(contract: Contract, venue: LegExchange, atMs: number): void {
    if (this.request === null) return;
    this.contract = contract;
    const units = this.request.lots * contract.lotSizeUnits;
    this.#entries = this.#send(units, this.request.side, { venue, atMs });
    if (this.#entries.length === 0) this.#isClosed = true;
  }

  /** Takes over what became of its orders, and notes rejections. */
  refresh(exchange: Exchange): void {
    const latest = (order: Order): Order => {
      const now = exchange.order(order.orderId) ?? order;
      if (now !== order && now.status === 'rejected') this.notes.push(now.rejectionReason);
      return now;
    };
    this.#entries = this.#entries.map(latest);
    this.#exits = this.#exits.map(latest);
  }

  /** Starts to close when the last price reaches the stop or the target. */
  watch(market: Market, atMs: number): void {
    const quote = this.contract === null ? null : market.quote(this.contract, atMs);
    if (quote !== null) this.exitReason ??= this.#reached(quote.lastPaise);
  }

  #reached(lastPaise: number): 'stop' | 'target' | null {
    const entryPaise = this.entryPricePaise;
    if (entryPaise === null || this.request === null) return null;
    const { stop, target, side } = this.request;
    const gainPaise = side === 'buy' ? lastPaise - entryPaise : entryPaise - lastPaise;
    if (stop !== null && gainPaise <= -distancePaise(stop, entryPaise)) return 'stop';
    if (target !== null && gainPaise >= distancePaise(target, entryPaise)) return 'target';
    return null;
  }

  /** Continues to close: ends the entries, then sells or buys back the open units. */
  exit(venue: LegExchange, atMs: number): void {
    const { request, contract } = this;
    if (request === null || contract === null) {
      this.#isClosed = true;
      return;
    }
    for (const order of this.#entries) {
      if (!isTerminal(order.status)) venue.exchange.cancel(order.orderId, atMs);
    }
    if (this.orders.some(({ status }) => !isTerminal(status))) return;
    if (this.heldUnits === 0) {
      this.#isClosed = true;
    } else if (this.#exits.length >= EXIT_ORDERS_MAX) {
      this.close(`Gave up with ${String(this.heldUnits)} units still held`);
    } else {
      const sent = this.#send(this.heldUnits, opposite(request.side), { venue, atMs });
      this.#exits = [...this.#exits, ...sent];
      if (sent.length === 0) this.#isClosed = true;
    }
  }

  #send(
    units: number,
    side: Order['side'],
    { venue, atMs }: { readonly venue: LegExchange; readonly atMs: number },
  ): Order[] {
    const { contract, request } = this;
    if (contract === null || request === null) return [];
    const { exchange, brokerId, positionId } = venue;
    const lot = contract.lotSizeUnits;
    const sliceUnits = Math.max(lot, Math.floor((contract.freezeUnits ?? units) / lot) * lot);
    const sent: Order[] = [];
    for (let left = units; left > 0; left -= sliceUnits) {
      const element = {
        tag: '',
        extraTags: { position: positionId },
        instrumentId: contract.instrumentId,
        symbol: contract.symbol,
        side,
        quantityUnits: Math.min(left, sliceUnits),
        product: request.product,
        terms: { kind: 'market', referencePricePaise: 0 },
      } as const;
      const answer = exchange.place(element, brokerId, atMs);
      const order = answer.kind === 'accepted' ? exchange.order(answer.orderId) : undefined;
      if (order !== undefined) sent.push(order);
      if (answer.kind === 'refused') this.notes.push(answer.reason);
    }
    return sent;
  }
}

function distancePaise({ unit, value }: Threshold, entryPaise: number): number {
  return unit === 'points' ? value * 100 : (entryPaise * value) / 100;
}

function sumOf(orders: readonly Order[], what: 'filledUnits' | 'filledValuePaise'): number {
  return orders.reduce((sum, order) => sum + order[what], 0);
}

/** A custom position as it stands. */
export interface SimulatedPosition {
  readonly positionId: string;
  readonly alertName: string;
  readonly mode: 'live' | 'paper';
  readonly ticker: string;
  /** `waiting` until the market opens, `active` from the first entry order, `exited` when nothing is held any more. */
  readonly state: 'waiting' | 'active' | 'exited';
  readonly startedAtMs: number;
  readonly legs: readonly SimulatedLeg[];
  /** Profit of all legs, open units counted at their last price. */
  readonly profitPaise: number;
}

/** One leg of a custom position as it stands. */
export interface SimulatedLeg extends Readonly<
  Pick<PositionLeg, 'state' | 'heldUnits' | 'entryPricePaise' | 'exitReason' | 'orders'>
> {
  readonly symbol: string | null;
  readonly fills: readonly SimulatedFill[];
  readonly profitPaise: number;
  /** What was not understood, rejected or given up. */
  readonly notes: readonly string[];
}
