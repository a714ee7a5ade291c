import { fail, ok, type Result } from '../base/result.ts';
import { type LegOrder } from '../model/orders/command.ts';
import { type OrderTerms } from '../model/orders/order.ts';
import {
  type AccountFacts,
  atMost,
  checkAccount,
  checkPermission,
  type PermissionFacts,
} from './check-account.ts';
import { checkData, type DataFacts } from './check-data.ts';
import {
  checkExit,
  checkOrder,
  checkTerms,
  type HeldFacts,
  type OrderFacts,
} from './check-order.ts';
import { checkSession, type SessionFacts } from './check-session.ts';
import {
  checkDistance,
  checkRepetition,
  checkSize,
  limitOf,
  type RepetitionFacts,
} from './check-size.ts';
import { refusalBy, type Refusal, type RiskApproved } from './refusal.ts';

/** An order with the terms that would be sent. */
export interface PricedOrder extends LegOrder {
  readonly terms: OrderTerms;
}

/** All that the gate looks at when an order is about to leave. */
export interface ApprovalFacts extends SessionFacts, DataFacts {
  readonly held: HeldFacts;
  readonly account: AccountFacts;
}

/** What the gate looks at when a strategy asks. */
export interface ScreenFacts extends SessionFacts {
  readonly held: HeldFacts;
  readonly account: AccountFacts;
  readonly repetition: RepetitionFacts;
  /** Orders of the run so far, slices counted. */
  readonly ordersOfRun: number;
  readonly ordersToday: number;
  /** Orders that this one would be sent as. */
  readonly slices: number;
  /** The limit, or the last price; null when neither is known yet. */
  readonly pricePaise: number | null;
  /** The contract as the platform lists it: null when its underlying has not been listed yet, undefined when it is not on the list. */
  readonly listedLotUnits: number | null | undefined;
}

/** All that the gate looks at when a working order is to have other terms. */
export interface TermsFacts extends SessionFacts, PermissionFacts {
  readonly lastPaise: number | null;
}

/** Whether an order opens risk. Everything that is not an entry must close something. */
export function isEntry(order: Pick<LegOrder, 'role'>): boolean {
  return order.role === 'entry';
}

/** First look, when the command arrives: everything that waiting cannot fix. */
export function screenOrder(order: LegOrder, facts: ScreenFacts): Refusal | null {
  const entry = isEntry(order);
  return (
    checkOrder(order, orderFacts(order, facts)) ??
    checkSession(order, facts) ??
    (entry ? screenEntry(order, facts) : checkExit(order, facts.held))
  );
}

/** Last look, just before the order leaves: hours, data and position may have changed since the first. */
export function approveOrder(
  order: PricedOrder,
  facts: ApprovalFacts,
): Result<RiskApproved<PricedOrder>, Refusal> {
  const entry = isEntry(order);
  const refusal =
    checkOrder(order, orderFacts(order, facts)) ??
    checkSession(order, facts) ??
    (entry ? checkEntry(order, facts) : checkExit(order, facts.held));
  return refusal === null ? ok(order as RiskApproved<PricedOrder>) : fail(refusal);
}

/** New terms for a working order. An entry may fill because of them, so they pass what an entry passes. */
export function approveTerms(
  order: PricedOrder,
  facts: TermsFacts,
): Result<RiskApproved<PricedOrder>, Refusal> {
  const { terms } = order;
  const { side, contract } = order;
  const refusal =
    checkTerms(terms, { side, contract, limits: facts.limits }) ??
    (isEntry(order) ? checkEntryTerms(order, facts) : null);
  return refusal === null ? ok(order as RiskApproved<PricedOrder>) : fail(refusal);
}

function orderFacts(
  order: LegOrder,
  { day, limits, held }: Pick<ApprovalFacts, 'day' | 'limits' | 'held'>,
): OrderFacts {
  const freeUnits = Math.abs(held.netUnits) - held.coveredUnits;
  const closesAll = !isEntry(order) && order.quantityUnits === freeUnits;
  return { date: day.date, limits, closesAll };
}

function checkEntryTerms(order: PricedOrder, facts: TermsFacts): Refusal | null {
  return (
    checkSession(order, facts) ??
    (facts.isHedge === true ? null : checkPermission(facts)) ??
    checkSize(order, limitOf(order.terms), facts.limits) ??
    checkDistance(order, order.terms, facts)
  );
}

function checkEntry(order: PricedOrder, facts: ApprovalFacts): Refusal | null {
  return (
    checkWhole(facts) ??
    checkData(order.contract.symbol, facts) ??
    checkSize(order, limitOf(order.terms) ?? facts.lastPaise, facts.limits) ??
    checkDistance(order, order.terms, facts)
  );
}

function screenEntry(order: LegOrder, facts: ScreenFacts): Refusal | null {
  const { limits } = facts;
  const { isHedge = false, repetition } = facts;
  return (
    checkListed(order, facts.listedLotUnits) ??
    checkWhole(facts) ??
    checkSize(order, facts.pricePaise, limits) ??
    checkRepetition(order, isHedge ? { ...repetition, sameAgeMs: null } : repetition, limits) ??
    checkCount(facts)
  );
}

/** What stands against adding risk, which a hedge does not do. */
function checkWhole(facts: Pick<ScreenFacts, 'isHedge' | 'account' | 'limits'>): Refusal | null {
  return facts.isHedge === true ? null : checkAccount(facts.account, facts.limits);
}

function checkListed(order: LegOrder, lotUnits: number | null | undefined): Refusal | null {
  const { contract } = order;
  if (lotUnits === null || lotUnits === contract.lotSizeUnits) return null;
  if (lotUnits === undefined) {
    const allowed = `contracts listed today under ${contract.underlying}`;
    return refusalBy('not-listed', 'Contract', contract.symbol, allowed);
  }
  const [found, allowed] = [`${String(contract.lotSizeUnits)} units`, `${String(lotUnits)} units`];
  return refusalBy('lot', `Lot of ${contract.symbol} has changed`, found, allowed);
}

function checkCount({ ordersOfRun, ordersToday, slices, limits }: ScreenFacts): Refusal | null {
  const { ordersPerRunMax, ordersPerDayMax } = limits;
  return (
    atMost(
      'orders-per-run',
      ['Orders of the run today', ordersOfRun + slices, ordersPerRunMax],
      'engine.ordersPerRun',
    ) ??
    atMost(
      'orders-per-day',
      ['Orders of the account today', ordersToday + slices, ordersPerDayMax],
      'risk.ordersPerDay',
    )
  );
}
