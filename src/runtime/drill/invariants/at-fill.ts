import { isTerminal, type Order } from '../../../model/order.ts';
import { type Judge, type OracleFacts } from '../oracle-facts.ts';
import { type TrueFill } from '../truth.ts';

/** What happened at the exchange. */
export interface FillFacts {
  readonly facts: OracleFacts;
  readonly orders: readonly Order[];
  readonly fills: readonly TrueFill[];
}

/** What must hold of orders and fills at the exchange. */
export const fillInvariants: Readonly<Record<string, Judge<FillFacts>>> = {
  'I1 one order a tag': oneOrderATag,
  'I8 an exit only reduces': anExitOnlyReduces,
};

function oneOrderATag({ facts, orders }: FillFacts): string | null {
  for (const { tag } of orders) {
    if (tag === '') continue;
    const live = facts.truth.genuine(tag).filter((order) => {
      return !isTerminal(order.status) || order.filledUnits > 0;
    });
    if (live.length > 1) return `${tag} has ${String(live.length)} orders at the exchange`;
  }
  return null;
}

function anExitOnlyReduces({ facts, fills }: FillFacts): string | null {
  for (const { role, heldBefore, signedUnits, order, leg, runId } of fills) {
    if (role === 'entry' || facts.truth.meddledSymbols.has(order.symbol)) continue;
    const heldAfter = heldBefore + signedUnits;
    const isReduced = Math.sign(heldBefore) === -Math.sign(signedUnits);
    if (isReduced && Math.sign(heldAfter) !== -Math.sign(heldBefore)) continue;
    return `${role} ${order.tag} took ${leg} of ${runId} from ${String(heldBefore)} to ${String(heldAfter)} units of ${order.symbol}`;
  }
  return null;
}
