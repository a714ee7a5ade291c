import { type Contract } from '../model/market/contract.ts';
import { type LegOrder, type TermsRequest } from '../model/orders/command.ts';
import { LEG_NAME, LEG_NAME_ALLOWED } from '../model/orders/leg-name.ts';
import { type OrderTerms, type Side } from '../model/orders/order.ts';
import { type IstDate } from '../model/time/ist.ts';
import { refusalBy, type Refusal } from './refusal.ts';
import { type RiskLimits } from './risk-limits.ts';

/** What the rules about an order in itself look at. */
export interface OrderFacts {
  readonly date: IstDate;
  readonly limits: RiskLimits;
  /** Whether it closes all that is held: then no lot that was changed since may keep it from that. @default false */
  readonly closesAll?: boolean;
}

/** Refuses an order that is wrong in itself: name, expiry, quantity, lot, terms. */
export function checkOrder(order: LegOrder, facts: OrderFacts): Refusal | null {
  return (
    checkLegName(order.leg) ??
    checkExpiry(order.contract, facts.date) ??
    checkQuantity(order, facts) ??
    checkTerms(order.terms, { side: order.side, contract: order.contract, limits: facts.limits })
  );
}

/** Refuses prices that are not positive multiples of the tick, stops the wrong way round, and market orders unless allowed. */
export function checkTerms(
  terms: TermsRequest,
  about: { readonly side: Side; readonly contract: Contract; readonly limits: RiskLimits },
): Refusal | null {
  switch (terms.kind) {
    case 'marketable':
      return checkBuffer(terms.bufferPercent);
    case 'market':
      if (about.limits.areMarketOrdersAllowed) return null;
      return refusalBy('market-order', 'Market orders are off', 'market', 'limit or marketable');
    case 'limit':
      return checkPrice(terms.pricePaise, about.contract);
    case 'stop':
      return (
        checkPrice(terms.triggerPricePaise, about.contract) ??
        checkPrice(terms.limitPricePaise, about.contract) ??
        checkStop(terms, about.side)
      );
  }
}

function checkLegName(leg: string): Refusal | null {
  if (LEG_NAME.test(leg)) return null;
  const found = JSON.stringify(leg.slice(0, 40));
  return refusalBy('leg-name', 'Leg name', found, LEG_NAME_ALLOWED);
}

function checkExpiry(contract: Contract, date: IstDate): Refusal | null {
  if (contract.expiry >= date) return null;
  const allowed = `an expiry on or after ${date}`;
  return refusalBy('expired', `${contract.symbol} has expired`, contract.expiry, allowed);
}

function checkQuantity(
  { quantityUnits, contract }: LegOrder,
  { closesAll = false }: OrderFacts,
): Refusal | null {
  const found = `${String(quantityUnits)} units`;
  if (!Number.isSafeInteger(quantityUnits) || quantityUnits < 1) {
    return refusalBy('quantity', 'Quantity', found, 'a whole number of units, at least one lot');
  }
  if (closesAll || quantityUnits % contract.lotSizeUnits === 0) return null;
  const allowed = `multiples of the lot, ${String(contract.lotSizeUnits)} units`;
  return refusalBy('lot', `Quantity of ${contract.symbol}`, found, allowed);
}

function checkBuffer(bufferPercent: number | null): Refusal | null {
  if (bufferPercent === null || (bufferPercent >= 0 && bufferPercent < 100)) return null;
  return refusalBy('price', 'Buffer', `${String(bufferPercent)} %`, '0 to below 100 %');
}

function checkPrice(pricePaise: number, contract: Contract): Refusal | null {
  const found = `${String(pricePaise)} paise`;
  if (!Number.isSafeInteger(pricePaise) || pricePaise < 1) {
    return refusalBy('price', `Price of ${contract.symbol}`, found, 'at least one tick');
  }
  if (pricePaise % contract.tickSizePaise === 0) return null;
  const allowed = `multiples of the tick, ${String(contract.tickSizePaise)} paise`;
  return refusalBy('tick', `Price of ${contract.symbol}`, found, allowed);
}

function checkStop(terms: Extract<OrderTerms, { kind: 'stop' }>, side: Side): Refusal | null {
  const { triggerPricePaise, limitPricePaise } = terms;
  const isRight =
    side === 'buy' ? limitPricePaise >= triggerPricePaise : limitPricePaise <= triggerPricePaise;
  if (isRight) return null;
  const allowed = `a limit ${side === 'buy' ? 'at or above' : 'at or below'} the trigger, ${String(triggerPricePaise)} paise`;
  return refusalBy('price', `Limit of a ${side} stop`, `${String(limitPricePaise)} paise`, allowed);
}

/** Units of the contract open under the leg. */
export interface HeldFacts {
  /** As observed: positive long, negative short. */
  readonly netUnits: number;
  /** Units that other exits, sent or about to be, may still close; unknown ones count in full. */
  readonly coveredUnits: number;
}

/** Refuses an exit that could open, enlarge or flip a position. */
export function checkExit(order: LegOrder, held: HeldFacts): Refusal | null {
  const closingSide = held.netUnits > 0 ? 'sell' : 'buy';
  const name = `leg "${order.leg}" in ${order.contract.symbol}`;
  if (held.netUnits === 0 || order.side !== closingSide) {
    const found = `${order.side} ${String(order.quantityUnits)} against ${String(held.netUnits)} units held`;
    const allowed = held.netUnits === 0 ? 'nothing while flat' : `${closingSide} orders`;
    return refusalBy('not-held', `Exit of ${name} closes nothing`, found, allowed);
  }
  const freeUnits = Math.max(0, Math.abs(held.netUnits) - held.coveredUnits);
  if (order.quantityUnits <= freeUnits) return null;
  const found = `${String(order.quantityUnits)} units`;
  const allowed = `${String(freeUnits)} units (${String(held.netUnits)} held, ${String(held.coveredUnits)} covered by other exits; squareOff cancels those first)`;
  return refusalBy('exceeds-position', `Exit of ${name} exceeds what is open`, found, allowed);
}
