import { type LoadedStrategy } from './load-strategy.ts';

/**
 * What the runs of strategies are called, in the order of the configuration: `straddle`, and `straddle#2` for the
 * second of that name, which has other parameters. So they are told apart in run ids, results and stores.
 */
export function nameRuns(
  strategies: readonly { readonly strategy: Pick<LoadedStrategy['strategy'], 'name'> }[],
): readonly string[] {
  const counts = new Map<string, number>();
  return strategies.map(({ strategy: { name } }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}#${String(count)}`;
  });
}
