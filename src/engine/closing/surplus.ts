import { backoffMs } from '../engine-limits.ts';
import { invariant } from '../../base/invariant.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { opposite } from '../../model/orders/order.ts';
import { wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk, hasCome, isInSession, type Legs, type Settling } from '../desk.ts';
import {
  filledUnits,
  type Intent,
  isExit,
  isLive,
  leftUnits,
  openUnits,
  workingOrders,
} from '../intents/intent.ts';
import { planIntents } from '../intents/plan-intents.ts';
import { isBookKnown } from '../lifecycle/away.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';
import { repriceExit } from './reprice-exit.ts';

/**
 * Where two orders carry one tag, or one exists that was taken for over: closes what they filled beyond what was asked
 * for, by exits that can only reduce. What still works of it is cancelled by `surplusOrderIds`.
 */
export function flattenSurplus(desk: Desk): void {
  if (desk.surplus.size === 0 || !isInSession(desk) || !isBookKnown(desk)) return;
  for (const intent of desk.surplus) {
    const { runId, order } = intent;
    for (const exit of surplusExits(desk, intent)) repriceExit(desk, exit);
    if (isExit(intent)) cancelExcess(desk, intent);
    // A square-off closes all of it.
    if (desk.squareOffs.covers(runId, order.leg)) continue;
    closeSurplus(desk, intent);
  }
}

/** Working orders of an intent that would fill more than was asked for: the first seen is kept, as far as there is room. */
export function surplusOrderIds(intent: Intent): readonly string[] {
  let roomUnits = intent.wantedUnits - filledUnits(intent);
  const surplus: string[] = [];
  for (const order of workingOrders(intent)) {
    if (leftUnits(order) <= roomUnits) roomUnits -= leftUnits(order);
    else surplus.push(order.orderId);
  }
  return surplus;
}

function closeSurplus(desk: Desk, intent: Intent): void {
  const { runId, order } = intent;
  const { leg, contract, side, product } = order;
  const surplusUnits = filledUnits(intent) - intent.wantedUnits;
  const exits = surplusExits(desk, intent);
  const closedUnits = exits.reduce((units, exit) => units + filledUnits(exit) + openUnits(exit), 0);
  const netUnits = desk.ledger.netUnits(runId, leg, contract.symbol);
  const heldUnits = side === 'buy' ? netUnits : -netUnits;
  const freeUnits = heldUnits - openExitUnits(desk, intent);
  const quantityUnits = Math.min(surplusUnits - closedUnits, freeUnits);
  if (quantityUnits <= 0) return;
  invariant(quantityUnits <= heldUnits, 'Closing a surplus would turn a leg over');
  if (!hasCome(desk, retryAtMs(desk, exits))) return;
  const exit: LegOrder = {
    leg,
    role: 'exit',
    contract,
    side: opposite(side),
    quantityUnits,
    terms: { kind: 'marketable', bufferPercent: null },
    product,
  };
  const plan = { runId, commandIndex: null, origin: 'surplus', group: null } as const;
  intent.surplusTags.push(...planIntents(desk, exit, plan));
}

/** Cancels other exits of the leg that would close more than this one has left: they would open the other way. */
function cancelExcess(desk: Legs & Settling, intent: Intent): void {
  const { runId, order } = intent;
  const netUnits = desk.ledger.netUnits(runId, order.leg, order.contract.symbol);
  const heldUnits = Math.max(0, order.side === 'buy' ? -netUnits : netUnits);
  const ownUnits = Math.min(openUnits(intent), intent.wantedUnits - filledUnits(intent));
  const others = desk.intents
    .ofLeg(runId, order.leg)
    .filter((other) => other !== intent && other.cancel === null && isSameExit(other, intent));
  let excessUnits = Math.max(0, ownUnits) - heldUnits;
  for (const other of others) excessUnits += openUnits(other);
  for (const other of others.toReversed()) {
    if (excessUnits <= 0) return;
    excessUnits -= openUnits(other);
    wishCancel(desk, other, 'another exit of its leg has filled');
  }
}

function isSameExit(other: Intent, { order }: Intent): boolean {
  const { side, contract } = other.order;
  return (
    isExit(other) &&
    isLive(other) &&
    side === order.side &&
    contract.symbol === order.contract.symbol
  );
}

/** Units that exits of the leg may still close on that side. */
function openExitUnits(desk: Pick<Desk, 'intents'>, { runId, order }: Intent): number {
  let units = 0;
  for (const other of desk.intents.ofLeg(runId, order.leg)) {
    const isClosing = isExit(other) && other.order.side !== order.side;
    if (isClosing && other.order.contract.symbol === order.contract.symbol) {
      units += openUnits(other);
    }
  }
  return units;
}

function surplusExits(desk: Pick<Desk, 'intents'>, { surplusTags }: Intent): readonly Intent[] {
  return surplusTags.flatMap((tag) => desk.intents.byTag(tag) ?? []);
}

/** An exit that failed is tried again, later each time. */
function retryAtMs(desk: Pick<Desk, 'limits'>, exits: readonly Intent[]): number {
  const last = exits.at(-1);
  if (last === undefined || last.endedAtMs === null) return -Infinity;
  return last.endedAtMs + backoffMs(desk.limits, exits.length);
}

/**
 * Cancels exits that would close more than is left once others have closed some of a leg: they would open the other
 * way. What is left is placed anew when the cancelled order is over (`driveExits`); its quantity cannot be modified.
 */
export function trimExits(desk: Legs & Settling): void {
  for (const line of desk.foreign.touched()) trim(desk, line);
}

function trim(desk: Legs & Settling, line: LedgerLine): void {
  const { runId, leg, contract, position } = line;
  const { foreignOrders } = desk.runs.get(runId).policies;
  // What the operator says is gone counts whatever the policy about orders of others.
  if (foreignOrders === 'alert' && line.takenOffUnits === 0) return;
  const heldUnits = Math.max(0, Math.abs(position.netUnits) - desk.foreign.suspectedUnits(line));
  const exits = desk.intents.ofLeg(runId, leg).filter(
    (intent) =>
      isExit(intent) &&
      isLive(intent) &&
      // The gate looks at those itself when they leave.
      intent.state !== 'waiting' &&
      intent.cancel === null &&
      intent.order.contract.symbol === contract.symbol,
  );
  const closingSide = position.netUnits > 0 ? 'sell' : 'buy';
  const coveredUnits = exits
    .filter(({ order }) => order.side === closingSide)
    .reduce((units, exit) => units + openUnits(exit), 0);
  let surplusUnits = coveredUnits - heldUnits;
  for (const exit of exits.toReversed()) {
    const isClosing = exit.order.side === closingSide;
    if (isClosing && surplusUnits <= 0) continue;
    if (isClosing) surplusUnits -= openUnits(exit);
    wishCancel(desk, exit, 'others closed what it was to close');
  }
}
