import { basename, dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { asCodeOfModule } from '../adapters/system/code-owner.ts';
import { asLoading, nameSource } from '../adapters/system/turn-watch.ts';
import { sha256Hex } from '../base/hash.ts';
import { invariant } from '../base/invariant.ts';
import { type Json } from '../base/json.ts';
import { type Checked, problem, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { type YamlStrategy } from '../language/compile-source.ts';
import { type Outline } from '../language/plan/outline.ts';
import { type RunBroker } from '../model/runs/run-broker.ts';
import { type RunPolicies } from '../model/runs/run-policies.ts';
import { type Stage } from '../model/runs/stage.ts';
import { tighterProtections } from '../model/runs/tighter-protections.ts';
import { settingsSchema } from '../settings/settings-schema.ts';
import { type Strategy } from '../strategy/define-strategy.ts';
import { readYaml } from '../text/read-yaml.ts';
import { allowedKeys } from '../text/schema-at.ts';
import { applyParams } from './apply-params.ts';
import { sourceBytes, type SourceFile } from './files-as-they-were.ts';
import { guardProcess } from './guard-process.ts';
import { loadedInTime, MODULE_ENDINGS, moduleFailure, YAML_ENDINGS } from './load-module.ts';
import { compileWithCode, namesCode } from './own-sources/yaml-strategy.ts';
import { StrategyParts } from './strategy-parts.ts';
import { importedBy, importStrategyCopy, importStrategyModule } from './strategy-modules.ts';
import { unreadableFile } from './unreadable-file.ts';

/** A strategy with its parameters, ready to run. */
export interface LoadedStrategy {
  /** Absolute path of its file. */
  readonly path: string;
  readonly strategy: Strategy;
  /** Output of the strategy's schema: defaults filled in, overrides applied. */
  readonly params: unknown;
  /** What it was given over its own defaults, by a configuration or a command line. @default nothing */
  readonly given?: Readonly<Record<string, Json>>;
  /** SHA-256 of the file's text, and of the files that it imports, those of packages too. */
  readonly sourceHash: string;
  /** Addresses of the files that it imports, as far as `sourceHash` covers them. @default none */
  readonly imports?: readonly string[];
  /** What differs from the default policies. @default nothing */
  readonly policies?: Partial<RunPolicies>;
  /** The broker connection that its run trades through. @default the account's own */
  readonly broker?: RunBroker;
  /** How far it is meant to go on a live account. @default null: it has no part in stages, and trades at full size */
  readonly goal?: Stage | null;
  /** What its run is called, where that does not follow from the strategies beside it. @default from its name and theirs */
  readonly runName?: string;
  /** What its file says and its author hardly means, sentences. @default nothing */
  readonly warnings?: readonly string[];
  /** Of a YAML file: what it can trade in a day at most, under an output of its schema. @default code decides */
  readonly outline?: (params: unknown) => Outline;
  /** Of a YAML file: what it says and its author hardly means, at its place. @default nothing */
  readonly doubts?: YamlStrategy['doubts'];
}

/** A strategy that has no parameters yet. */
export type StrategySource = Omit<
  LoadedStrategy,
  'params' | 'given' | 'broker' | 'goal' | 'runName'
>;

/**
 * Loads a strategy module or YAML file and applies parameters over its defaults. Anything unusable is a list
 * of problems with file and, where known, line and column; never a throw.
 *
 * @throws {ConfigurationError} when the market's own tables cannot be used
 */
export async function loadStrategy(
  path: string,
  overrides: Readonly<Record<string, Json>> = {},
): Promise<Checked<LoadedStrategy>> {
  const source = await readStrategy(path);
  if (!source.ok) return source;
  const params = applyParams(source.value.strategy, overrides, path);
  return params.ok ? ok({ ...source.value, params: params.value, given: overrides }) : params;
}

/**
 * Loads a strategy module or YAML file as it is. Anything unusable is a list of problems; never a throw.
 *
 * @throws {ConfigurationError} when the market's own tables cannot be used
 */
export async function readStrategy(path: string): Promise<Checked<StrategySource>> {
  const file = resolve(path);
  let text: string;
  try {
    text = Buffer.from(sourceBytes(file)).toString('utf8');
  } catch (error) {
    return fail([{ ...unreadableFile('Cannot read the strategy', file, error), file: path }]);
  }
  const parts = new StrategyParts(file, path);
  const strategy = await strategyIn({ file, path, text, parts });
  if (!strategy.ok) {
    const instead = isStrategyModule({ path: file }) ? null : configurationInstead(text, path);
    return instead === null ? strategy : fail([instead]);
  }
  return ok({
    path: file,
    strategy: strategy.value,
    ...sourcesOf(file, text, isYaml(file) ? filesOfYaml(parts) : importedFiles(file)),
    ...('outline' in strategy.value ? ofYaml(strategy.value) : {}),
    ...ownPolicies(strategy.value),
  });
}

/** What a file says besides what it decides. */
function ofYaml({ outline, doubts, warnings }: YamlStrategy): Partial<StrategySource> {
  return { outline, doubts, warnings };
}

/** Limits that a strategy sets itself, in YAML or code. */
export function ownPolicies({
  protections,
}: Pick<Strategy, 'protections'>): Pick<StrategySource, 'policies'> {
  return protections === undefined ? {} : { policies: { protections } };
}

/** Policies of a configuration for a strategy: the limits of its own file hold beside them. */
export function withPolicies(
  own: Partial<RunPolicies> | undefined,
  configured: Partial<RunPolicies>,
): Partial<RunPolicies> {
  const [file, more] = [own?.protections, configured.protections];
  if (file === undefined) return configured;
  const protections = more === undefined ? file : tighterProtections(file, more);
  return { ...configured, protections };
}

/** Whether a strategy is code: what a YAML file says has no state of its own. */
export function isStrategyModule({ path }: Pick<LoadedStrategy, 'path'>): boolean {
  return MODULE_ENDINGS.includes(extname(path));
}

/** Whether loading a strategy's file, an absolute path, loads code of its author: a module, or a YAML file with sources. */
export function loadsCode(path: string): boolean {
  return isStrategyModule({ path }) || (isYaml(path) && namesCode(path));
}

/** Whether a strategy that was loaded, here or elsewhere, has code of its author. */
export function hasCode({ path, strategy }: Pick<LoadedStrategy, 'path' | 'strategy'>): boolean {
  return isStrategyModule({ path }) || strategy.sources.length > 0;
}

/** A file that a strategy came to import after it was loaded, which its `sourceHash` knows nothing of; null when none. */
export function importedLater({ path, imports = [] }: LoadedStrategy): string | null {
  const later = importedBy(pathToFileURL(path).href).find((url) => !imports.includes(url));
  return later === undefined ? null : fileURLToPath(later);
}

/**
 * The same strategy with module variables of its own, from the text that was loaded; a YAML file's is given as it is.
 *
 * @throws what its modules throw when they are run again
 */
export async function strategyCopy(loaded: LoadedStrategy, copy: number): Promise<Strategy> {
  if (!isStrategyModule(loaded)) return loaded.strategy;
  const module = await asLoading(basename(loaded.path), () =>
    asCodeOfModule(loaded.path, () => importStrategyCopy(pathToFileURL(loaded.path).href, copy)),
  );
  invariant(isStrategy(module.default), 'The same module exports a strategy again');
  return module.default;
}

function isYaml(file: string): boolean {
  return YAML_ENDINGS.includes(extname(file));
}

type Sources = Required<Pick<StrategySource, 'sourceHash' | 'imports'>>;

/** The files that a module imports, in a fixed order. */
function importedFiles(file: string): readonly SourceFile[] {
  return importedBy(pathToFileURL(file).href).map((url) => {
    const path = fileURLToPath(url);
    return { path, content: sourceBytes(path) };
  });
}

/** Its parts, the modules of its sources, and what these import. */
function filesOfYaml({ files, modules }: StrategyParts): readonly SourceFile[] {
  const imported = modules.flatMap(({ path }) => importedFiles(path));
  const all = [...files, ...modules, ...imported].map((file) => [file.path, file] as const);
  return [...new Map(all).values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function sourcesOf(file: string, text: string, files: readonly SourceFile[]): Sources {
  const imports = files.map(({ path }) => pathToFileURL(path).href);
  return { sourceHash: hashOfSources(file, text, files), imports };
}

/** The `sourceHash` of a strategy's file with this text, and of the files that it imports, in their order. */
export function hashOfSources(file: string, text: string, imported: readonly SourceFile[]): string {
  const parts = imported.flatMap(({ path, content }) => {
    return [relative(dirname(file), path), sha256Hex(content)];
  });
  return sha256Hex([text, ...parts].join('\n'));
}

/** A strategy's file that was read. */
interface StrategyFile {
  readonly file: string;
  readonly path: string;
  readonly text: string;
  readonly parts: StrategyParts;
}

function strategyIn({
  file,
  path,
  text,
  parts,
}: StrategyFile): Promise<Checked<Strategy | YamlStrategy>> | Checked<Strategy> {
  const ending = extname(file);
  if (isYaml(file)) return compileWithCode({ path, text, parts });
  if (MODULE_ENDINGS.includes(ending)) return importStrategy(file, path, text);
  return refuse(`Unknown kind of strategy: "${path}" (by its ending)`, {
    file: path,
    found: ending === '' ? 'no ending' : ending,
    allowed: [...MODULE_ENDINGS, ...YAML_ENDINGS].join(', '),
  });
}

async function importStrategy(
  file: string,
  path: string,
  text: string,
): Promise<Checked<Strategy>> {
  guardProcess();
  nameSource(basename(file), { path: file, sourceHash: sha256Hex(text) });
  try {
    const loading = asLoading(basename(file), () =>
      asCodeOfModule(file, () => importStrategyModule(pathToFileURL(file).href)),
    );
    const module = await loadedInTime(loading);
    if (isStrategy(module.default)) return ok(module.default);
    return refuse(`Strategy module "${path}" has no default export made by defineStrategy`, {
      file: path,
      found: module.default === undefined ? 'no default export' : typeof module.default,
      allowed: 'export default defineStrategy({ … })',
    });
  } catch (error) {
    const { reason, place } = moduleFailure(error, file);
    return refuse(`Cannot load strategy module "${path}": ${reason}`, { file: path, ...place });
  }
}

function isStrategy(value: unknown): value is Strategy {
  if (typeof value !== 'object' || value === null) return false;
  const { name, run, params } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof run === 'function' && typeof params === 'object';
}

function refuse(
  message: string,
  parts: Parameters<typeof problem>[1],
): { readonly ok: false; readonly error: readonly Problem[] } {
  return fail([problem(message, parts)]);
}

const OF_STRATEGIES = [
  ...['name', 'schemaVersion', 'legs', 'position', 'signals', 'rules', 'use', 'blueprint'],
];

/** What to say of a configuration that was named as a strategy, in place of all that it lacks as one; null for other files. */
export function configurationInstead(text: string, path: string): Problem | null {
  const parsed = readYaml(text, path);
  const value: unknown = parsed.ok ? parsed.value.value : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  const known = allowedKeys(settingsSchema, []);
  if (keys.some((key) => OF_STRATEGIES.includes(key))) return null;
  if (!keys.some((key) => known.includes(key))) return null;
  return problem('This is a configuration, not a strategy', {
    file: path,
    found: keys.slice(0, 5).join(', '),
    next: `Give it as --config ${path}`,
  });
}
