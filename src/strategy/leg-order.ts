import { type Contract } from '../model/market/contract.ts';
import { type LegOrder, type TermsRequest } from '../model/orders/command.ts';
import { LEG_NAME, LEG_NAME_ALLOWED } from '../model/orders/leg-name.ts';
import { type OrderTerms, type Product, type Role, type Side } from '../model/orders/order.ts';
import { InvalidCommand } from './commands.ts';

/** What buy and sell need besides the contract. */
export interface LegOptions {
  /** The author's name of the leg: 1 to 20 characters, `a-z 0-9 . _ -`. */
  readonly leg: string;
  /** Whole lots, at least 1. */
  readonly lots: number;
  /** `@default` 'entry' */
  readonly role?: Role;
  /** `@default` marketable() */
  readonly terms?: TermsRequest;
  /** `@default` 'intraday' */
  readonly product?: Product;
}

/**
 * An order that buys.
 *
 * @throws {InvalidCommand} when the leg's name or the number of lots cannot be
 */
export function buy(contract: Contract, options: LegOptions): LegOrder {
  return legOrder(contract, 'buy', options);
}

/**
 * An order that sells.
 *
 * @throws {InvalidCommand} when the leg's name or the number of lots cannot be
 */
export function sell(contract: Contract, options: LegOptions): LegOrder {
  return legOrder(contract, 'sell', options);
}

/** What a stop order needs. */
export interface StopOrderOptions {
  readonly leg: string;
  readonly contract: Contract;
  /** Side of the stop order itself: `buy` protects a short position. */
  readonly side: Side;
  readonly quantityUnits: number;
  readonly terms: Extract<OrderTerms, { kind: 'stop' }>;
  /** `@default` 'intraday' */
  readonly product?: Product;
}

/**
 * A stop order of the platform, role `stop`.
 *
 * @throws {InvalidCommand} when the leg's name or the quantity cannot be
 */
export function stopOrder(options: StopOrderOptions): LegOrder {
  const { leg, contract, side, quantityUnits, terms, product = 'intraday' } = options;
  checkLeg(leg);
  checkWhole(`units of leg "${leg}"`, quantityUnits);
  return { leg, role: 'stop', contract, side, quantityUnits, terms, product };
}

function legOrder(contract: Contract, side: Side, options: LegOptions): LegOrder {
  const { leg, lots, role = 'entry', terms = marketable(), product = 'intraday' } = options;
  checkLeg(leg);
  checkWhole(`lots of leg "${leg}"`, lots);
  return {
    leg,
    role,
    contract,
    side,
    quantityUnits: lots * contract.lotSizeUnits,
    terms,
    product,
  };
}

function checkLeg(leg: string): void {
  if (LEG_NAME.test(leg)) return;
  throw new InvalidCommand(`Cannot name a leg "${leg}": wanted ${LEG_NAME_ALLOWED}`);
}

function checkWhole(what: string, count: number): void {
  if (Number.isSafeInteger(count) && count >= 1) return;
  throw new InvalidCommand(
    `Cannot place: ${what} must be a whole number >= 1, found ${shown(count)}`,
  );
}

/** A text in quotes: `'1'` is no number, and has to look like it. */
function shown(count: unknown): string {
  return typeof count === 'string' ? `"${count}"` : String(count);
}

/**
 * A limit order through the other side of the book, priced when it is sent: fills at once in an ordinary market,
 * and never at an absurd price.
 *
 * @param bufferPercent how far through, percent of the price; default 8 for options, 1 for others
 */
export function marketable(bufferPercent: number | null = null): TermsRequest {
  return { kind: 'marketable', bufferPercent };
}

/** A limit order. `pricePaise` is a positive multiple of the contract's tick. */
export function limit(pricePaise: number): OrderTerms {
  return { kind: 'limit', pricePaise };
}
