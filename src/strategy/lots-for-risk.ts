import { type Contract } from '../model/market/contract.ts';
import { type Side } from '../model/orders/order.ts';
import { InvalidCommand } from './commands.ts';
import { type Distance } from './distance.ts';
import { stopTerms } from './stop-terms.ts';

/** A leg that is about to be entered, at its price now. */
export interface LegAtPrice {
  /** For messages. */
  readonly leg: string;
  readonly side: Side;
  readonly contract: Contract;
  /** A whole number from 0. */
  readonly pricePaise: number;
  /** Null for a bought option without one: it can lose its premium. */
  readonly stop: Distance | null;
  /** Its lots in one set of the legs, 1 to 1,000: 2 beside 1 is a ratio of 2 to 1. `@default` 1 */
  readonly lots?: number;
}

/** How many sets of legs are entered together, and by what. */
export interface LotsAllowed {
  /** Whole sets, 0 to `lotsMax`: 0 where one is too much. A leg trades so many times its own `lots`. */
  readonly sets: number;
  /** What one set loses or costs, paise. */
  readonly setPaise: number;
}

/** The limit of a set of legs, paise, and of the lots of one leg. */
export interface LotsLimit {
  /** At 0 and below nothing is within it. */
  readonly limitPaise: number;
  /** Most lots of one leg, a whole number from 0. */
  readonly lotsMax: number;
}

/**
 * The most whole sets of legs whose loss is within a limit when every stop triggers at its price: the distance to each
 * trigger as the stop order would have it. Slippage, costs and gaps come on top.
 *
 * @throws {InvalidCommand} for a sold leg or a future without a stop, whose loss nothing bounds, and for lots, prices or
 * limits that are no such numbers
 */
export function lotsForRisk(legs: readonly LegAtPrice[], limit: LotsLimit): LotsAllowed {
  return setsWithin(legs, limit, lossPaise);
}

/**
 * The most whole sets of bought options whose premium together is within a limit.
 *
 * @throws {InvalidCommand} for a sold leg or a future, which take margin instead, and for lots, prices or limits that are no
 * such numbers
 */
export function lotsForPremium(legs: readonly LegAtPrice[], limit: LotsLimit): LotsAllowed {
  return setsWithin(legs, limit, costPaise);
}

function setsWithin(
  legs: readonly LegAtPrice[],
  { limitPaise, lotsMax }: LotsLimit,
  unitPaise: (leg: LegAtPrice) => number,
): LotsAllowed {
  checkNumbers(legs, { limitPaise, lotsMax });
  const setPaise = legs.reduce((sum, leg) => {
    const { lots = 1, contract } = leg;
    return sum + unitPaise(leg) * lots * contract.lotSizeUnits;
  }, 0);
  const largest = Math.max(1, ...legs.map(({ lots = 1 }) => lots));
  const affordable = setPaise === 0 ? 0 : Math.max(0, Math.floor(limitPaise / setPaise));
  return { sets: Math.min(affordable, Math.floor(lotsMax / largest)), setPaise };
}

/** @throws {InvalidCommand} for what would come out as no number of sets, or as too large a one */
function checkNumbers(legs: readonly LegAtPrice[], { limitPaise, lotsMax }: LotsLimit): void {
  for (const { leg, lots = 1, pricePaise } of legs) {
    checkNumber(`lots of leg "${leg}"`, lots, { from: 1 });
    checkNumber(`the price of leg "${leg}" in paise`, pricePaise, { from: 0 });
  }
  checkNumber('lotsMax', lotsMax, { from: 0 });
  if (Number.isNaN(limitPaise)) {
    throw new InvalidCommand('Cannot size legs: wanted a limit in paise, found NaN');
  }
}

function checkNumber(what: string, found: number, { from }: { readonly from: number }): void {
  if (Number.isSafeInteger(found) && found >= from) return;
  const wanted = `${what} must be a whole number >= ${String(from)}`;
  throw new InvalidCommand(`Cannot size legs: ${wanted}, found ${String(found)}`);
}

/**
 * Of one unit. A stop is at least a tick away, however low the price.
 *
 * @throws {InvalidCommand} where nothing bounds it
 */
function lossPaise({ leg, side, contract, pricePaise, stop }: LegAtPrice): number {
  if (stop === null) {
    if (side === 'buy' && contract.kind === 'option') return pricePaise;
    throw new InvalidCommand(`Cannot size leg "${leg}" by its risk: it has no stop`);
  }
  const from = { contract, entrySide: side, pricePaise, stop, bufferPercent: null };
  const { triggerPricePaise } = stopTerms(from);
  return Math.max(contract.tickSizePaise, Math.abs(triggerPricePaise - pricePaise));
}

/** @throws {InvalidCommand} for what takes margin */
function costPaise({ leg, side, contract, pricePaise }: LegAtPrice): number {
  if (side === 'buy' && contract.kind === 'option') return pricePaise;
  throw new InvalidCommand(`Cannot size leg "${leg}" by its premium: it takes margin`);
}
