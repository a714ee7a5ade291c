import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { nameRuns } from '../../loading/planned-run.ts';
import { type RunBroker } from '../../model/runs/run-broker.ts';

/** A second broker connection of the account, made up. */
const ELSEWHERE: RunBroker = { name: 'elsewhere', brokerId: 'd5111ab1e00000000000e15e' };
/** On one day of so many the last strategy trades elsewhere. */
const EVERY = 4;

/** The strategies of a day, some of which trade through another broker than the account's own. */
export function someElsewhere(
  strategies: readonly LoadedStrategy[],
  seed: number,
): readonly LoadedStrategy[] {
  if (seed % EVERY !== 2) return strategies;
  const last = strategies.length - 1;
  return strategies.map((of, at) => (at === last ? { ...of, broker: ELSEWHERE } : of));
}

/** Brokers of runs that trade elsewhere, by their names. */
export function brokersOfRuns(strategies: readonly LoadedStrategy[]): ReadonlyMap<string, string> {
  const names = nameRuns(strategies);
  return new Map(
    strategies.flatMap(({ broker }, at) => {
      return broker === undefined ? [] : [[names[at] ?? '', broker.brokerId] as const];
    }),
  );
}
