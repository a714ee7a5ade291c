import { soonAsProgram } from '../adapters/system/code-owner.ts';
import { asTurn } from '../adapters/system/turn-watch.ts';
import { sha256Hex } from '../base/hash.ts';
import { invariant } from '../base/invariant.ts';
import { isSameJson, type Json, stableJson } from '../base/json.ts';
import { InProcessHost } from '../host/in-process-host.ts';
import { createRun, type RunOptions } from '../host/run.ts';
import { type RunHeader, runNames } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type RunDescription } from '../ports/journal.ts';
import { type RunHost, type RunRecipe } from '../ports/run-host.ts';
import { type Divergence } from '../recovery/divergence.ts';
import { type RemadeRun } from '../recovery/replayed-run.ts';
import { type LoadedStrategy } from './load-strategy.ts';

/** A run that the configuration asks for. */
export interface PlannedRun {
  readonly header: RunHeader;
  readonly loaded: LoadedStrategy;
}

/** What the runs of a day have in common. */
export interface RunsTerms extends Omit<RunHeader, 'runId' | 'strategy'> {
  readonly strategies: readonly LoadedStrategy[];
}

/** The runs of a day in the order of the configuration. */
export function planRuns({ strategies, seed, ...common }: RunsTerms): readonly PlannedRun[] {
  const names = nameRuns(strategies);
  return strategies.map((loaded, place) => {
    const strategy = loaded.strategy.name;
    const name = names[place] ?? strategy;
    const { date, mode } = common;
    const runId = `${name}@${date}/${mode}`;
    return { loaded, header: { ...common, runId, strategy, seed: `${seed}/${name}/${date}` } };
  });
}

/** What a host makes a planned run of. */
export function recipeOf(
  { header, loaded }: PlannedRun,
  rest: Pick<RunRecipe, 'day' | 'store' | 'carried'>,
): RunRecipe {
  const { path, sourceHash, given = {} } = loaded;
  return { header, path, sourceHash, given, ...rest };
}

/** What runs in this process are given besides. */
export interface HostKnows extends Pick<RunOptions, 'history' | 'prices'> {
  /** Told each command as its run emits it, with the author's line. @default no one */
  readonly onCommand?: (
    runId: string,
    ...of: Parameters<NonNullable<RunOptions['onCommand']>>
  ) => void;
}

/**
 * A host in this process, for strategies that are loaded already. Whatever a run's code leaves behind, throws later or
 * takes too long for is known to be the run's.
 */
export function createHost(
  loadedOf: (recipe: RunRecipe) => LoadedStrategy | undefined,
  { onCommand, ...known }: HostKnows = {},
): RunHost {
  return new InProcessHost({
    make: (recipe) => {
      const loaded = loadedOf(recipe);
      invariant(loaded !== undefined, 'A run starts whose strategy was never loaded');
      const { strategy, params } = loaded;
      const { header, day, store, carried } = recipe;
      const told: Pick<RunOptions, 'onCommand'> =
        onCommand === undefined
          ? {}
          : {
              onCommand: (...of) => {
                onCommand(header.runId, ...of);
              },
            };
      return createRun({ strategy, params, header, day, store, carried, ...known, ...told });
    },
    asTurn,
    soon: soonAsProgram,
  });
}

/** What a run is made of, for the journal. `config` is all of the configuration that bears on it. */
export function describeRun(
  { loaded }: PlannedRun,
  rest: Pick<RunDescription, 'store' | 'calendarVersion' | 'build'> & { readonly config: unknown },
): RunDescription {
  // The settings are plain data under these names; the types only say more than JSON does.
  const config = plain(rest.config) as unknown as RunDescription['config'];
  return {
    ...rest,
    config,
    path: loaded.path,
    sourceHash: loaded.sourceHash,
    configHash: sha256Hex(stableJson(plain(rest.config))),
    params: plain(loaded.params),
    ...(loaded.given === undefined ? {} : { given: loaded.given }),
  };
}

/** Says what a run of the journal is made of again, and up front why it cannot be the same. */
export function remakeRun(
  recorded: Pick<RunRecipe, 'header' | 'carried'> & { readonly about: RunDescription | null },
  planned: readonly PlannedRun[],
  day: CalendarDay,
): RemadeRun {
  const { header, about, carried } = recorded;
  const plan = planned.find((one) => one.header.runId === header.runId);
  if (plan === undefined) return { recipe: null, divergence: notPlanned(header) };
  const recipe = recipeOf({ ...plan, header }, { day, store: about?.store ?? {}, carried });
  const detail = about === null ? null : changedParams(about, plan.loaded);
  if (detail === null) return { recipe, divergence: null };
  return { recipe, divergence: { kind: 'run', detail: `${detail} since it started` } };
}

/**
 * Says why a run is not what the operator adopted, or what took over last. Its earlier commands cannot be compared with the journal, so another
 * source is a reason even if it would decide the same.
 */
export function changedSinceAdopted(
  header: RunHeader,
  adopted: RunDescription,
  planned: readonly PlannedRun[],
): Divergence | null {
  const plan = planned.find((one) => one.header.runId === header.runId);
  if (plan === undefined) return notPlanned(header);
  const isSameSource = plan.loaded.sourceHash === adopted.sourceHash;
  const detail =
    changedParams(adopted, plan.loaded) ?? (isSameSource ? null : 'Its source was changed');
  return detail === null ? null : { kind: 'run', detail: `${detail} since it was adopted` };
}

/** A run of the journal whose code must not run. */
export function quarantinedRun(detail: string): RemadeRun {
  return { recipe: null, divergence: { kind: 'run', detail, isQuarantined: true } };
}

function notPlanned({ strategy }: RunHeader): Divergence {
  // Shown again at later starts, when its strategy may be back.
  const detail = `Its strategy "${strategy}" was left out, or was not in the configuration, when the program restarted`;
  return { kind: 'run', detail };
}

function changedParams(
  { params: recorded }: RunDescription,
  loaded: LoadedStrategy,
): string | null {
  const found = plain(loaded.params);
  if (isSameJson(recorded, found)) return null;
  return `Its parameters were changed (recorded ${stableJson(recorded)}, found ${stableJson(found)})`;
}

/** A value as the journal can keep it. */
export function plain(value: unknown): Json {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as Json);
}

/**
 * What the runs of strategies are called, in the order of the configuration: `straddle`, and `straddle#2` for the
 * second of that name, which has other parameters. Run ids, results and stores use these names.
 */
export function nameRuns(
  strategies: readonly {
    readonly strategy: Pick<LoadedStrategy['strategy'], 'name'>;
    readonly runName?: string;
  }[],
): readonly string[] {
  const names = runNames(strategies.map(({ strategy }) => strategy.name));
  return strategies.map(({ strategy, runName }, place) => runName ?? names[place] ?? strategy.name);
}
