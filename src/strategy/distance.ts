import { InvalidCommand } from './commands.ts';

/** How far a price is from another: a share of it, or an amount. */
export type Distance =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'points'; readonly paise: number };

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

/** The distance from a price, in paise: not yet rounded to a tick, free of the last digits' binary noise. */
export function distancePaise(distance: Distance, fromPaise: number): number {
  if (distance.kind === 'points') return distance.paise;
  return Math.round(fromPaise * distance.percent * 10_000) / 1_000_000;
}
