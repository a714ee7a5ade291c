import { type LegOrder } from '../../model/orders/command.ts';
import { type Product } from '../../model/orders/order.ts';
import { type HeldFacts } from '../../risk/check-order.ts';
import { type Desk, type Legs } from '../desk.ts';
import { type Intent, isExit, openUnits } from '../intents/intent.ts';
import { type LedgerLine } from './position-ledger.ts';

/** Names of the legs of a run: those that it began the day with, then the others in the order in which they were first used. */
export function legsOf(desk: Legs, runId: string): readonly string[] {
  const carried = desk.ledger.carriedLegs(runId);
  const used = desk.intents.legs(runId);
  return carried.length === 0 ? used : [...new Set([...carried, ...used])];
}

/** The product in which a leg holds a contract: a position is closed in the product in which it is held. */
export function productOf(
  desk: Pick<Desk, 'intents'>,
  { runId, leg, contract, carried }: Pick<LedgerLine, 'runId' | 'leg' | 'contract' | 'carried'>,
): Product {
  const intents = desk.intents.ofLeg(runId, leg);
  const entry = intents.findLast(
    ({ order }) =>
      order.role === 'entry' && (carried === null || order.contract.symbol === contract.symbol),
  );
  return entry?.order.product ?? (carried === null ? 'intraday' : 'carry-forward');
}

/**
 * Open units of an order's contract under its leg, and how much of them other exits may still close. Of those
 * that wait only the older ones count for an intent of their own (`self`), or two would block each other.
 */
export function heldFacts(
  desk: Legs,
  about: { readonly runId: string; readonly order: LegOrder },
  self: Intent | null,
): HeldFacts {
  const { runId, order } = about;
  const { symbol } = order.contract;
  let coveredUnits = 0;
  let isYounger = false;
  for (const other of desk.intents.inPlay(runId, order.leg)) {
    if (other === self) isYounger = true;
    if (other === self || !isExit(other) || other.order.contract.symbol !== symbol) continue;
    if (isYounger && other.state === 'waiting') continue;
    coveredUnits += openUnits(other);
  }
  return { netUnits: desk.ledger.netUnits(runId, order.leg, symbol), coveredUnits };
}
