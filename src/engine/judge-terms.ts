import { type Result } from '../base/result.ts';
import { type OrderTerms } from '../model/order.ts';
import { approveTerms, type PricedOrder } from '../risk/approve-order.ts';
import { type Refusal } from '../risk/refusal.ts';
import { type RiskApproved } from '../risk/risk-approved.ts';
import { type Desk } from './desk.ts';
import { permissionFacts } from './entry-facts.ts';
import { type Intent } from './intent.ts';

/** Asks the gate whether a working order may have other terms. */
export function judgeTerms(
  desk: Desk,
  { runId, order }: Pick<Intent, 'runId' | 'order'>,
  terms: OrderTerms,
): Result<RiskApproved<PricedOrder>, Refusal> {
  const { nowMs, day, limits, options } = desk;
  const lastPaise = desk.quotes.last(order.contract.symbol)?.lastPaise ?? null;
  const permission = permissionFacts(desk, runId);
  const facts = { nowMs, day, limits, mode: options.mode, lastPaise, ...permission };
  return approveTerms({ ...order, terms }, facts);
}
