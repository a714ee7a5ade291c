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
 * process: where its file has changed, the day runs the source that was loaded first, under that source's hash.
 */
export function createDayLoader(
  context: CliContext,
  { files, journalPath }: DayLoaderOptions,
): (settings: Settings) => Promise<LoadedDay> {
  const first = new Map<string, Pick<LoadedStrategy, 'sourceHash' | 'imports'>>();
  const asFirst = (loaded: LoadedStrategy, kept: string[]): LoadedStrategy => {
    if (!isStrategyModule(loaded)) return loaded;
    const { path, sourceHash, imports = [] } = loaded;
    const before = first.get(path);
    if (before === undefined) first.set(path, { sourceHash, imports });
    if (before === undefined || before.sourceHash === sourceHash) return loaded;
    kept.push(path);
    return { ...loaded, ...before };
  };
  return async (settings) => {
    const quarantine = journalPath === null ? null : openQuarantine(journalPath);
    const about = quarantine === null ? {} : { quarantine };
    try {
      const asked = askedEntries(context, settings, files);
      const { entries, notLoaded } = withoutQuarantined(context, asked, quarantine);
      const { strategies, unusable } = await loadUsable(context, entries);
      const keptSources: string[] = [];
      const loaded = strategies.map((of) => asFirst(of, keptSources));
      return { strategies: loaded, unusable, notLoaded, keptSources, ...about };
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      return { strategies: [], unusable: error.problems, keptSources: [], ...about };
    }
  };
}
