import { type Order } from '../../model/orders/order.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type Truth } from '../oracle/truth.ts';

/** Orders of ours and prices as processes have read them last: what an engine can know of its legs. */
export class WhatWasRead {
  readonly #truth: Truth;
  readonly #orders = new Map<string, Order>();
  /** When a price was last read, by symbol: a contract that left the list has none for a while. */
  readonly quotesAtMs = new Map<string, number>();
  /** Whether this life has read the orders. The first one has none to find. */
  hasReadOrders = true;

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  takeStep({ event }: SeenStep, nowMs: number): void {
    if (event.kind !== 'poll-ended' || event.outcome.kind !== 'accepted') return;
    if (event.subject === 'quotes') {
      for (const { symbol } of event.outcome.value) this.quotesAtMs.set(symbol, nowMs);
    }
    if (event.subject === 'orders') {
      this.hasReadOrders = true;
      this.#take(event.outcome.value.orders);
    }
    if (event.subject === 'orders-of-tag') this.#take(event.outcome.value);
  }

  shortUnits(runId: string, of: OptionKind, isMeant: (leg: string) => boolean): number {
    return this.#units(runId, ({ kind, expiry }, leg) => {
      return kind === of.kind && expiry <= of.expiry && isMeant(leg) ? -1 : 0;
    });
  }

  longUnits(runId: string, of: OptionKind): number {
    return this.#units(runId, ({ kind, expiry }) => {
      return kind === of.kind && expiry >= of.expiry ? 1 : 0;
    });
  }

  #take(orders: readonly Order[]): void {
    for (const order of orders) {
      const before = this.#orders.get(order.orderId);
      if (before === undefined || before.filledUnits <= order.filledUnits) {
        this.#orders.set(order.orderId, order);
      }
    }
  }

  /** Legs that are long (1) or short (-1), each for itself, of those whose side is asked for. */
  #units(runId: string, sideOf: (kind: OptionKind, leg: string) => 1 | -1 | 0): number {
    const net = new Map<string, number>();
    for (const { tag, symbol, side, filledUnits } of this.#orders.values()) {
      const intent = this.#truth.durableIntents.get(tag);
      const kind = intent?.runId === runId ? optionKind(symbol) : null;
      if (kind === null || intent === undefined) continue;
      const units = (side === 'buy' ? filledUnits : -filledUnits) * sideOf(kind, intent.leg);
      const key = `${intent.leg}\n${symbol}`;
      net.set(key, (net.get(key) ?? 0) + units);
    }
    return [...net.values()].reduce((units, leg) => units + Math.max(0, leg), 0);
  }
}

/** What the platform's symbol of an option says. */
export interface OptionKind {
  /** Underlying and type: `NIFTY C`. */
  readonly kind: string;
  /** `YYMMDD`. */
  readonly expiry: string;
}

const OPTION = /^(.+)(\d{6})([CP])\d+$/;

const KINDS = new Map<string, OptionKind | null>();

/** Reads a symbol like `NIFTY260915C20750`; null of what is no option. A few thousand are asked for, again and again. */
export function optionKind(symbol: string): OptionKind | null {
  const known = KINDS.get(symbol);
  if (known !== undefined) return known;
  const [, underlying = '', expiry = '', type = ''] = OPTION.exec(symbol) ?? [];
  const kind = underlying === '' ? null : { kind: `${underlying} ${type}`, expiry };
  KINDS.set(symbol, kind);
  return kind;
}
