import { resolve } from 'node:path';

import { type Problem, problem } from '../../../base/problem.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { hiddenPlaces } from '../../../day/journal/hidden-places.ts';
import { type LeftOut } from '../../../loading/left-out.ts';
import { describedElsewhere } from '../../../loading/describing/described-strategy.ts';
import { type HandedOver, ModuleReader } from '../../../loading/describing/module-reader.ts';
import {
  loadsCode,
  type LoadedStrategy,
  loadStrategy,
  withPolicies,
  readStrategy,
  type StrategySource,
} from '../../../loading/load-strategy.ts';
import { overrideParams } from '../../../research/sweep/choose-variants.ts';
import { parseParam, type WrittenParam } from '../../../research/sweep/parse-param.ts';
import { brokerNamed, type Brokers } from '../../../settings/broker-settings.ts';
import { type RunBroker } from '../../../model/runs/run-broker.ts';
import { type Settings, type StrategyEntry } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { shortPath } from './strategy-facts.ts';

type LoadStrategy = typeof loadStrategy;

/** How strategies are loaded. */
interface LoadingOptions {
  /** @default one after the other, into this process */
  readonly load?: LoadStrategy;
  /** Broker connections by name. @default not asked: all trade through one */
  readonly brokers?: Brokers | undefined;
}

/** Loads a strategy; its problems name the file as the user would from the working directory. */
async function loadNamed(
  context: CliContext,
  entry: StrategyEntry,
  { load = loadStrategy, brokers }: LoadingOptions,
): Promise<Result<LoadedStrategy, readonly Problem[]>> {
  const { path, params, policies, goal = null, missing } = entry;
  if (missing !== undefined) return fail([missing]);
  const absolute = resolve(context.workingDirectory, path);
  const loaded = await load(absolute, params);
  if (!loaded.ok) return fail(asConfigured(entry, asNamed(context, absolute, loaded.error)));
  const { policies: own } = loaded.value;
  const broker = brokers === undefined ? ok(null) : brokerOfEntry(entry, loaded.value, brokers);
  if (!broker.ok) return fail(asNamed(context, absolute, [broker.error]));
  return ok({
    ...loaded.value,
    policies: withPolicies(own, policies),
    goal,
    ...(broker.value === null ? {} : { broker: broker.value }),
  });
}

/** The broker connection of a strategy: the one of its entry, else the one that it asks for itself; null for the account's own. */
export function brokerOfEntry(
  { broker: configured }: Pick<StrategyEntry, 'broker'>,
  {
    path,
    strategy: { broker: own },
  }: Pick<LoadedStrategy, 'path'> & {
    readonly strategy: Pick<LoadedStrategy['strategy'], 'broker'>;
  },
  brokers: Brokers,
): Result<RunBroker | null, Problem> {
  // The configuration was checked where it says so.
  const name = configured ?? own?.name;
  return name === undefined ? ok(null) : brokerNamed(name, brokers, own?.at ?? { file: path });
}

/**
 * Reads a strategy of which parameters are yet to be chosen.
 *
 * @throws {CliFailure} when it cannot be used
 */
export async function readNamed(context: CliContext, path: string): Promise<StrategySource> {
  const absolute = resolve(context.workingDirectory, path);
  const read = await readStrategy(absolute);
  if (read.ok) return read.value;
  throw new CliFailure('configuration', asNamed(context, absolute, read.error));
}

/** Problems that name a file as the user would from the working directory. */
export function asNamed(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  absolute: string,
  problems: readonly Problem[],
): readonly Problem[] {
  const file = shortPath(absolute, workingDirectory);
  return problems.map((of) => ({
    ...of,
    // A part of the strategy has a file of its own.
    file: of.file === null ? null : shortPath(of.file, workingDirectory),
    message: of.message.replaceAll(absolute, file),
    next: of.next?.replaceAll(absolute, file) ?? null,
  }));
}

/** Problems of parameters that a configuration gives, at the line of the configuration that gives them. */
export function asConfigured(
  { paramPlaces }: Pick<StrategyEntry, 'paramPlaces'>,
  problems: readonly Problem[],
): readonly Problem[] {
  return problems.map((of) => {
    const place = of.param === undefined ? undefined : paramPlaces?.places[of.param.name];
    if (paramPlaces === undefined || place === undefined) return of;
    const at = of.param?.isUnknown === true ? place.key : place.value;
    return { ...of, file: paramPlaces.file, ...at };
  });
}

/**
 * Loads every strategy, or fails with the problems of all of them.
 *
 * @throws {CliFailure} when one cannot be used
 */
export async function loadStrategies(
  context: CliContext,
  entries: readonly StrategyEntry[],
  options: LoadingOptions = {},
): Promise<readonly LoadedStrategy[]> {
  const { strategies, unusable } = await loadUsable(context, entries, options);
  if (unusable.length > 0) throw new CliFailure('configuration', unusable);
  return strategies;
}

/** The strategies of a day, in the order of the configuration. */
export interface UsableStrategies {
  readonly strategies: readonly LoadedStrategy[];
  /** What is wrong with the others. */
  readonly unusable: readonly Problem[];
  /** The others. */
  readonly leftOut: readonly LeftOut[];
  /** The process that read them, where one did. */
  readonly handedOver?: HandedOver;
}

