import { fail, ok, type Result } from '../base/result.ts';
import { type LegOrder } from '../model/command.ts';
import { type OrderTerms } from '../model/order.ts';
import { checkData, type DataFacts } from './check-data.ts';
import { checkExit, type HeldFacts } from './check-exit.ts';
import { checkOrder } from './check-order.ts';
import { checkSession, type SessionFacts } from './check-session.ts';
import { type Refusal } from './refusal.ts';
import { type RiskApproved } from './risk-approved.ts';

/** An order with the terms that would be sent. */
export interface PricedOrder extends LegOrder {
  readonly terms: OrderTerms;
}

/** All that the gate looks at when an order is about to leave. */
export interface ApprovalFacts extends SessionFacts, DataFacts {
  readonly held: HeldFacts;
}

/** What the gate looks at when a strategy asks. */
export interface ScreenFacts extends SessionFacts {
  readonly held: HeldFacts;
  /** Orders of the run so far, slices counted. */
  readonly ordersOfRun: number;
  /** Orders that this one would be sent as. */
  readonly slices: number;
  /** The contract as the platform lists it: null when its underlying has not been listed yet, undefined when it is not on the list. */
  readonly listedLotUnits: number | null | undefined;
}

/** Whether an order opens risk. Everything that is not an entry must close something. */
export function isEntry(order: Pick<LegOrder, 'role'>): boolean {
  return order.role === 'entry';
}

/** First look, when the command arrives: everything that waiting could not mend. */
export function screenOrder(order: LegOrder, facts: ScreenFacts): Refusal | null {
  const entry = isEntry(order);
  return (
    checkOrder(order, { date: facts.day.date, limits: facts.limits }) ??
    checkSession(order, facts) ??
    (entry ? checkEntry(order, facts) : checkExit(order, facts.held))
  );
}

/** Last look, just before the order leaves: hours, data and position may have changed since the first. */
export function approveOrder(
  order: PricedOrder,
  facts: ApprovalFacts,
): Result<RiskApproved<PricedOrder>, Refusal> {
  const entry = isEntry(order);
  const refusal =
    checkOrder(order, { date: facts.day.date, limits: facts.limits }) ??
    checkSession(order, facts) ??
    (entry ? checkData(order.contract.symbol, facts) : checkExit(order, facts.held));
  return refusal === null ? ok(order as RiskApproved<PricedOrder>) : fail(refusal);
}

function checkEntry(order: LegOrder, facts: ScreenFacts): Refusal | null {
  return checkListed(order, facts.listedLotUnits) ?? checkCount(facts);
}

function checkListed(order: LegOrder, lotUnits: number | null | undefined): Refusal | null {
  const { contract } = order;
  if (lotUnits === null || lotUnits === contract.lotSizeUnits) return null;
  if (lotUnits === undefined) {
    const allowed = `contracts listed today under ${contract.underlying}`;
    return { rule: 'not-listed', what: 'Contract', found: contract.symbol, allowed };
  }
  return {
    rule: 'lot',
    what: `Lot of ${contract.symbol} has changed`,
    found: `${String(contract.lotSizeUnits)} units`,
    allowed: `${String(lotUnits)} units`,
  };
}

function checkCount({ ordersOfRun, slices, limits }: ScreenFacts): Refusal | null {
  const total = ordersOfRun + slices;
  if (total <= limits.ordersPerRunMax) return null;
  return {
    rule: 'orders-per-run',
    what: 'Orders of the run today',
    found: String(total),
    allowed: String(limits.ordersPerRunMax),
  };
}
