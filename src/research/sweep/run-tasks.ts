import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { type Problem } from '../../base/problem.ts';
import { type Result } from '../../base/result.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type VariantRun } from '../../results/sweep/sweep-result.ts';
import { type VariantCache } from './variant-cache.ts';
import { type VariantKeys } from './variant-key.ts';
import { type VariantPool } from './variant-pool.ts';
import { type VariantOutcome, type VariantTask } from './variant-task.ts';

/** What tasks are run with. */
export interface TaskParts {
  readonly keyOf: VariantKeys;
  readonly cache: Pick<VariantCache, 'read' | 'write' | 'leaveOut'>;
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

/** A place on the disk, and what stands for it in a run that is kept. */
interface Place {
  readonly path: string;
  readonly token: string;
}

/**
 * Where the files of a sweep lie: its prices, and the folder that holds the strategy with all that it imports. A kept run
 * is one of these files wherever they lie, and may name them: in the prices that it used, or in why the strategy failed.
 */
export function placesOf(
  { path, imports = [] }: Pick<LoadedStrategy, 'path' | 'imports'>,
  files: readonly string[],
): readonly Place[] {
  const folder = commonFolder([path, ...imports.map((url) => fileURLToPath(url))]);
  // What is imported from all over the disk is at the same place for everybody who keeps a run of it.
  const folders = folder === sep ? [] : [pathToFileURL(folder).href, folder];
  return [...files, ...folders]
    .map((place, index) => ({ path: place, token: `\0${String(index)}\0` }))
    .sort((one, other) => other.path.length - one.path.length);
}

/** A run that names none of the places. */
export function withoutPlaces(run: VariantRun, places: readonly Place[]): VariantRun {
  return withTexts(run, (text) =>
    places.reduce((told, { path, token }) => told.replaceAll(path, token), text),
  );
}

/** The run that {@link withoutPlaces} was given, as it were at these places. */
export function withPlaces(run: VariantRun, places: readonly Place[]): VariantRun {
  return withTexts(run, (text) =>
    places.reduce((told, { path, token }) => told.replaceAll(token, () => path), text),
  );
}

function withTexts(
  { days, about, ...rest }: VariantRun,
  told: (text: string) => string,
): VariantRun {
  return {
    ...rest,
    days: days.map((day) => ({ ...day, failure: day.failure === null ? null : told(day.failure) })),
    about: {
      ...about,
      prices: about.prices.map((price) => ({ ...price, source: told(price.source) })),
      assumptions: about.assumptions.map(told),
    },
  };
}

/** The deepest folder that holds all of some files, with the separator at its end. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split(sep).slice(0, -1));
  const parting = first.findIndex((name, depth) => others.some((other) => other[depth] !== name));
  const shared = parting < 0 ? first : first.slice(0, parting);
  return `${shared.join(sep)}${sep}`;
}
