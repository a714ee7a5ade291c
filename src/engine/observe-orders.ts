import { type Order } from '../model/order.ts';
import { type LegRef, type OrderEvent, type Seen } from '../model/order-event.ts';
import { type OrdersObservation } from '../ports/orders.ts';
import { type Desk } from './desk.ts';
import { type Intent } from './intent.ts';
import { noticeForeign } from './notice-foreign.ts';

/** Takes in a poll of today's orders: matches by tag, moves intents and positions, tells each run its own events. */
export function observeOrders(desk: Desk, observation: OrdersObservation, seen: Seen): void {
  const events = desk.orders.observe(observation.orders, seen, (order) => legRefOf(desk, order));
  const byRun = new Map<string, OrderEvent[]>();
  const foreign: Order[] = [];
  for (const event of events) {
    const intent = desk.intents.byTag(event.order.tag);
    if (intent === undefined) {
      if (event.kind === 'appeared') foreign.push(event.order);
      continue;
    }
    if (event.legRef === null) {
      if (event.kind === 'appeared') noticeStranger(desk, intent, event.order);
      continue;
    }
    takeIn(desk, intent, event);
    const own = byRun.get(intent.runId) ?? [];
    own.push(event);
    byRun.set(intent.runId, own);
  }
  noticeForeign(desk, foreign);
  for (const [runId, own] of byRun) {
    if (!desk.runs.isRunning(runId)) continue;
    desk.outbox.deliver(runId, { kind: 'orders-observed', atMs: desk.nowMs, events: own, seen });
  }
}

function legRefOf(desk: Desk, order: Order): LegRef | null {
  const intent = order.tag === '' ? undefined : desk.intents.byTag(order.tag);
  if (intent === undefined || !isOf(intent, order)) return null;
  const { leg, role } = intent.order;
  return { runId: intent.runId, leg, role };
}

function takeIn(desk: Desk, intent: Intent, event: OrderEvent): void {
  const { order } = event;
  const { leg, contract } = intent.order;
  const isNew = !intent.orders.has(order.orderId);
  intent.orders.set(order.orderId, order);
  if (isNew && intent.orders.size > 1) {
    const ids = [...intent.orders.keys()].join(', ');
    const message = `Two orders carry the tag of leg "${leg}", ${intent.tag}: ${ids}`;
    desk.outbox.notice('critical', intent.runId, message);
  }
  if (isNew) acknowledge(desk, intent, order);
  desk.ledger.apply(event, { runId: intent.runId, leg, contract });
  if (event.kind === 'rejected') {
    const why = [order.rejectionCode, order.rejectionReason].filter((word) => word !== '');
    intent.detail = why.join(': ');
    const message = `Order of leg "${leg}" (${order.symbol}) was rejected: ${intent.detail}`;
    desk.outbox.notice('warning', intent.runId, message);
  }
}

/** A poll that shows the tag decides what an answer left open, and overrules an answer that said no. */
function acknowledge(desk: Desk, intent: Intent, order: Order): void {
  const name = `Order ${order.orderId} of leg "${intent.order.leg}"`;
  switch (intent.state) {
    case 'unknown':
      desk.outbox.notice('info', intent.runId, `${name} was unknown and has been found`);
      break;
    case 'rejected':
    case 'refused':
      desk.outbox.notice(
        'critical',
        intent.runId,
        `${name} exists although it is held to be ${intent.state}: ${intent.detail}`,
      );
      break;
    case 'waiting':
      desk.outbox.notice('warning', intent.runId, `${name} exists before it was sent: taken over`);
      break;
    case 'sending':
    case 'accepted':
      break;
  }
  // While an attempt is under way its answer is still to come and moves the state itself.
  if (intent.state !== 'sending') intent.state = 'accepted';
  desk.intents.revive(intent);
}

/** Whether a record that carries an intent's tag is in its contract. The side may differ: a close by hand keeps the tag. */
function isOf({ order: { contract } }: Intent, order: Order): boolean {
  return order.symbol === contract.symbol || order.instrumentId === contract.instrumentId;
}

/** Its fills are not of what the leg trades, so they must not become the leg's position. */
function noticeStranger(desk: Desk, intent: Intent, order: Order): void {
  const { leg, contract } = intent.order;
  const message = `Order ${order.orderId} (${order.symbol}) carries the tag ${intent.tag} of leg "${leg}", which trades ${contract.symbol}: left alone`;
  desk.outbox.notice('critical', intent.runId, message);
}
