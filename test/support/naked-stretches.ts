import { type Exchange } from '../../src/exchange/exchange.ts';
import { isTerminal } from '../../src/model/orders/order-machine.ts';
import { type Order } from '../../src/model/orders/order.ts';

/** A leg as the exchange saw it. */
export interface LegRecord {
  readonly leg: string;
  /** Longest stretch for which more was held than stops stood for at the exchange, milliseconds. */
  readonly nakedMs: number;
  readonly netUnits: number;
  readonly rejectedStops: number;
}

/** One version of an order. */
interface Change {
  readonly before: Order | null;
  readonly order: Order;
}

/** Every leg of the day, from the exchange's own books alone: what was filled, and which stops stood when. */
export function legsAtExchange(exchange: Exchange, untilMs: number): readonly LegRecord[] {
  const legs = new Map<string, Change[]>();
  for (const order of exchange.orders()) {
    const leg = order.extraTags['leg'] ?? '';
    const versions = [...exchange.pastOf(order.orderId), order];
    const changes = versions.map((version, index) => {
      return { before: versions[index - 1] ?? null, order: version };
    });
    legs.set(leg, [...(legs.get(leg) ?? []), ...changes]);
  }
  return [...legs].map(([leg, changes]) => recordOf(leg, changes, untilMs));
}

function recordOf(leg: string, changes: readonly Change[], untilMs: number): LegRecord {
  const stops = new Map<string, number>();
  let netUnits = 0;
  let sinceMs: number | null = null;
  let nakedMs = 0;
  let rejectedStops = 0;
  const look = (atMs: number): void => {
    const isNaked = Math.abs(netUnits) > [...stops.values()].reduce((sum, of) => sum + of, 0);
    if (isNaked) sinceMs ??= atMs;
    if (sinceMs !== null) nakedMs = Math.max(nakedMs, atMs - sinceMs);
    if (!isNaked) sinceMs = null;
  };
  const inTime = changes.toSorted((a, b) => a.order.updatedAtMs - b.order.updatedAtMs);
  for (const { before, order } of inTime) {
    const isStop = order.extraTags['role'] === 'stop';
    const units = order.filledUnits - (before?.filledUnits ?? 0);
    netUnits += order.side === 'buy' ? units : -units;
    if (isStop) {
      stops.set(order.orderId, standsFor(order));
      if (order.status === 'rejected') rejectedStops += 1;
    }
    look(order.updatedAtMs);
  }
  look(untilMs);
  return { leg, nakedMs, netUnits, rejectedStops };
}

/** An order that the exchange has not looked at yet stands for nothing. */
function standsFor({ status, quantityUnits, filledUnits }: Order): number {
  return isTerminal(status) || status === 'place-pending' ? 0 : quantityUnits - filledUnits;
}