/** Loads those strategies that can be used, and says what is wrong with the others. */
export async function loadUsable(
  context: CliContext,
  entries: readonly StrategyEntry[],
  options: LoadingOptions = {},
): Promise<UsableStrategies> {
  const strategies: LoadedStrategy[] = [];
  const unusable: Problem[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of entries) {
    const result = await loadNamed(context, entry, options);
    if (result.ok) strategies.push(result.value);
    else {
      unusable.push(...result.error);
      const path = resolve(context.workingDirectory, entry.path);
      leftOut.push({ path, before: strategies.length, name: null });
    }
  }
  return { strategies, unusable, leftOut };
}

/** Whose record the process that reads modules must not read. */
export interface Describing {
  readonly settings: Settings;
  readonly journalPath: string | null;
}

/** The same where code of modules must not run in this process: each is read in another. */
export async function describeUsable(
  context: CliContext,
  entries: readonly StrategyEntry[],
  { settings, journalPath }: Describing,
): Promise<UsableStrategies> {
  const paths = entries.map(({ path }) => resolve(context.workingDirectory, path));
  const reader = new ModuleReader(paths, { hidden: hiddenPlaces(settings, journalPath) });
  if (paths.length > 0) reader.open();
  // Code that never returns must not hold up the end.
  const stop = (): void => {
    reader.close();
  };
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    const load: LoadStrategy = async (path, asked) => {
      const given = asked ?? {};
      if (!loadsCode(path)) return loadStrategy(path, given);
      const described = await reader.describe(path, given);
      return described.ok ? ok(describedElsewhere(described.value, { path, given })) : described;
    };
    const usable = await loadUsable(context, entries, { load, brokers: settings.brokers });
    const handedOver = reader.handOver();
    return handedOver === null ? usable : { ...usable, handedOver };
  } finally {
    context.signal.removeEventListener('abort', stop);
    reader.close();
  }
}

/**
 * Strategies of a command over recorded days, with what configuration and command line say of their parameters.
 *
 * @throws {CliFailure} when there are none, or one cannot be used
 */
export async function askedStrategies(
  context: CliContext,
  settings: Settings,
  { files, params = [] }: { files: readonly string[]; params?: readonly string[] | undefined },
): Promise<readonly LoadedStrategy[]> {
  const written = writtenParams(params);
  const entries = askedEntries(context, settings, files);
  const loaded = await loadStrategies(context, entries);
  if (written.length === 0) return loaded;
  const [strategy] = loaded;
  const [entry] = entries;
  if (strategy === undefined || entry === undefined || loaded.length > 1) {
    throw cliFailure('usage', '--param is for one strategy', {
      found: loaded.map(({ strategy: { name } }) => name).join(', '),
      next: 'Name one file, or give the parameters in a configuration',
    });
  }
  const file = shortPath(strategy.path, context.workingDirectory);
  const overridden = overrideParams({ ...strategy, path: file }, entry.params, oneOfEach(written));
  if (!overridden.ok) throw new CliFailure('configuration', overridden.error);
  return [{ ...overridden.value, path: strategy.path }];
}

/**
 * Files that were named, each as the configuration lists it where it does; else all that the configuration lists.
 *
 * @throws {CliFailure} when there are none, or a file is named twice
 */
export function askedEntries(
  { workingDirectory }: CliContext,
  settings: Settings,
  files: readonly string[],
): readonly StrategyEntry[] {
  const paths = files.map((file) => resolve(workingDirectory, file));
  const again = files.find((_, place) => paths.indexOf(paths[place] ?? '') !== place);
  if (again !== undefined) {
    throw cliFailure('usage', 'A strategy is named twice, and would trade twice', {
      file: again,
      next: 'Name it once; a configuration may list a file twice, each with its own parameters',
    });
  }
  const entries =
    files.length === 0
      ? settings.strategies
      : paths.flatMap((path) => entriesOf(settings.strategies, path));
  if (entries.length > 0) return entries;
  throw cliFailure('configuration', 'No strategy to run', {
    file: settings.file,
    allowed: 'files on the command line, or "strategies" in the configuration',
    next: 'Name a file: .ts, .js or .yaml',
  });
}

function entriesOf(listed: readonly StrategyEntry[], path: string): readonly StrategyEntry[] {
  const same = listed.filter((entry) => entry.path === path);
  return same.length > 0 ? same : [{ path, params: {}, policies: {} }];
}

/**
 * What `--param` says, read.
 *
 * @throws {CliFailure} for a text that names no parameter or no values
 */
export function writtenParams(texts: readonly string[]): readonly WrittenParam[] {
  return texts.map((text) => {
    const written = parseParam(text);
    if (written.ok) return written.value;
    throw new CliFailure('usage', [written.error]);
  });
}

/**
 * What `--param` says where each parameter can have but one value.
 *
 * @throws {CliFailure} when a parameter has several values
 */
export function oneOfEach(written: readonly WrittenParam[]): readonly WrittenParam[] {
  const several = written.filter(({ atoms }) => atoms.length > 1);
  if (several.length === 0) return written;
  throw new CliFailure(
    'usage',
    several.map(({ name, atoms }) =>
      problem(`Parameter "${name}" has several values`, {
        found: atoms.slice(0, 5).join(', '),
        allowed: 'one value',
        next: 'sauda sweep tries them all',
      }),
    ),
  );
}
