import { type Result } from '../base/result.ts';
import { type OrderTerms } from '../model/order.ts';
import { approveTerms, type PricedOrder } from '../risk/approve-order.ts';
import { isAboutAddedRisk, type Refusal } from '../risk/refusal.ts';
import { type RiskApproved } from '../risk/risk-approved.ts';
import { type Desk } from './desk.ts';
import { permissionFacts } from './entry-facts.ts';
import { type Intent } from './intent.ts';
import { isHedgeIntent } from './whole-of-run.ts';

/** Asks the gate whether a working order may have other terms. */
export function judgeTerms(
  desk: Desk,
  intent: Intent | Pick<Intent, 'runId' | 'order'>,
  terms: OrderTerms,
): Result<RiskApproved<PricedOrder>, Refusal> {
  const { runId, order } = intent;
  const { nowMs, day, limits, options } = desk;
  const lastPaise = desk.quotes.last(order.contract.symbol)?.lastPaise ?? null;
  const permission = permissionFacts(desk, runId);
  const facts = { nowMs, day, limits, mode: options.mode, lastPaise, ...permission };
  const approval = approveTerms({ ...order, terms }, facts);
  if (approval.ok || !isAboutAddedRisk(approval.error)) return approval;
  if (!('state' in intent && isHedgeIntent(desk, intent))) return approval;
  return approveTerms({ ...order, terms }, { ...facts, isHedge: true });
}
