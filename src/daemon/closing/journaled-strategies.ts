import { isSameJson } from '../../base/json.ts';
import { type DescribedRun } from '../../day/reload/runs-of-day.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { nameRuns, plain } from '../../loading/planned-run.ts';
import { runName } from '../../model/runs/run.ts';

/** The strategies of a day that is over. */
export interface JournaledStrategies {
  /** Those that are still what the journal says ran, each under the name of its run. */
  readonly same: readonly LoadedStrategy[];
  /** The runs whose strategy was changed since, or is gone. */
  readonly changed: readonly DescribedRun[];
}

/** Which of the strategies that are configured now ran on a day: what has changed since proves nothing of it. */
export function journaledStrategies(
  strategies: readonly LoadedStrategy[],
  runs: readonly DescribedRun[],
): JournaledStrategies {
  const names = nameRuns(strategies);
  const named = strategies.map((loaded, place) => {
    return { ...loaded, runName: loaded.runName ?? names[place] ?? loaded.strategy.name };
  });
  const isRun = (loaded: LoadedStrategy, { header, about }: DescribedRun): boolean =>
    loaded.runName === runName(header.runId) &&
    loaded.sourceHash === about.sourceHash &&
    isSameJson(plain(loaded.params), about.params);
  const same = named.filter((loaded) => runs.some((run) => isRun(loaded, run)));
  const changed = runs.filter((run) => !same.some((loaded) => isRun(loaded, run)));
  return { same, changed };
}
