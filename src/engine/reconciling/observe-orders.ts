import { isSameContract } from '../../model/market/contract.ts';
import { type LegRef, type Order, type OrderEvent, type Seen } from '../../model/orders/order.ts';
import { foreignOrder } from '../../notices/foreign-orders.ts';
import { type OrdersObservation } from '../../ports/orders.ts';
import { type Desk } from '../desk.ts';
import { haltForEarlier } from '../halting/halt.ts';
import { type Intent } from '../intents/intent.ts';
import { refuseUnsent } from '../intents/refuse.ts';
import { sightOrder } from '../intents/sight-order.ts';
import { isOrphan } from './orphans.ts';
import { type Contradiction } from './seen-orders.ts';
import { takeForeign } from './take-foreign.ts';

/** Takes in a poll of today's orders: matches by tag, moves intents and positions, tells each run its own events. */
export function observeOrders(desk: Desk, { orders }: OrdersObservation, seen: Seen): void {
  tell(desk, seen, desk.orders.observe(orders, seen, legRefsOf(desk)));
}

/** Takes in records that are not the whole list, such as what the look-up of a tag found. */
export function observeSome(desk: Desk, orders: readonly Order[], seen: Seen): void {
  tell(desk, seen, desk.orders.observeSome(orders, seen, legRefsOf(desk)));
}

function tell(desk: Desk, seen: Seen, events: readonly OrderEvent[]): void {
  const byRun = new Map<string, OrderEvent[]>();
  const foreign: OrderEvent[] = [];
  // Ours first: what others closed is measured by our open units.
  for (const event of events) {
    const intent = event.legRef === null ? undefined : desk.intents.byTag(event.order.tag);
    if (intent === undefined) {
      foreign.push(event);
      continue;
    }
    takeIn(desk, intent, event);
    addTo(byRun, intent.runId, event);
  }
  const appeared = foreign.filter(({ kind }) => kind === 'appeared').map(({ order }) => order);
  for (const order of appeared) {
    noticeStranger(desk, order);
    keepUnsent(desk, order);
  }
  noticeForeign(desk, appeared);
  for (const event of takeForeign(desk, foreign)) addTo(byRun, event.legRef.runId, event);
  for (const contradiction of desk.orders.takeContradicted()) {
    tellContradiction(desk, contradiction);
  }
  for (const [runId, own] of byRun) {
    if (!desk.runs.isRunning(runId)) continue;
    desk.outbox.deliver(runId, { kind: 'orders-observed', atMs: desk.nowMs, events: own, seen });
  }
}

function addTo(byRun: Map<string, OrderEvent[]>, runId: string, event: OrderEvent): void {
  const events = byRun.get(runId) ?? [];
  events.push(event);
  byRun.set(runId, events);
}

function legRefsOf({ intents }: Pick<Desk, 'intents'>): (order: Order) => LegRef | null {
  return (order) => {
    const intent = order.tag === '' ? undefined : intents.byTag(order.tag);
    if (intent === undefined || !isOf(intent, order)) return null;
    const { leg, role } = intent.order;
    return { runId: intent.runId, leg, role };
  };
}

function takeIn(desk: Desk, intent: Intent, event: OrderEvent): void {
  const { order } = event;
  const { leg, contract } = intent.order;
  const isNew = !intent.orders.has(order.orderId);
  intent.orders.set(order.orderId, order);
  if (isNew) sightOrder(desk, intent, order);
  desk.ledger.apply(event, { runId: intent.runId, leg, contract });
  if (event.kind === 'rejected') {
    const why = [order.rejectionCode, order.rejectionReason].filter((word) => word !== '');
    intent.detail = why.join(': ');
    const rejected = { leg, symbol: order.symbol, reason: intent.detail };
    desk.outbox.notice('order-rejected', intent.runId, rejected);
  }
}

function tellContradiction(
  { intents, outbox }: Pick<Desk, 'intents' | 'outbox'>,
  { known, record }: Contradiction,
): void {
  const intent = intents.byTag(known.tag);
  if (intent === undefined || !isOf(intent, known)) return;
  const { orderId, symbol, statusWord: was } = known;
  const about = { orderId, symbol, leg: intent.order.leg, was, shown: record.statusWord };
  outbox.notice('order-contradicted', intent.runId, about);
}

/** Whether a record that carries an intent's tag is its order. A close by hand keeps the tag, but has the other side. */
function isOf({ order: { contract, side } }: Intent, order: Order): boolean {
  return order.side === side && isSameContract(contract, order);
}

function isStranger(desk: Pick<Desk, 'intents'>, order: Order): boolean {
  const intent = desk.intents.byTag(order.tag);
  return intent !== undefined && !isSameContract(intent.order.contract, order);
}

/** Its fills are not of what the leg trades, so they must not become the leg's position. */
function noticeStranger(desk: Pick<Desk, 'intents' | 'outbox'>, order: Order): void {
  const intent = desk.intents.byTag(order.tag);
  if (intent === undefined || !isStranger(desk, order)) return;
  const { leg, contract } = intent.order;
  const { orderId, symbol } = order;
  const about = { orderId, symbol, tag: intent.tag, leg, legSymbol: contract.symbol };
  desk.outbox.notice('tag-of-another-contract', intent.runId, about);
}

/** An entry whose tag something else was sent under was decided before: sent again, it would be a second one. */
function keepUnsent(desk: Desk, order: Order): void {
  const intent = desk.intents.byTag(order.tag);
  if (intent?.state !== 'waiting' || intent.order.role !== 'entry') return;
  if (isOf(intent, order)) return;
  refuseUnsent(desk, intent, { kind: 'tag-taken', detail: intent.tag });
}

/** Tells people of orders, seen for the first time, that are of no run. */
function noticeForeign(desk: Desk, orders: readonly Order[]): void {
  const orphans = orders.filter((order) => isOrphan(desk, order));
  const others = orders.length - orphans.length;
  if (others > 0) desk.outbox.notice('orders-of-no-run', null, { orders: others });
  haltForEarlier(desk, orphans);
  for (const order of orphans.filter((of) => !isStranger(desk, of))) {
    const { tag, statusWord } = order;
    desk.outbox.notice('orphan-order', null, { ...foreignOrder(order), tag, statusWord });
  }
}

/** Tells people of orders that a list had shown and lacks now, and of those that are back. */
export function noticeVanished(desk: Desk, orders: readonly Pick<Order, 'orderId'>[]): void {
  const { vanished, returned } = desk.listWatch.observe(orders, desk.nowMs);
  if (vanished.length > 0) desk.outbox.notice('orders-missing', null, { orderIds: vanished });
  if (returned.length > 0) desk.outbox.notice('orders-back', null, { orderIds: returned });
}
