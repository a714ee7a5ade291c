import { type EngineView } from '../../../engine/engine-view.ts';
import { type OracleFacts } from '../oracle-facts.ts';

/** Reads a list of orders at least this often, unless it must not log in. */
const SIGHT_MS = 20_000;

/**
 * What is left unsettled a minute after the faults ended (I27); null when nothing is. What is visibly unknown, absent or
 * held counts as settled: the operator is told.
 */
export function whatIsUnsettled(facts: OracleFacts, view: EngineView): string | null {
  const { machine } = facts;
  const nowMs = machine.processClock.nowMs();
  const { ordersAtMs } = view.lastGoodPolls;
  // While a login has to wait, nothing can be seen; that is told, too.
  if (ordersAtMs === null || nowMs - ordersAtMs > SIGHT_MS) return null;
  const stuck = view.intents.find(({ state }) => state === 'sending');
  if (stuck !== undefined && view.attemptsUnderWay === 0) return `${stuck.tag} is sent for ever`;
  return whatIsUnseen(facts, view);
}

function whatIsUnseen({ truth, machine }: OracleFacts, view: EngineView): string | null {
  const seen = new Map(view.orders.map((order) => [order.orderId, order]));
  for (const [tag, orders] of truth.ordersByTag) {
    if (!truth.durableIntents.has(tag)) continue;
    for (const { orderId, filledUnits, updatedAtMs } of orders.values()) {
      if (machine.nowMs - updatedAtMs < SIGHT_MS) continue;
      const known = seen.get(orderId);
      if (known === undefined) return `${tag} (${orderId}) has not been seen`;
      if (known.filledUnits < filledUnits) {
        return `${tag} has filled ${String(filledUnits)} units, ${String(known.filledUnits)} are known`;
      }
    }
  }
  return null;
}
