import {
  type LoadFnOutput,
  registerHooks,
  type ResolveFnOutput,
  type ResolveHookContext,
} from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { withoutTypes } from '../adapters/system/without-types.ts';
import { kept } from '../base/kept.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { INSIDE_MODULES } from '../host/globals/outside-doors.ts';
import { recalledText, textNow } from './files-as-they-were.ts';
import { BUILT_IN, KIT } from './own-modules.ts';

/** What a strategy may import though it lies outside any project: it gets our copy. */
const LENT_PACKAGES = ['rxjs', 'rxjs/operators', 'zod', 'luxon'];
const FORMATS: Readonly<Record<string, string>> = { '.ts': 'module-typescript', '.js': 'module' };
const MODULE_SYNTAX = /^\s*(import\b(?!\s*\()|export\b)/m;

/** A strategy, or a package on its behalf, imports what no strategy may. */
export class RefusedImport extends Error {
  override readonly name = 'RefusedImport';
}

/** What this program itself is made of lies below. It is known by its build, and there is one of it in a process. */
const PROGRAM = new URL('.', KIT).href;
const PROGRAM_PATH = fileURLToPath(PROGRAM);
/** In the address of a file: which copy of a module it asks for. */
const COPY = 'sauda-copy';
const IN_PACKAGE = '/node_modules/';

/** Addresses of the strategies' own files, and of those that they import, packages left out. */
const ownFiles = new Set<string>();
/** Each import of a strategy's file by this program, in order. */
const imported: string[] = [];
const packageFiles = new Set<string>();
const importsOf = new Map<string, Set<string>>();
/** The own files as they were when they were first loaded. */
const loadedFiles = new Map<string, LoadFnOutput>();
let isLending = false;

/**
 * Imports a strategy's file, wherever it lies. `import 'sauda'` in it means this very program, so that there is
 * one kit in a process; the packages of the kit's own API are lent to it when its project has none; and its files
 * are ES modules when they are written as such, whatever the `package.json` above them says or leaves out.
 */
export async function importStrategyModule(url: string): Promise<{ readonly default?: unknown }> {
  lend();
  ownFiles.add(url);
  imported.push(url);
  return (await import(url)) as { default?: unknown };
}

/**
 * Imports a strategy's file again, as another instance of it and of all that it imports, packages left out: none
 * sees what is in the variables of another's modules. Each instance is of the text that was loaded first.
 */
export function importStrategyCopy(
  url: string,
  copy: number,
): Promise<{ readonly default?: unknown }> {
  lend();
  return import(copyOf(url, String(copy))) as Promise<{ default?: unknown }>;
}

/**
 * The files that a strategy's file imports by whatever name, those of packages too, and those that they do, as addresses
 * in a fixed order. What this program lends and what Node brings are none of them. Known once it has been imported.
 */
export function importedBy(url: string): readonly string[] {
  const all = new Set<string>([url]);
  // A set is walked through what is added on the way, too.
  for (const file of all) for (const found of importsOf.get(file) ?? []) all.add(found);
  all.delete(url);
  return [...all].sort();
}

/** How many strategies' files this program has imported so far. */
export function importsSoFar(): number {
  return imported.length;
}

/**
 * Each import by a strategy's own file, as paths: of the files that this program imported after so many others, and of those
 * that these import.
 */
export function ownImports(
  after: number,
): readonly { readonly by: string; readonly what: string }[] {
  const since = new Set(imported.slice(after));
  for (const url of since) for (const found of importsOf.get(url) ?? []) since.add(found);
  return [...since]
    .filter((url) => ownFiles.has(url))
    .flatMap((url) =>
      [...(importsOf.get(url) ?? [])].map((found) => ({
        by: fileURLToPath(url),
        what: fileURLToPath(found),
      })),
    );
}

/**
 * The path of the strategy's file that comes first among the files of callers, addresses or paths or what tells where
 * code was made of a text; null when none is a strategy's.
 */
export function strategyFileAmong(callers: readonly string[]): string | null {
  const own = [...ownFiles].map((url) => ({ url, path: fileURLToPath(url) }));
  for (const caller of callers) {
    const file = withoutQuery(caller);
    const found = own.find(
      ({ url, path }) =>
        url === file ||
        path === caller ||
        caller.includes(`(${url}`) ||
        caller.includes(`(${path}:`),
    );
    if (found !== undefined) return found.path;
  }
  return null;
}

/** Whether a file, by its address or path, is a strategy's own or of a package that one came to. */
export function isStrategyCode(file: string): boolean {
  return strategyFileAmong([file]) !== null || isPackageFile(withoutQuery(file));
}

function isPackageFile(file: string): boolean {
  return packageFiles.has(file) || packageFiles.has(pathToFileURL(file).href);
}

/** Whether a file, by its address or path, is one that this program itself is made of. */
export function isOfProgram(file: string): boolean {
  return file.startsWith(PROGRAM) || file.startsWith(PROGRAM_PATH);
}

function lend(): void {
  if (isLending) return;
  isLending = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'sauda') return { url: KIT, shortCircuit: true };
      const isLent = LENT_PACKAGES.includes(specifier) || BUILT_IN.has(specifier);
      // The program's own files get what they get anyway.
      if (!isLent || context.parentURL?.startsWith(PROGRAM) === true) {
        return noted(specifier, context, next(specifier, context));
      }
      const { found, isOurs } = resolvePackage(specifier, { context, next });
      return isOurs ? found : noted(specifier, context, found);
    },
    load: (url, context, next) => {
      const file = withoutQuery(url);
      if (isTypeScriptOfPackage(file)) return loadStripped(file);
      if (!ownFiles.has(file)) return next(url, context);
      const before = url === file ? undefined : loadedFiles.get(file);
      if (before !== undefined) return { ...before, shortCircuit: true };
      const format = formatOf(file) ?? context.format;
      const source = recalledText(fileURLToPath(file));
      const loaded =
        source === null
          ? next(url, { ...context, format })
          : { format, source, shortCircuit: true };
      loadedFiles.set(file, loaded);
      return loaded;
    },
  });
}

