import { type Problem } from '../../base/problem.ts';
import { type Result } from '../../base/result.ts';
import { type Place, withoutPlaces, withPlaces } from './places.ts';
import { type VariantCache } from './variant-cache.ts';
import { type VariantKeys } from './variant-key.ts';
import { type VariantPool } from './variant-pool.ts';
import { type VariantOutcome, type VariantTask } from './variant-task.ts';

/** What tasks are run with. */
export interface TaskParts {
  readonly keyOf: VariantKeys;
  readonly cache: VariantCache;
  /** Where the files of this sweep lie: what is kept is of the same files elsewhere, too. */
  readonly places: readonly Place[];
  readonly pool: Pick<VariantPool, 'run'>;
}

/** Takes outcomes from the cache, or runs tasks and keeps what can be kept. Tells each by the task's place; none for those that were stopped. */
export function runTasks(
  tasks: readonly VariantTask[],
  { keyOf, cache, places, pool }: TaskParts,
  onOutcome: (place: number, outcome: VariantOutcome, isKept: boolean) => void,
): Promise<Result<null, readonly Problem[]>> {
  const missing: { readonly place: number; readonly key: string; readonly task: VariantTask }[] =
    [];
  for (const [place, task] of tasks.entries()) {
    const key = keyOf(task);
    const kept = cache.read(key);
    if (kept === null) missing.push({ place, key, task });
    else onOutcome(place, { kind: 'done', run: withPlaces(kept, places), passing: null }, true);
  }
  return pool.run(
    missing.map(({ task }) => task),
    (at, outcome) => {
      const { place, key } = missing[at] ?? { place: -1, key: '' };
      onOutcome(place, outcome, false);
      if (outcome.kind !== 'done') return;
      if (outcome.passing === null) cache.write(key, withoutPlaces(outcome.run, places));
      else cache.leaveOut(outcome.passing);
    },
  );
}
