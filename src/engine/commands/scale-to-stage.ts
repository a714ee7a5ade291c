import { type LegOrder } from '../../model/orders/command.ts';
import { isEntry } from '../../risk/approve-order.ts';
import { type Refusal } from '../../risk/refusal.ts';
import { type Desk, type Legs } from '../desk.ts';
import { isExit, openUnits } from '../intents/intent.ts';

/**
 * Orders of one command as the stage of their run lets them out. At `one-lot` entries that ask for the same number of lots
 * become one lot each; others keep their quantities, and `checkStage` refuses them: a ratio of 2:1 has no form in which
 * each leg is one lot. An exit for more than is held closes the open position.
 */
export function scaledToStage(
  desk: Legs & Pick<Desk, 'runs'>,
  orders: readonly LegOrder[],
  runId: string,
): readonly LegOrder[] {
  if (desk.runs.get(runId).policies.stage !== 'one-lot') return orders;
  const isEven = new Set(orders.filter(isEntry).map(lotsOf)).size <= 1;
  return orders.map((order) => {
    if (!isWholeLots(order)) return order;
    if (!isEntry(order)) return asHeld(desk, order, runId);
    return isEven ? { ...order, quantityUnits: order.contract.lotSizeUnits } : order;
  });
}

/** Refuses an entry with which its leg would come to more than one lot of a contract, where the stage allows no more. */
export function checkStage(
  desk: Legs & Pick<Desk, 'runs'>,
  order: LegOrder,
  { runId, entries }: { readonly runId: string; readonly entries: readonly LegOrder[] },
): Refusal | null {
  if (desk.runs.get(runId).policies.stage !== 'one-lot') return null;
  const { leg, contract } = order;
  const besides = unitsAtWork(desk, order, runId) + unitsAmong(entries, order);
  if (besides <= contract.lotSizeUnits) return null;
  const lots = String(besides / contract.lotSizeUnits);
  return {
    rule: 'stage',
    what: `Stage one-lot: leg "${leg}" in ${contract.symbol}`,
    found: `${lots} lots, open and working`,
    allowed:
      'one lot a leg; legs of one command with equal lots are scaled down, other ratios need stage full',
  };
}

function lotsOf({ quantityUnits, contract }: LegOrder): number {
  return quantityUnits / contract.lotSizeUnits;
}

/** What is not is left to the gate, which says so. */
function isWholeLots(order: LegOrder): boolean {
  const lots = lotsOf(order);
  return Number.isSafeInteger(lots) && lots >= 1;
}

function asHeld(desk: Legs, order: LegOrder, runId: string): LegOrder {
  const netUnits = desk.ledger.netUnits(runId, order.leg, order.contract.symbol);
  const heldUnits = Math.abs(netUnits);
  return heldUnits === 0 || order.quantityUnits <= heldUnits
    ? order
    : { ...order, quantityUnits: heldUnits };
}

/** Units of the leg that are held on the order's side, and those that entries at work may still add; unknown ones count in full. */
function unitsAtWork(desk: Legs, { leg, contract, side }: LegOrder, runId: string): number {
  const netUnits = desk.ledger.netUnits(runId, leg, contract.symbol);
  let units = Math.max(0, side === 'buy' ? netUnits : -netUnits);
  for (const intent of desk.intents.inPlay(runId, leg)) {
    const { order } = intent;
    if (isExit(intent) || order.side !== side) continue;
    if (order.contract.symbol === contract.symbol) units += openUnits(intent);
  }
  return units;
}

/** Units of the same leg, contract and side among the entries of one command, the order itself included. */
function unitsAmong(entries: readonly LegOrder[], of: LegOrder): number {
  return entries
    .filter(({ leg, side, contract }) => {
      return leg === of.leg && side === of.side && contract.symbol === of.contract.symbol;
    })
    .reduce((sum, { quantityUnits }) => sum + quantityUnits, 0);
}
