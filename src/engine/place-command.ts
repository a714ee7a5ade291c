import { type LegOrder } from '../model/command.ts';
import { isEntry, screenOrder } from '../risk/approve-order.ts';
import { type Refusal } from '../risk/refusal.ts';
import { type Desk } from './desk.ts';
import { heldFacts } from './held-facts.ts';
import { type EntryGroup } from './intent.ts';
import { planIntents } from './plan-intents.ts';
import { refuse } from './refuse.ts';
import { sliceCount } from './slice-quantity.ts';

/** Which command of which run. */
export interface CommandRef {
  readonly runId: string;
  readonly commandIndex: number;
}

/**
 * Judges the orders of a place command. Exits stand each for itself. Entries stand or fall together: half a
 * spread is not what was asked for.
 */
export function placeOrders(desk: Desk, orders: readonly LegOrder[], ref: CommandRef): void {
  if (orders.length === 0) {
    refuse(desk, { ...ref, leg: null }, 'Place names no order: found 0, allowed at least 1');
    return;
  }
  for (const order of orders) {
    if (isEntry(order)) continue;
    const refusal = screen(desk, order, { ...ref, ordersBefore: 0 });
    if (refusal === null) planIntents(desk, order, { ...ref, origin: 'command', group: null });
    else refuse(desk, { ...ref, leg: order.leg }, refusal);
  }
  const entries = orders.filter(isEntry);
  if (entries.length > 0) placeEntries(desk, entries, ref);
}

function placeEntries(desk: Desk, entries: readonly LegOrder[], ref: CommandRef): void {
  let ordersBefore = 0;
  const refusals = entries.map((order) => {
    const refusal = screen(desk, order, { ...ref, ordersBefore });
    ordersBefore += sliceCount(order.quantityUnits, order.contract);
    return refusal;
  });
  const refused = entries.find((_, index) => refusals[index] !== null);
  if (refused === undefined) {
    const group: EntryGroup = { intents: [], hedgedAtMs: null };
    for (const order of entries) planIntents(desk, order, { ...ref, origin: 'command', group });
    return;
  }
  for (const [index, order] of entries.entries()) {
    const sibling = `Not sent because leg "${refused.leg}" of the same command was refused`;
    refuse(desk, { ...ref, leg: order.leg }, refusals[index] ?? sibling);
  }
}

function screen(
  desk: Desk,
  order: LegOrder,
  about: CommandRef & { readonly ordersBefore: number },
): Refusal | null {
  if (desk.squareOffs.covers(about.runId, order.leg)) {
    return {
      rule: 'squaring-off',
      what: `Leg "${order.leg}" is being squared off`,
      found: `an order with role ${order.role}`,
      allowed: 'none until it is flat',
    };
  }
  const { nowMs, day, limits } = desk;
  return screenOrder(order, {
    nowMs,
    day,
    limits,
    mode: desk.options.mode,
    held: heldFacts(desk, { runId: about.runId, order }, null),
    ordersOfRun: desk.runs.get(about.runId).orders + about.ordersBefore,
    slices: sliceCount(order.quantityUnits, order.contract),
    listedLotUnits: desk.contracts.listedLotUnits(order.contract),
  });
}
