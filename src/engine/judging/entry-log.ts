import { type LegOrder } from '../../model/orders/command.ts';
import { type RepetitionFacts } from '../../risk/check-size.ts';
import { type RiskLimits } from '../../risk/risk-limits.ts';

interface Entry {
  readonly atMs: number;
  readonly commandIndex: number;
  readonly order: LegOrder;
}

/** Entries that the gate let in lately, by run: what the rules about repetition look at. */
export class EntryLog {
  readonly #entries = new Map<string, readonly Entry[]>();

  /** Notes entries of a command; forgets what no rule can ask for any more. */
  add(
    ref: { readonly runId: string; readonly commandIndex: number },
    orders: readonly LegOrder[],
    about: { readonly nowMs: number; readonly limits: RiskLimits },
  ): void {
    const { legEntriesWithinMs, duplicateWithinMs } = about.limits;
    const fromMs = about.nowMs - Math.max(legEntriesWithinMs, duplicateWithinMs);
    const kept = (this.#entries.get(ref.runId) ?? []).filter(({ atMs }) => atMs > fromMs);
    const { commandIndex } = ref;
    const added = orders.map((order) => ({ atMs: about.nowMs, commandIndex, order }));
    this.#entries.set(ref.runId, [...kept, ...added]);
  }

  /** What earlier commands of the run entered that is like an order. */
  like(
    { leg, side, quantityUnits, contract }: LegOrder,
    ref: { readonly runId: string; readonly commandIndex: number },
    { nowMs, limits }: { readonly nowMs: number; readonly limits: RiskLimits },
  ): RepetitionFacts {
    let legEntries = 0;
    let sameAgeMs: number | null = null;
    for (const { atMs, commandIndex, order } of this.#entries.get(ref.runId) ?? []) {
      if (commandIndex === ref.commandIndex) continue;
      const isOfLeg = order.leg === leg && atMs > nowMs - limits.legEntriesWithinMs;
      if (isOfLeg) legEntries += 1;
      const isSame =
        order.contract.symbol === contract.symbol &&
        order.side === side &&
        order.quantityUnits === quantityUnits;
      if (isSame) sameAgeMs = nowMs - atMs;
    }
    return { legEntries, sameAgeMs };
  }
}
