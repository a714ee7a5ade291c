import { type Random } from '../../../base/random.ts';

const SQRT_3 = Math.sqrt(3);

/**
 * A number of mean 0 and deviation 1 in a bell of finite width (-3.47 to 3.47): four uniform numbers added up.
 *
 * Only additions and square roots, which every machine rounds alike; logarithms and cosines may differ in the last digit.
 */
export function bell(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * SQRT_3;
}

/** A uniform number from `low` up to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random.next();
}
