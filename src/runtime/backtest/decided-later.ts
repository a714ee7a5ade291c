import { asyncScheduler, delay } from 'rxjs';

import { type LoadedStrategy } from '../load-strategy.ts';

/**
 * The same strategies, with every decision that much later: commands come in their order, after a delay of the run's
 * own clock. What a strategy sees, and what it decides by, stays as it is.
 *
 * @param byMs milliseconds; 0 leaves them as they are
 */
export function decidedLater(
  strategies: readonly LoadedStrategy[],
  byMs: number,
): readonly LoadedStrategy[] {
  if (byMs === 0) return strategies;
  return strategies.map((loaded) => {
    const { strategy } = loaded;
    const run: typeof strategy.run = (context) =>
      strategy.run(context).pipe(delay(byMs, asyncScheduler));
    return { ...loaded, strategy: { ...strategy, run } };
  });
}
