import { type Contract } from '../model/market/contract.ts';
import { InvalidCommand } from './commands.ts';

/** How far a price is from another: a share of it, an amount, or what a gain or loss of a leg of so many lots or units comes to. */
export type Distance =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'points'; readonly paise: number }
  | ({ readonly kind: 'rupees'; readonly paise: number } & (
      { readonly lots: number } | { readonly units: number }
    ));

/**
 * A share of the price: `percent(30)` of 100.00 is 30.00.
 *
 * @throws {InvalidCommand} unless above 0
 */
export function percent(share: number): Extract<Distance, { kind: 'percent' }> {
  if (!(share > 0 && Number.isFinite(share))) {
    throw new InvalidCommand(`Cannot take percent(${String(share)}): wanted a number above 0`);
  }
  return { kind: 'percent', percent: share };
}

/**
 * An amount in rupees, as the market speaks of points: `points(40)` is 40.00.
 *
 * @throws {InvalidCommand} below 0.01
 */
export function points(rupees: number): Extract<Distance, { kind: 'points' }> {
  if (!(rupees >= 0.01 && Number.isFinite(rupees))) {
    throw new InvalidCommand(
      `Cannot take points(${String(rupees)}): wanted a number of at least 0.01`,
    );
  }
  return { kind: 'points', paise: Math.round(rupees * 100) };
}

/**
 * A gain or loss of a whole leg in rupees: `legRupees(3000, 2)` of 2 lots of 75 is 20.00 from its price.
 *
 * @throws {InvalidCommand} unless above 0, and the lots a whole number from 1
 */
export function legRupees(amount: number, lots: number): Extract<Distance, { kind: 'rupees' }> {
  const isAmount = amount >= 0.01 && Number.isFinite(amount);
  if (isAmount && Number.isSafeInteger(lots) && lots >= 1) {
    return { kind: 'rupees', paise: Math.round(amount * 100), lots };
  }
  throw new InvalidCommand(
    `Cannot take legRupees(${String(amount)}, ${String(lots)}): wanted an amount of at least 0.01, and whole lots >= 1`,
  );
}

/** The distance from a price, in paise: not yet rounded to a tick, free of the last digits' binary noise. */
export function distancePaise(
  distance: Distance,
  fromPaise: number,
  { lotSizeUnits }: Pick<Contract, 'lotSizeUnits'>,
): number {
  if (distance.kind === 'points') return distance.paise;
  if (distance.kind === 'rupees') {
    const units = 'units' in distance ? distance.units : distance.lots * lotSizeUnits;
    return distance.paise / units;
  }
  return Math.round(fromPaise * distance.percent * 10_000) / 1_000_000;
}
