import { hiddenPlaces } from '../../day/journal/hidden-places.ts';
import { type Quarantine } from '../../day/quarantine.ts';
import { type TradingDayOptions } from '../../day/trading-day-options.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type HandedOver } from '../../loading/describing/module-reader.ts';
import { type KeptFiles } from '../../loading/files-as-they-were.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import {
  SourceProcess,
  type SourceProcessOptions,
} from '../../loading/source-process/source-process.ts';
import { SupervisedSources } from '../../loading/source-process/supervised-sources.ts';
import {
  StrategyProcessHost,
  type StrategyProcessOptions,
} from '../../loading/strategy-process/strategy-process-host.ts';
import { SupervisedHost } from '../../loading/strategy-process/supervised-host.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type HostProcesses } from '../../ports/run-host.ts';
import { type Settings } from '../../settings/settings.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type KeptSources } from '../evidence/kept-sources.ts';
import { type RunDayOptions } from '../run-day-options.ts';

/** Whose strategies are to run in processes of their own. */
export interface StrategyHostOptions {
  readonly settings: Pick<
    Settings,
    'isolation' | 'privateHosts' | 'file' | 'stateDirectory' | 'secretFiles' | 'api'
  >;
  /** The journal of the day, which their processes must not read either. @default none */
  readonly journalPath?: string | null;
  readonly time: DayVenue['time'];
  readonly strategies: readonly LoadedStrategy[];
  readonly quarantine?: Quarantine;
  /** A process that has loaded their modules already. @default one is opened */
  readonly handedOver?: HandedOver;
  /** Where sources are kept that run. @default none is */
  readonly sources?: Pick<KeptSources, 'find'> | null;
  /** No strategy's code runs. */
  readonly flatten?: RunDayOptions['flatten'];
  /** The day that it is of, which is there by the time anything happens. */
  readonly trading: () => Pick<TradingDay, 'note' | 'planned'>;
}

/**
 * Whether strategies run in processes of their own: only on a clock that goes by itself, and unless asked for, only where it goes at
 * its natural pace. On a faster one seconds of a process that starts are minutes of the day.
 */
export function isIsolated(
  { isolation }: Pick<Settings, 'isolation'>,
  time: Pick<DayVenue['time'], 'kind' | 'speed'>,
): boolean {
  if (time.kind === 'paced' || isolation === 'none') return false;
  return isolation === 'process' || time.speed === 1;
}

/** The same before a day has opened its clock. */
export function willBeIsolated({ isolation, venue, simulator }: Settings): boolean {
  if (venue.kind !== 'platform') return false;
  const speed = simulator.startAtMs === null ? 1 : simulator.speed;
  return isIsolated({ isolation }, { kind: 'wall', speed: speed === 'max' ? Infinity : speed });
}

/** Opens where the strategies of a day run, and their own inputs, to make the day with; nothing where that is its own process. */
export function openStrategyHost(
  options: StrategyHostOptions,
): Pick<TradingDayOptions, 'host' | 'openSources' | 'sourceProcesses'> {
  const { settings, time, strategies, trading, flatten, handedOver } = options;
  const { journalPath = null, sources = null } = options;
  if (strategies.length === 0 || flatten !== undefined || !isIsolated(settings, time)) return {};
  const note = (notice: Notice): void => {
    trading().note(toldAt(time.clock.nowMs(), notice));
  };
  const paths = [...new Set(strategies.map(({ path }) => path))];
  const hidden = hiddenPlaces(settings, journalPath);
  const keptFiles: KeptFiles | null =
    sources === null ? null : async (hash) => (await sources.find(hash))?.files ?? null;
  let first = handedOver;
  const host = new SupervisedHost({
    open: (hears) => {
      const take = first?.take;
      first = undefined;
      const own: StrategyProcessOptions = {
        ...hears,
        strategies: paths,
        hidden,
        onRefused: ({ owner, permission, resource }) => {
          const runId = owner?.kind === 'run' ? owner.runId : null;
          note(noticeOf('strategy-refused', runId, { permission, resource }));
        },
      };
      return new StrategyProcessHost(own, take);
    },
    keptFiles,
    onNotice: note,
    onGivenUp: (runId) => {
      convict(options, runId);
    },
    onReleased: (runId) => {
      options.quarantine?.lift(runId);
    },
  });
  return { host, ...sourcesElsewhere(settings, { host, hidden, keptFiles }) };
}

/**
 * Opens the authors' own inputs in processes of their own, one for each run that has any. A run cannot use them before it has
 * replayed the day so far, and their start would slow that replay.
 */
function sourcesElsewhere(
  { privateHosts, api: { port } }: StrategyHostOptions['settings'],
  {
    host,
    ...own
  }: { readonly host: SupervisedHost } & Pick<SourceProcessOptions, 'hidden' | 'keptFiles'>,
): Required<Pick<TradingDayOptions, 'openSources' | 'sourceProcesses'>> {
  const reach = { privateHosts, ...(port === null ? {} : { ownPort: port }) };
  const opened = new Map<string, SupervisedSources>();
  return {
    openSources: (run, { warn, onValue }) => {
      const { runId } = run.header;
      let supervised: SupervisedSources | null = null;
      const forget = host.onceIdle(runId, () => {
        supervised = new SupervisedSources(run, {
          onValue,
          onNotice: warn,
          open: ({ loaded: { path, sourceHash, strategy } }, listener) => {
            const { sources } = strategy;
            return new SourceProcess({ ...own, path, sourceHash, sources, reach }, listener);
          },
        });
        opened.set(runId, supervised);
      });
      return () => {
        forget();
        supervised?.close();
      };
    },
    sourceProcesses: () => together(Array.from(opened.values(), (of) => of.processes())),
  };
}

function together(all: readonly HostProcesses[]): HostProcesses {
  const sum = (of: keyof HostProcesses): number => all.reduce((total, one) => total + one[of], 0);
  return {
    count: sum('count'),
    residentBytes: sum('residentBytes'),
    restarts: sum('restarts'),
  };
}

function convict({ quarantine, trading }: StrategyHostOptions, runId: string): void {
  const planned = trading().planned.find(({ header }) => header.runId === runId);
  if (planned === undefined || quarantine === undefined) return;
  const { path, sourceHash } = planned.loaded;
  try {
    quarantine.convict(runId, { path, sourceHash });
  } catch {
    // A full disk has its own alert; the next start gives the run up by itself.
  }
}
