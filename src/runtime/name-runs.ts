import { runNames } from '../model/run.ts';
import { type LoadedStrategy } from './load-strategy.ts';

/**
 * What the runs of strategies are called, in the order of the configuration: `straddle`, and `straddle#2` for the
 * second of that name, which has other parameters. So they are told apart in run ids, results and stores.
 */
export function nameRuns(
  strategies: readonly { readonly strategy: Pick<LoadedStrategy['strategy'], 'name'> }[],
): readonly string[] {
  return runNames(strategies.map(({ strategy }) => strategy.name));
}
