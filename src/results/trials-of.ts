import { type Trials } from './deflated-sharpe.ts';
import { momentsOf } from './moments.ts';

/**
 * Trials of a sweep, from each variant's Sharpe ratio of a day. A variant without one (it never traded, or never
 * varied) was tried and counts, but says nothing of the variance. All variants are taken as independent, which is
 * the strict side: related ones are fewer in effect.
 *
 * Variants that came to the same ratio say only once how much ratios vary: else copies of one variant would narrow
 * the variance more than their number raises the bar, and padding a sweep would pay.
 */
export function trialsOf(sharpesPerDay: readonly (number | null)[]): Trials {
  const distinct = new Set(sharpesPerDay.filter((sharpe) => sharpe !== null));
  const deviation = momentsOf([...distinct]).deviation ?? 0;
  return { count: sharpesPerDay.length, sharpeVariance: deviation ** 2 };
}