/** Node runs no TypeScript below node_modules, where the strategies that ship are. */
function isTypeScriptOfPackage(file: string): boolean {
  return isFollowed(file) && file.includes(IN_PACKAGE) && extname(file) === '.ts';
}

function loadStripped(file: string): LoadFnOutput {
  const before = loadedFiles.get(file);
  if (before !== undefined) return { ...before, shortCircuit: true };
  const source = withoutTypes(textNow(fileURLToPath(file)));
  const loaded = { format: 'module' as const, source, shortCircuit: true };
  loadedFiles.set(file, loaded);
  return loaded;
}

/** Takes note of what a strategy's file, or a package's file that it came to, imports; an instance imports instances. */
function noted(
  specifier: string,
  { parentURL = '', conditions }: ResolveHookContext,
  found: ResolveFnOutput,
): ResolveFnOutput {
  const from = withoutQuery(parentURL);
  const to = withoutQuery(found.url);
  refuseInside(from, to);
  if (!isFollowed(from) || !isFollowable(to)) return found;
  const isOwn = ownFiles.has(from) && (specifier.startsWith('.') || !to.includes(IN_PACKAGE));
  (isOwn ? ownFiles : packageFiles).add(to);
  noteImport(from, to);
  const copy = new URL(parentURL).searchParams.get(COPY);
  // What is asked for by `require` is known by its path alone.
  const isShared = !isOwn || copy === null || conditions.includes('require');
  return isShared ? found : { ...found, url: copyOf(found.url, copy) };
}

/** @throws {RefusedImport} when a strategy, or a package on its behalf, imports what it may not */
function refuseInside(from: string, to: string): void {
  const isOfStrategy = from.startsWith('data:') || from.startsWith('blob:') || isFollowed(from);
  const module = to.startsWith('node:') ? insideModule(to) : null;
  if (module !== null && (isOfStrategy || from === '')) {
    throw new RefusedImport(insideReason(module));
  }
  if (isOfStrategy && isOfProgram(to) && !isOffered(to)) throw new RefusedImport(ownReason(to));
}

/** The kit, and what is lent with it. A strategy that lies beside them, as those of tests do, is none of the program. */
function isOffered(url: string): boolean {
  return url === KIT || isFollowed(url) || [...BUILT_IN.values()].includes(url);
}

function isFollowed(url: string): boolean {
  return ownFiles.has(url) || packageFiles.has(url);
}

function isFollowable(url: string): boolean {
  return url.startsWith('file:') && !url.startsWith(PROGRAM);
}

function noteImport(from: string, to: string): void {
  kept(importsOf, from, () => new Set<string>()).add(to);
}

function copyOf(url: string, copy: string): string {
  const asked = new URL(url);
  asked.searchParams.set(COPY, copy);
  return asked.href;
}

function withoutQuery(url: string): string {
  const at = url.search(/[?#]/);
  return at < 0 ? url : url.slice(0, at);
}

interface Resolving {
  readonly context: ResolveHookContext;
  readonly next: (name: string, context: Partial<ResolveHookContext>) => ResolveFnOutput;
}

interface ResolvedPackage {
  readonly found: ResolveFnOutput;
  /** Whether it is the copy that this program has. */
  readonly isOurs: boolean;
}

/** @throws what Node throws for a package that is nowhere */
function resolvePackage(name: string, { context, next }: Resolving): ResolvedPackage {
  const builtIn = BUILT_IN.get(name);
  const ours = (): ResolveFnOutput => next(name, { ...context, parentURL: import.meta.url });
  const theirs = whenFound(() => next(name, context));
  if (!theirs.ok && !LENT_PACKAGES.includes(name)) throw theirs.error;
  if (theirs.ok && theirs.value.url !== ours().url) return { found: theirs.value, isOurs: false };
  const found = builtIn === undefined ? ours() : { url: builtIn, shortCircuit: true };
  return { found, isOurs: true };
}

function whenFound<Value>(find: () => Value): Result<Value, unknown> {
  try {
    return ok(find());
  } catch (error) {
    return fail(error);
  }
}

/** The format of a file whose ending leaves it open; null when the ending or its text says otherwise. */
function formatOf(url: string): string | null {
  const format = FORMATS[extname(new URL(url).pathname)];
  if (format === undefined) return null;
  return MODULE_SYNTAX.test(textNow(fileURLToPath(url))) ? format : null;
}

const NODE = 'node:';

/** The module of Node's that no strategy may import, of the name or address that asks for it; null for all others. */
export function insideModule(asked: string): string | null {
  const name = asked.startsWith(NODE) ? asked.slice(NODE.length) : asked;
  return INSIDE_MODULES.has(name) ? name : null;
}

/** Why it cannot be imported. */
export function insideReason(module: string): string {
  return `A strategy cannot import node:${module}: it gives the inside of this program, where the prices of the whole day are; remove the import`;
}

/** Why a file of the program's own cannot be. */
function ownReason(url: string): string {
  return `A strategy cannot import "${url}": it is a part of this program, where the prices of the whole day are; import what 'sauda' exports instead`;
}
