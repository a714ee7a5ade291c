import { willBeIsolated } from '../../../daemon/isolation/open-strategy-host.ts';
import { hasCode, isStrategyModule, type LoadedStrategy } from '../../../loading/load-strategy.ts';
import { type LoadedDay } from '../../../daemon/days/run-daemon-options.ts';
import { openQuarantine } from '../../../day/quarantine.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { askedEntries, describeUsable, loadUsable } from './load-strategies.ts';
import { withoutQuarantined } from './without-quarantined.ts';

/** Which strategies a process loads, day after day. */
export interface DayLoaderOptions {
  /** Files instead of those of the configuration. */
  readonly files: readonly string[];
  readonly journalPath: string | null;
}

/**
 * Makes what loads the strategies of each day. YAML files are read again, and so are modules that run in processes of their own: this
 * one loads none of those. Where strategies run in this process, the code of a module cannot be replaced: once its file has
 * changed, the source that was loaded first runs on, under its hash.
 */
export function createDayLoader(
  context: CliContext,
  { files, journalPath }: DayLoaderOptions,
): (settings: Settings) => Promise<LoadedDay> {
  const first = new Map<string, LoadedStrategy>();
  const asFirst = (loaded: LoadedStrategy): LoadedStrategy => {
    const { path, sourceHash } = loaded;
    if (!hasCode(loaded)) return loaded;
    const before = first.get(path) ?? loaded;
    first.set(path, before);
    const { sourceHash: hashBefore, imports = [] } = before;
    if (isStrategyModule(loaded)) return { ...loaded, sourceHash: hashBefore, imports };
    // What a file says could change, and the code that it names could not: both stay as they were.
    return hashBefore === sourceHash ? loaded : before;
  };
  return async (settings) => {
    const quarantine = journalPath === null ? null : openQuarantine(journalPath);
    const about = quarantine === null ? {} : { quarantine };
    try {
      const asked = askedEntries(context, settings, files);
      const { entries, notLoaded } = withoutQuarantined(context, asked, quarantine);
      if (willBeIsolated(settings)) {
        const described = await describeUsable(context, entries, { settings, journalPath });
        return { ...described, notLoaded, keptSources: [], ...about };
      }
      const loaded = await loadUsable(context, entries, { brokers: settings.brokers });
      const strategies = loaded.strategies.map(asFirst);
      const keptSources = loaded.strategies.flatMap(({ path, sourceHash }, place) =>
        strategies[place]?.sourceHash === sourceHash ? [] : path,
      );
      return { ...loaded, strategies, notLoaded, keptSources, ...about };
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      return { strategies: [], unusable: error.problems, keptSources: [], ...about };
    }
  };
}
