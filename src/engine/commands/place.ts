import { type Command, type LegOrder } from '../../model/orders/command.ts';
import { whyNotText } from '../../notices/refusals.ts';
import { isEntry, screenOrder } from '../../risk/approve-order.ts';
import { isAboutAddedRisk, type Refusal } from '../../risk/refusal.ts';
import { isHedged } from '../baskets/basket-book.ts';
import { tellExitRefused } from '../carrying/watch-carried.ts';
import { type Desk } from '../desk.ts';
import { type EntryGroup } from '../intents/intent.ts';
import { planIntents, sliceCount } from '../intents/plan-intents.ts';
import { refuse, siblingRefused } from '../intents/refuse.ts';
import { checkPaused, checkProduct, checkUnresolved, inHeldProduct } from '../judging/check-leg.ts';
import { accountFacts } from '../judging/entry-facts.ts';
import { type CommandRef } from '../lifecycle/run-book.ts';
import { coverLost } from '../positions/cover-lost.ts';
import { areHedges, uncovers } from '../positions/cover.ts';
import { expectedPaise, type Exposure, exposureOfOrder } from '../positions/exposure.ts';
import { heldFacts } from '../positions/legs.ts';
import { askExit, askRefusedStop } from '../protecting/ask-exit.ts';
import { checkStage, scaledToStage } from './scale-to-stage.ts';

type Place = Extract<Command, { kind: 'place' }>;

/**
 * Judges the orders of a place command. Exits stand each for itself. Entries stand or fall together: half a
 * spread is not what was asked for.
 */
export function placeOrders(desk: Desk, command: Place, ref: CommandRef): void {
  const orders = scaledToStage(desk, command.orders, ref.runId);
  if (orders.length === 0) {
    const detail = 'Place names no order: found 0, allowed at least 1';
    refuse(desk, { ...ref, leg: null }, { kind: 'not-a-command', detail });
    return;
  }
  const exits = orders.filter((order) => !isEntry(order));
  const entries = orders.filter(isEntry);
  const refusals = screenEntries(desk, { entries, exits }, ref);
  const refused = entries.find((_, index) => refusals[index] !== null);
  for (const exit of exits) {
    if (refused !== undefined && uncovers(desk, ref.runId, exit)) {
      const { kind, detail } = siblingRefused(refused.leg);
      const kept = { kind, detail: `${detail}, and this one covers a short: it is kept` };
      refuse(desk, { ...ref, leg: exit.leg }, kept);
    } else placeExit(desk, exit, ref);
  }
  if (refused === undefined) {
    placeEntries(desk, { ...command, orders: entries }, ref);
    return;
  }
  for (const [index, order] of entries.entries()) {
    const why = refusals[index] ?? siblingRefused(refused.leg);
    refuse(desk, { ...ref, leg: order.leg }, why);
    coverLost(desk, { runId: ref.runId, order }, whyNotText(why));
  }
}

function placeExit(desk: Desk, order: LegOrder, ref: CommandRef): void {
  const refusal = screen(desk, order, { ...ref, before: NOTHING_BEFORE, isHedge: false });
  const exit = inHeldProduct(desk, ref.runId, order);
  if (refusal === null) {
    askExit(desk, exit, ref);
    return;
  }
  refuse(desk, { ...ref, leg: order.leg }, refusal);
  askRefusedStop(desk, exit, { ref, refusal });
  if (order.role !== 'stop') tellExitRefused(desk, ref.runId, order.leg);
}

/** What the gate says of each entry: of one that adds risk, and whether all of them together take some away. */
function screenEntries(
  desk: Desk,
  { entries, exits }: Readonly<Record<'entries' | 'exits', readonly LegOrder[]>>,
  ref: CommandRef,
): readonly (Refusal | null)[] {
  const screenAll = (isHedge: boolean): readonly (Refusal | null)[] => {
    let before = NOTHING_BEFORE;
    return entries.map((order) => {
      const refusal =
        screen(desk, order, { ...ref, before, isHedge }) ??
        checkStage(desk, order, { runId: ref.runId, entries });
      before = plus(before, asBefore(desk, order));
      return refusal;
    });
  };
  const refusals = screenAll(false);
  const isAskedAgain = refusals.some((refusal) => refusal !== null && isAboutAddedRisk(refusal));
  if (!isAskedAgain || !areHedges(desk, entries, { ...ref, before: exits })) return refusals;
  return screenAll(true);
}

function placeEntries(
  desk: Desk,
  { orders: entries, basket: asked }: Pick<Place, 'orders' | 'basket'>,
  { runId, commandIndex }: CommandRef,
): void {
  if (entries.length === 0) return;
  const group: EntryGroup = { intents: [], hedgedAtMs: null };
  desk.entryLog.add({ runId, commandIndex }, entries, desk);
  for (const order of entries) {
    planIntents(desk, order, { runId, commandIndex, origin: 'command', group });
  }
  // Half a spread is a position that was not wanted, so it has a deadline even where the strategy names none.
  if (entries.length < 2 && asked === undefined) return;
  const otherwise = isHedged(group) ? 'unwind' : 'hold';
  const plan = asked ?? { withinMs: desk.limits.basketWithinMs, otherwise };
  desk.baskets.add({ runId, group, plan, isAsked: asked !== undefined });
}

/** What earlier orders of the same command add. */
interface Before extends Exposure {
  readonly orders: number;
}

const NOTHING_BEFORE: Before = { orders: 0, lots: 0, premiumPaise: 0 };

function asBefore(desk: Pick<Desk, 'quotes'>, order: LegOrder): Before {
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
  about: CommandRef & { readonly before: Before; readonly isHedge: boolean },
): Refusal | null {
  const { runId, before, isHedge } = about;
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
    isHedge,
    mode: desk.options.mode,
    held: heldFacts(desk, { runId, order }, null),
    // Put together only where they are asked for: no exit is screened by them.
    get account() {
      return accountFacts(desk, { runId, self: null, slices: orders, lots, premiumPaise });
    },
    get repetition() {
      return desk.entryLog.like(order, about, desk);
    },
    get listedLotUnits() {
      return desk.contracts.listedLotUnits(order.contract);
    },
    ordersOfRun: desk.runs.get(runId).orders + before.orders,
    ordersToday: desk.runs.orders() + before.orders,
    slices: sliceCount(order.quantityUnits, order.contract),
    pricePaise: expectedPaise(desk, order, order.terms),
  });
}
