import { type Trials } from './deflated-sharpe.ts';
import { momentsOf } from './moments.ts';

/**
 * Trials of a sweep, from each variant's Sharpe ratio of a day. A variant without one (it never traded, or never
 * varied) was tried and counts, but says nothing of the variance. All variants are taken as independent, which is
 * the strict side: related ones are fewer in effect.
 */
export function trialsOf(sharpesPerDay: readonly (number | null)[]): Trials {
  const deviation = momentsOf(sharpesPerDay.filter((sharpe) => sharpe !== null)).deviation ?? 0;
  return { count: sharpesPerDay.length, sharpeVariance: deviation ** 2 };
}
