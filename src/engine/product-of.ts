import { type Product } from '../model/order.ts';
import { type Desk } from './desk.ts';
import { type LedgerLine } from './position-ledger.ts';

/** The product in which a leg holds a contract: a position is closed in the product in which it is held. */
export function productOf(
  desk: Desk,
  { runId, leg, contract, carried }: Pick<LedgerLine, 'runId' | 'leg' | 'contract' | 'carried'>,
): Product {
  const entries = desk.intents.ofLeg(runId, leg).filter(({ order }) => order.role === 'entry');
  if (carried === null) return entries.at(-1)?.order.product ?? 'intraday';
  const own = entries.findLast(({ order }) => order.contract.symbol === contract.symbol);
  return own?.order.product ?? 'carry-forward';
}
