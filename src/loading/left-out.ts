import { runName, runNames } from '../model/runs/run.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { type LoadedStrategy } from './load-strategy.ts';

/** A strategy of the configuration that cannot be used today. */
export interface LeftOut {
  /** Absolute path of its file. */
  readonly path: string;
  /** How many of those that run come before it. */
  readonly before: number;
  /** The strategy's name; null where its file does not even say that. */
  readonly name: string | null;
}

/**
 * The strategies that run, named as they would be with those that are left out: a second `straddle` stays `straddle#2`, and takes over
 * neither position nor store of the first. Where a file does not say its strategy's name, the last day of the journal may.
 */
export function namedBeside(
  strategies: readonly LoadedStrategy[],
  leftOut: readonly LeftOut[],
  journal: Pick<ReadableJournal, 'dates' | 'entriesOf'>,
): readonly LoadedStrategy[] {
  if (leftOut.length === 0) return strategies;
  const known = leftOut.every(({ name }) => name !== null) ? null : namesOf(journal);
  const all = strategies.map((loaded, place) => ({ name: loaded.strategy.name, place, loaded }));
  const others = leftOut.flatMap(({ path, before, name }) => {
    const named = name ?? known?.get(path) ?? null;
    return named === null ? [] : [{ name: named, place: before - 0.5, loaded: null }];
  });
  const beside = [...all, ...others].sort((one, other) => one.place - other.place);
  const names = runNames(beside.map(({ name }) => name));
  return beside.flatMap(({ loaded }, place) =>
    loaded === null ? [] : [{ ...loaded, runName: names[place] ?? loaded.strategy.name }],
  );
}

/** The names of the strategies of the last day, by file. */
function namesOf(
  journal: Pick<ReadableJournal, 'dates' | 'entriesOf'>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const date = journal.dates().at(-1);
  if (date === undefined) return names;
  for (const entry of journal.entriesOf(date)) {
    if (entry.kind !== 'run-described') continue;
    const [name = ''] = runName(entry.runId).split('#');
    names.set(entry.about.path, name);
  }
  return names;
}
