import { type LegOrder } from '../model/command.ts';
import { type HeldFacts } from '../risk/check-exit.ts';
import { type Desk } from './desk.ts';
import { type Intent, isExit, openUnits } from './intent.ts';

/**
 * What is held of an order's contract under its leg, and how much of it other exits may still close. Of those
 * that wait only the older ones count for an intent of their own (`self`), or two would block each other.
 */
export function heldFacts(
  desk: Desk,
  about: { readonly runId: string; readonly order: LegOrder },
  self: Intent | null,
): HeldFacts {
  const { runId, order } = about;
  const { symbol } = order.contract;
  let coveredUnits = 0;
  let isYounger = false;
  for (const other of desk.intents.ofLeg(runId, order.leg)) {
    if (other === self) isYounger = true;
    if (other === self || !isExit(other) || other.order.contract.symbol !== symbol) continue;
    if (isYounger && other.state === 'waiting') continue;
    coveredUnits += openUnits(other);
  }
  return { netUnits: desk.ledger.netUnits(runId, order.leg, symbol), coveredUnits };
}
