import { isTerminal, type OrderStep, stepOrder } from './order-machine.ts';
import { type Order, type OrderEvent } from './order.ts';

/** What a record adds to its order. */
export interface OrderFold {
  /** The order as it is now known; the known object itself when nothing changed. */
  readonly order: Order;
  /** In the order that a strategy sees them; empty when nothing changed, at most two. */
  readonly events: readonly OrderEvent[];
}

/** Of records with other steps only more fills count. */
const TAKEN: ReadonlySet<OrderStep> = new Set(['moves', 'ends', 'corrects']);

/**
 * Folds one record into its known order. Of an older record, and of one that would revive a terminal order, only more fills
 * count; fills never shrink: polls may answer late, twice and out of order.
 */
export function foldOrder(
  held: Order | undefined,
  record: Order,
  about: Pick<OrderEvent, 'legRef' | 'seen'>,
): OrderFold {
  if (held === undefined) return { order: record, events: firstSight(record, about) };
  if (record === held) return { order: held, events: [] };
  const isTaken = TAKEN.has(stepOrder(held, record));
  const order = isTaken ? withFillsKept(held, record) : withFillsOf(held, record);
  if (isSameOrder(held, order)) return { order: held, events: [] };
  return { order, events: [eventOf(held, order, about)] };
}

/** Whether two records of an order say the same. */
export function isSameOrder(left: Order, right: Order): boolean {
  if (left === right) return true;
  // Most records that differ are newer.
  if (left.updatedAtMs !== right.updatedAtMs) return false;
  for (const key of Object.keys(left) as (keyof Order)[]) {
    const mine = left[key];
    const theirs = right[key];
    if (mine === theirs) continue;
    if (typeof mine !== 'object' || typeof theirs !== 'object') return false;
    if (!isSameFlat(mine, theirs)) return false;
  }
  return true;
}

function withFillsKept(held: Order, record: Order): Order {
  if (record.filledUnits >= held.filledUnits) return record;
  return { ...record, filledUnits: held.filledUnits, filledValuePaise: held.filledValuePaise };
}

/** Of an old record only more fills count: an uncounted fill would be a position without an exit. */
function withFillsOf(held: Order, { filledUnits, filledValuePaise }: Order): Order {
  return filledUnits > held.filledUnits ? { ...held, filledUnits, filledValuePaise } : held;
}

function firstSight(order: Order, about: Pick<OrderEvent, 'legRef' | 'seen'>): OrderEvent[] {
  const none = { fillUnits: 0, fillValuePaise: 0 };
  const appeared: OrderEvent = { kind: 'appeared', order, ...about, ...none };
  const hasMore = order.filledUnits > 0 || isTerminal(order.status);
  if (!hasMore) return [appeared];
  const blank: Order = { ...order, status: 'place-pending', filledUnits: 0, filledValuePaise: 0 };
  return [appeared, eventOf(blank, order, about)];
}

function eventOf(
  held: Order,
  order: Order,
  about: Pick<OrderEvent, 'legRef' | 'seen'>,
): OrderEvent {
  const fillUnits = order.filledUnits - held.filledUnits;
  const fillValuePaise = order.filledValuePaise - held.filledValuePaise;
  return { kind: kindOf(held, order), order, ...about, fillUnits, fillValuePaise };
}

function kindOf(held: Order, order: Order): OrderEvent['kind'] {
  if (order.status !== held.status) {
    if (order.status === 'completed') return 'filled';
    if (order.status === 'cancelled') return 'cancelled';
    if (order.status === 'rejected') return 'rejected';
  }
  return order.filledUnits > held.filledUnits ? 'partly-filled' : 'changed';
}

function isSameFlat(left: object | null, right: object | null): boolean {
  if (left === null || right === null) return left === right;
  const mine = Object.entries(left);
  const theirs = new Map<string, unknown>(Object.entries(right));
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.get(key) === value);
}
