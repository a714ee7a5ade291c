import { type Basket, type Command, type LegOrder } from '../model/command.ts';
import { isEntry, screenOrder } from '../risk/approve-order.ts';
import { type Refusal } from '../risk/refusal.ts';
import { checkPaused } from './check-paused.ts';
import { isHedged } from './basket-book.ts';
import { checkProduct, inHeldProduct } from './check-product.ts';
import { type Desk } from './desk.ts';
import { type CommandRef } from './command-ref.ts';
import { accountFacts } from './entry-facts.ts';
import { expectedPaise, type Exposure, exposureOfOrder } from './exposure.ts';
import { heldFacts } from './held-facts.ts';
import { type EntryGroup } from './intent.ts';
import { planIntents } from './plan-intents.ts';
import { askExit, askRefusedStop } from './protecting/ask-exit.ts';
import { refuse } from './refuse.ts';
import { sliceCount } from './slice-quantity.ts';
import { checkUnresolved } from './unresolved-entry.ts';

/**
 * Judges the orders of a place command. Exits stand each for itself. Entries stand or fall together: half a
 * spread is not what was asked for.
 */
export function placeOrders(
  desk: Desk,
  { orders, basket }: Extract<Command, { kind: 'place' }>,
  ref: CommandRef,
): void {
  if (orders.length === 0) {
    refuse(desk, { ...ref, leg: null }, 'Place names no order: found 0, allowed at least 1');
    return;
  }
  for (const order of orders) {
    if (isEntry(order)) continue;
    const refusal = screen(desk, order, { ...ref, before: NOTHING_BEFORE });
    const exit = inHeldProduct(desk, ref.runId, order);
    if (refusal === null) {
      askExit(desk, exit, ref);
      continue;
    }
    refuse(desk, { ...ref, leg: order.leg }, refusal);
    askRefusedStop(desk, exit, { ref, refusal });
  }
  const entries = orders.filter(isEntry);
  if (entries.length > 0) placeEntries(desk, { entries, basket }, ref);
}

function placeEntries(
  desk: Desk,
  {
    entries,
    basket,
  }: { readonly entries: readonly LegOrder[]; readonly basket: Basket | undefined },
  ref: CommandRef,
): void {
  let before = NOTHING_BEFORE;
  const refusals = entries.map((order) => {
    const refusal = screen(desk, order, { ...ref, before });
    before = plus(before, asBefore(desk, order));
    return refusal;
  });
  const refused = entries.find((_, index) => refusals[index] !== null);
  if (refused === undefined) {
    const group: EntryGroup = { intents: [], hedgedAtMs: null };
    desk.entryLog.add(ref, entries, desk);
    for (const order of entries) planIntents(desk, order, { ...ref, origin: 'command', group });
    watchBasket(desk, { runId: ref.runId, group, entries: entries.length }, basket);
    return;
  }
  for (const [index, order] of entries.entries()) {
    const sibling = `Not sent because leg "${refused.leg}" of the same command was refused`;
    refuse(desk, { ...ref, leg: order.leg }, refusals[index] ?? sibling);
  }
}

/** Half a spread is a position that nobody asked for, so it has a deadline even where the strategy names none. */
function watchBasket(
  desk: Desk,
  of: { readonly runId: string; readonly group: EntryGroup; readonly entries: number },
  asked: Basket | undefined,
): void {
  if (of.entries < 2 && asked === undefined) return;
  const { runId, group } = of;
  const otherwise = isHedged(group) ? 'unwind' : 'hold';
  const plan = asked ?? { withinMs: desk.limits.basketWithinMs, otherwise };
  desk.baskets.add({ runId, group, plan, isAsked: asked !== undefined });
}

/** What earlier orders of the same command add. */
interface Before extends Exposure {
  readonly orders: number;
}

const NOTHING_BEFORE: Before = { orders: 0, lots: 0, premiumPaise: 0 };

function asBefore(desk: Desk, order: LegOrder): Before {
  const pricePaise = expectedPaise(desk, order, order.terms);
  const added = exposureOfOrder(order, order.quantityUnits, pricePaise);
  return { ...added, orders: sliceCount(order.quantityUnits, order.contract) };
}

function plus(left: Before, right: Before): Before {
  return {
    orders: left.orders + right.orders,
    lots: left.lots + right.lots,
    premiumPaise: left.premiumPaise + right.premiumPaise,
  };
}

function screen(
  desk: Desk,
  order: LegOrder,
  about: CommandRef & { readonly before: Before },
): Refusal | null {
  const { runId, before } = about;
  if (desk.squareOffs.covers(runId, order.leg)) {
    return {
      rule: 'squaring-off',
      what: `Leg "${order.leg}" is being squared off`,
      found: `an order with role ${order.role}`,
      allowed: 'none until it is flat',
    };
  }
  const hindrance =
    checkPaused(desk, runId, order.leg) ??
    checkUnresolved(desk, runId, order) ??
    checkProduct(desk, runId, order);
  if (hindrance !== null) return hindrance;
  const { nowMs, day, limits } = desk;
  const { lots, premiumPaise, orders } = plus(before, asBefore(desk, order));
  return screenOrder(order, {
    nowMs,
    day,
    limits,
    mode: desk.options.mode,
    held: heldFacts(desk, { runId, order }, null),
    account: accountFacts(desk, { runId, self: null, slices: orders, lots, premiumPaise }),
    repetition: desk.entryLog.like(order, about, desk),
    ordersOfRun: desk.runs.get(runId).orders + before.orders,
    ordersToday: desk.runs.orders() + before.orders,
    slices: sliceCount(order.quantityUnits, order.contract),
    pricePaise: expectedPaise(desk, order, order.terms),
    listedLotUnits: desk.contracts.listedLotUnits(order.contract),
  });
}
