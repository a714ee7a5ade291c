import { sha256Hex } from '../../base/hash.ts';
import { invariant } from '../../base/invariant.ts';
import { stableJson } from '../../base/json.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { foldOrder } from '../../model/orders/order-fold.ts';
import { type Order, type OrderEvent } from '../../model/orders/order.ts';
import { orderTag } from '../../model/orders/tag.ts';
import { type Desk } from '../desk.ts';
import { become } from './intent-machine.ts';
import { type EntryGroup, type Intent } from './intent.ts';
import { refuseUnsent } from './refuse.ts';

/** The source of an order. */
export interface PlanFor {
  readonly runId: string;
  readonly commandIndex: number | null;
  readonly origin: Intent['origin'];
  readonly group: EntryGroup | null;
}

/** Turns an order that the gate let in into intents, one a slice, and journals them. Returns their tags. */
export function planIntents(desk: Desk, order: LegOrder, plan: PlanFor): readonly string[] {
  const { runId } = plan;
  const { leg, role } = order;
  const { mode, account, build } = desk.options;
  const occurrence = desk.intents.nextOccurrence(runId, leg, role);
  const tags: string[] = [];
  let plannedUnits = 0;
  for (const [slice, quantityUnits] of sliceQuantity(
    order.quantityUnits,
    order.contract,
  ).entries()) {
    const tag = orderTag({ mode, account, runId, leg, role, occurrence, slice });
    const intent = newIntent({ ...plan, tag, atMs: desk.nowMs }, { ...order, quantityUnits });
    const { parametersHash } = intent;
    desk.intents.add(intent);
    desk.runs.get(runId).orders += 1;
    plan.group?.intents.push(intent);
    const provenance = { mode, account, build };
    const entry = { atMs: desk.nowMs, runId, tag, leg, role, parametersHash, ...provenance };
    desk.outbox.record({ kind: 'intent', ...entry });
    claim(desk, intent);
    tags.push(tag);
    plannedUnits += quantityUnits;
  }
  invariant(plannedUnits === order.quantityUnits, 'The slices of an order are not all of it');
  return tags;
}

/** The same decision has the same tag: an order that already carries it was sent before, and is not sent again. */
function claim(desk: Desk, intent: Intent): void {
  const orders = desk.orders.claim(intent.tag);
  if (orders.length === 0) return;
  if (orders.some((order) => !isAsDecided(order, intent.order))) {
    refuseUnsent(desk, intent, { kind: 'tag-taken', detail: intent.tag });
    return;
  }
  adoptOrders(desk, intent, orders);
  become(intent, 'claimed');
  const { tag, order } = intent;
  desk.outbox.notice('order-taken-over', intent.runId, { leg: order.leg, tag });
}

function isAsDecided(order: Order, decided: LegOrder): boolean {
  return (
    order.symbol === decided.contract.symbol &&
    order.side === decided.side &&
    order.quantityUnits === decided.quantityUnits
  );
}

function newIntent(
  plan: PlanFor & { readonly tag: string; readonly atMs: number },
  order: LegOrder,
): Intent {
  return {
    tag: plan.tag,
    runId: plan.runId,
    commandIndex: plan.commandIndex,
    origin: plan.origin,
    order,
    parametersHash: hashOf(order),
    plannedAtMs: plan.atMs,
    waitingSinceMs: plan.atMs,
    group: plan.group,
    state: 'waiting',
    detail: '',
    resends: 0,
    isResendAsked: false,
    sentAtMs: null,
    firstSentAtMs: null,
    wantedUnits: order.quantityUnits,
    surplusTags: [],
    surplusCancels: new Map(),
    sentTerms: null,
    pricedAtMs: null,
    endedAtMs: null,
    acceptedOrderId: null,
    orders: new Map(),
    cancel: null,
    modify: null,
    modifyUnderWay: null,
    modifications: 0,
    replaceWith: null,
    isUnresolvedNoticed: false,
    heldBack: null,
    absence: null,
  };
}

function hashOf(order: LegOrder): string {
  const { contract, side, quantityUnits, product, terms } = order;
  const { instrumentId, symbol } = contract;
  return sha256Hex(
    stableJson({ instrumentId, symbol, side, quantityUnits, product, terms: { ...terms } }),
  );
}

/** Splits a quantity into orders that the exchange does not freeze: whole lots, largest first. */
export function sliceQuantity(
  quantityUnits: number,
  contract: Pick<Contract, 'lotSizeUnits' | 'freezeUnits'>,
): readonly number[] {
  const sliceUnits = sliceUnitsMax(contract);
  if (sliceUnits === null || quantityUnits <= sliceUnits) return [quantityUnits];
  const slices: number[] = [];
  for (let leftUnits = quantityUnits; leftUnits > 0; leftUnits -= sliceUnits) {
    slices.push(Math.min(leftUnits, sliceUnits));
  }
  return slices;
}

/** How many orders a quantity is split into, without making the list. */
export function sliceCount(
  quantityUnits: number,
  contract: Pick<Contract, 'lotSizeUnits' | 'freezeUnits'>,
): number {
  const sliceUnits = sliceUnitsMax(contract);
  return sliceUnits === null ? 1 : Math.ceil(quantityUnits / sliceUnits);
}

/** Most units of one order in whole lots; null when nothing is known. A freeze below a lot cannot be obeyed by splitting. */
function sliceUnitsMax({
  lotSizeUnits,
  freezeUnits,
}: Pick<Contract, 'lotSizeUnits' | 'freezeUnits'>): number | null {
  if (freezeUnits === null || freezeUnits < lotSizeUnits) return null;
  return Math.floor(freezeUnits / lotSizeUnits) * lotSizeUnits;
}

/** Takes orders that were seen before their intent existed: their fills count, and the run sees them appear. */
export function adoptOrders(desk: Desk, intent: Intent, orders: readonly Order[]): void {
  invariant(intent.orders.size === 0, 'An intent adopts orders beside its own');
  const { runId, order } = intent;
  const { leg, role, contract } = order;
  const polledAtMs = desk.polls.state('orders').lastGoodAtMs ?? desk.nowMs;
  const seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - polledAtMs };
  const events: OrderEvent[] = [];
  for (const adopted of orders) {
    const about = { legRef: { runId, leg, role }, seen };
    events.push(...foldOrder(undefined, adopted, about).events);
    intent.orders.set(adopted.orderId, adopted);
  }
  for (const event of events) desk.ledger.apply(event, { runId, leg, contract });
  if (!desk.runs.isRunning(runId)) return;
  desk.outbox.deliver(runId, { kind: 'orders-observed', atMs: desk.nowMs, events, seen });
}
