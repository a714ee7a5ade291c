import { type Command, type LegOrder, type LegScope } from '../../src/model/orders/command.ts';
import { isWorking, type OrderStatus } from '../../src/model/orders/order-machine.ts';
import { opposite, type Order, type OrderEvent, type Seen } from '../../src/model/orders/order.ts';

/** What a broker needs to know. */
export interface BrokerOptions {
  readonly runId: string;
  readonly lastPaise: (symbol: string) => number;
  /** Whether an order takes two polls to fill. */
  readonly fillsInParts: boolean;
  /** Legs whose entries are rejected. */
  readonly rejectedLegs: readonly string[];
}

interface Held {
  readonly asked: LegOrder;
  order: Order;
  /** Until a poll has shown that it was cancelled. */
  cancelledAtMs: number | null;
}

/** Fills every order at the next poll, or in two parts at the next two, stops when their trigger is reached, and squares off at once. */
export class ScriptedBroker {
  readonly #runId: string;
  readonly #lastPaise: (symbol: string) => number;
  readonly #held: Held[] = [];
  readonly #fillsInParts: boolean;
  readonly #rejectedLegs: readonly string[];
  #count = 0;

  constructor(options: BrokerOptions) {
    this.#runId = options.runId;
    this.#lastPaise = options.lastPaise;
    this.#fillsInParts = options.fillsInParts;
    this.#rejectedLegs = options.rejectedLegs;
  }

  /** Open units of a leg. */
  netUnits(leg: string): number {
    return this.#held
      .filter(({ asked }) => asked.leg === leg)
      .reduce(
        (net, { order }) => net + (order.side === 'buy' ? order.filledUnits : -order.filledUnits),
        0,
      );
  }

  take(command: Command, atMs: number): void {
    if (command.kind === 'place') {
      for (const asked of command.orders) this.#place(asked, atMs);
    } else if (command.kind === 'modify') {
      for (const held of this.#working(command.leg, command.role)) {
        held.order = { ...held.order, terms: command.terms };
      }
    } else if (command.kind === 'cancel') {
      for (const leg of this.#named(command.legs)) this.#cancelAll(leg, command.role, atMs);
    } else if (command.kind === 'squareOff') {
      this.#squareOff(this.#named(command.legs), atMs);
    }
  }

  /** What a poll at this time shows as new. */
  poll(atMs: number, seen: Seen): OrderEvent[] {
    return this.#held.flatMap((held) => {
      const { order, asked } = held;
      if (!isWorking(order)) return this.#showCancelled(held, atMs, seen);
      // What was asked for at this very moment is seen at the next poll.
      if (order.createdAtMs === atMs) return [];
      if (asked.role === 'entry' && this.#rejectedLegs.includes(asked.leg)) {
        return this.#show(held, { ...order, status: 'rejected', updatedAtMs: atMs }, seen);
      }
      const lastPaise = this.#lastPaise(order.symbol);
      if (isWaiting(order, lastPaise)) {
        return order.status === 'trigger-pending'
          ? []
          : this.#show(held, { ...order, status: 'trigger-pending', updatedAtMs: atMs }, seen);
      }
      const isPart = this.#fillsInParts && order.filledUnits === 0;
      const units = isPart
        ? Math.floor(asked.quantityUnits / 3)
        : asked.quantityUnits - order.filledUnits;
      const filled: Order = {
        ...order,
        status: isPart ? 'open' : 'completed',
        updatedAtMs: atMs,
        filledUnits: order.filledUnits + units,
        filledValuePaise: order.filledValuePaise + units * lastPaise,
      };
      return this.#show(held, filled, seen);
    });
  }

  #showCancelled(held: Held, atMs: number, seen: Seen): OrderEvent[] {
    if (held.cancelledAtMs === null || held.cancelledAtMs === atMs) return [];
    held.cancelledAtMs = null;
    return this.#show(held, { ...held.order, updatedAtMs: atMs }, seen);
  }

  #show(held: Held, order: Order, seen: Seen): OrderEvent[] {
    const { leg, role } = held.asked;
    const event: OrderEvent = {
      kind: EVENT_KINDS[order.status] ?? 'changed',
      order,
      legRef: { runId: this.#runId, leg, role },
      fillUnits: order.filledUnits - held.order.filledUnits,
      fillValuePaise: order.filledValuePaise - held.order.filledValuePaise,
      seen,
    };
    held.order = order;
    return [event];
  }

  #squareOff(legs: readonly string[], atMs: number): void {
    for (const leg of legs) {
      // A leg that was entered again may have another contract than before.
      const entry = this.#held.findLast(({ asked }) => asked.leg === leg && asked.role === 'entry');
      this.#cancelAll(leg, null, atMs);
      const net = this.netUnits(leg);
      if (net === 0 || entry === undefined) continue;
      const side = net > 0 ? 'sell' : 'buy';
      this.#place({ ...entry.asked, role: 'exit', side, quantityUnits: Math.abs(net) }, atMs);
    }
  }

  #cancelAll(leg: string, role: string | null, atMs: number): void {
    for (const held of this.#working(leg, role)) {
      held.order = { ...held.order, status: 'cancelled' };
      held.cancelledAtMs = atMs;
    }
  }

  #named(legs: LegScope): readonly string[] {
    return legs === 'all' ? this.#legs() : legs;
  }

  #legs(): string[] {
    return [...new Set(this.#held.map(({ asked }) => asked.leg))];
  }

  #working(leg: string, role: string | null): Held[] {
    return this.#held.filter(
      ({ asked, order }) =>
        asked.leg === leg && (role === null || asked.role === role) && isWorking(order),
    );
  }

  #place(asked: LegOrder, atMs: number): void {
    this.#count += 1;
    const { contract, side, quantityUnits, terms, product } = asked;
    this.#held.push({
      asked,
      cancelledAtMs: null,
      order: {
        orderId: `00000000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`,
        createdAtMs: atMs,
        updatedAtMs: atMs,
        tag: `t${String(this.#count)}`,
        extraTags: {},
        instrumentId: contract.instrumentId,
        symbol: contract.symbol,
        underlying: contract.underlying,
        expiry: contract.expiry,
        strikePaise: contract.strikePaise,
        optionType: contract.optionType,
        product,
        side,
        quantityUnits,
        lotSizeUnits: contract.lotSizeUnits,
        terms: terms.kind === 'marketable' ? { kind: 'limit', pricePaise: 5 } : terms,
        brokerId: 'broker_1',
        brokerOrderId: '',
        status: 'place-pending',
        statusWord: 'Place Pending',
        rejectionCode: '',
        rejectionReason: '',
        filledUnits: 0,
        filledValuePaise: 0,
      },
    });
  }
}

const EVENT_KINDS: Partial<Record<OrderStatus, OrderEvent['kind']>> = {
  completed: 'filled',
  open: 'partly-filled',
  'trigger-pending': 'appeared',
  rejected: 'rejected',
  cancelled: 'cancelled',
};

function isWaiting({ terms, side, filledUnits }: Order, lastPaise: number): boolean {
  if (terms.kind !== 'stop' || filledUnits > 0) return false;
  return opposite(side) === 'sell'
    ? lastPaise < terms.triggerPricePaise
    : lastPaise > terms.triggerPricePaise;
}
