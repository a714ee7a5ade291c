import { type Problem } from '../../../base/problem.ts';
import { ok } from '../../../base/result.ts';
import { willBeIsolated } from '../../../daemon/isolation/open-strategy-host.ts';
import { changedModule } from '../../../loading/candidate/changed-module.ts';
import { istDate } from '../../../model/time/ist.ts';
import { isStrategyModule, type LoadedStrategy } from '../../../loading/load-strategy.ts';
import { type LoadedDay } from '../../../daemon/days/run-daemon-options.ts';
import { openQuarantine } from '../../../day/quarantine.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { askedEntries, loadUsable } from './load-strategies.ts';
import { withoutQuarantined } from './without-quarantined.ts';

/** Which strategies a process loads, day after day. */
export interface DayLoaderOptions {
  /** Files instead of those of the configuration. */
  readonly files: readonly string[];
  readonly journalPath: string | null;
}

/**
 * Makes what loads the strategies of each day. YAML files are read again. The code of a module cannot be replaced in a
 * process: where its file has changed, strategies that run in processes of their own run the file as it is now, and others
 * the source that was loaded first, under that source's hash.
 */
export function createDayLoader(
  context: CliContext,
  { files, journalPath }: DayLoaderOptions,
): (settings: Settings) => Promise<LoadedDay> {
  const first = new Map<string, Pick<LoadedStrategy, 'sourceHash' | 'imports'>>();
  const firstOf = (loaded: LoadedStrategy): Pick<LoadedStrategy, 'sourceHash' | 'imports'> => {
    const { path, sourceHash, imports = [] } = loaded;
    const before = first.get(path) ?? { sourceHash, imports };
    first.set(path, before);
    return before;
  };
  const isChanged = (loaded: LoadedStrategy): boolean =>
    isStrategyModule(loaded) && firstOf(loaded).sourceHash !== loaded.sourceHash;
  return async (settings) => {
    const quarantine = journalPath === null ? null : openQuarantine(journalPath);
    const about = quarantine === null ? {} : { quarantine };
    try {
      const asked = askedEntries(context, settings, files);
      const { entries, notLoaded } = withoutQuarantined(context, asked, quarantine);
      const { strategies, unusable } = await loadUsable(context, entries);
      const changed = strategies.filter(isChanged);
      if (!willBeIsolated(settings)) {
        const kept = strategies.map((of) =>
          changed.includes(of) ? { ...of, ...firstOf(of) } : of,
        );
        const keptSources = changed.map(({ path }) => path);
        return { strategies: kept, unusable, notLoaded, keptSources, ...about };
      }
      const now = await asTheyAre(strategies, { changed, settings });
      const refused = [...unusable, ...now.unusable];
      return { ...now, unusable: refused, notLoaded, keptSources: [], ...about };
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      return { strategies: [], unusable: error.problems, keptSources: [], ...about };
    }
  };
}

/** The strategies, those that were changed by what their files say now. */
async function asTheyAre(
  strategies: readonly LoadedStrategy[],
  { changed, settings }: { changed: readonly LoadedStrategy[]; settings: Settings },
): Promise<Pick<LoadedDay, 'strategies'> & { readonly unusable: readonly Problem[] }> {
  const { mode, calendar } = settings;
  const about = { mode, calendar, date: istDate(Date.now()) };
  const usable: LoadedStrategy[] = [];
  const unusable: Problem[] = [];
  for (const loaded of strategies) {
    const now = changed.includes(loaded) ? await changedModule(loaded, about) : ok(loaded);
    if (now.ok) usable.push(now.value);
    else unusable.push(...now.error);
  }
  return { strategies: usable, unusable };
}
