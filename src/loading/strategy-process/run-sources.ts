import { type RunRecipe } from '../../ports/run-host.ts';
import { type RunVersions } from './run-versions.ts';
import { changedFiles, type KeptFiles, type ToldFile } from '../files-as-they-were.ts';
import { type HeardLine } from './said-lines.ts';

/** The sources that runs began in. */
export class RunSources {
  readonly #keptFiles: KeptFiles | null;
  readonly #hashes = new Map<string, string>();

  /** @param keptFiles - null: none is kept */
  constructor(keptFiles: KeptFiles | null) {
    this.#keptFiles = keptFiles;
  }

  /** Notes the source of a run that begins. */
  take(told: HeardLine): void {
    const recipe = recipeIn(told);
    if (recipe !== null) this.#hashes.set(recipe.header.runId, recipe.sourceHash);
  }

  /** Files of these runs that differ from what was kept of their versions, with their kept content. */
  async changed(runs: Iterable<string>, versions: RunVersions): Promise<readonly ToldFile[]> {
    if (this.#keptFiles === null) return [];
    const changed: ToldFile[] = [];
    for (const sourceHash of this.#hashesOf(runs, versions)) {
      changed.push(...(await changedFiles(this.#keptFiles, sourceHash)));
    }
    return changed;
  }

  #hashesOf(runs: Iterable<string>, versions: RunVersions): ReadonlySet<string> {
    return new Set(
      [...runs].flatMap((runId) => versions.get(runId) ?? this.#hashes.get(runId) ?? []),
    );
  }
}

/** Of the run that a line begins; null where it begins none. */
export function recipeIn(told: HeardLine): RunRecipe | null {
  if ('replay' in told) return told.replay.step === 'begin' ? told.replay.remade.recipe : null;
  return 'runId' in told && told.call?.kind === 'start' ? told.call.recipe : null;
}
