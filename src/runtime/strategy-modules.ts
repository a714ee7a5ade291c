import { readFileSync } from 'node:fs';
import { registerHooks, type ResolveFnOutput, type ResolveHookContext } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fail, ok, type Result } from '../base/result.ts';
import { BUILT_IN, KIT } from './own-modules.ts';

/** What a strategy may import though it lies outside any project: it gets our copy. */
const LENT_PACKAGES = ['rxjs', 'rxjs/operators', 'zod', 'luxon'];
const FORMATS: Readonly<Record<string, string>> = { '.ts': 'module-typescript', '.js': 'module' };
const MODULE_SYNTAX = /^\s*(import\b(?!\s*\()|export\b)/m;

/** Addresses of the strategies' own files, and of those that they import by a relative path. */
const ownFiles = new Set<string>();
/** What each of them imports so. */
const importsOf = new Map<string, Set<string>>();
let isLending = false;

/**
 * Imports a strategy's file, wherever it lies. `import 'sauda'` in it means this very program, so that there is
 * one kit in a process; the packages of the kit's own API are lent to it when its project has none; and its files
 * are ES modules when they are written as such, whatever the `package.json` above them says or leaves out.
 */
export async function importStrategyModule(url: string): Promise<{ readonly default?: unknown }> {
  lend();
  ownFiles.add(url);
  return (await import(url)) as { default?: unknown };
}

/**
 * The files that a strategy's file imports by relative paths, and those that they do, as addresses in a fixed order.
 * Known once it has been imported.
 */
export function importedBy(url: string): readonly string[] {
  const all = new Set<string>([url]);
  // A set is walked through what is added on the way, too.
  for (const file of all) for (const found of importsOf.get(file) ?? []) all.add(found);
  all.delete(url);
  return [...all].sort();
}

/** The path of the strategy's file that comes first in a list of callers; null when none of it is a strategy's. */
export function strategyFileIn(callers: string): string | null {
  const places = [...ownFiles].map((url) => {
    const path = fileURLToPath(url);
    const at = [callers.indexOf(`${url}:`), callers.indexOf(`${path}:`)].filter((one) => one >= 0);
    return { path, at: Math.min(...at) };
  });
  const first = places.sort((one, other) => one.at - other.at)[0];
  return first === undefined || first.at === Infinity ? null : first.path;
}

function noteImport(from: string, to: string): void {
  ownFiles.add(to);
  const found = importsOf.get(from) ?? new Set();
  importsOf.set(from, found.add(to));
}

function lend(): void {
  if (isLending) return;
  isLending = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'sauda') return { url: KIT, shortCircuit: true };
      const isLent = LENT_PACKAGES.includes(specifier);
      if (isLent || BUILT_IN.has(specifier)) return resolvePackage(specifier, { context, next });
      const found = next(specifier, context);
      const isOurs = specifier.startsWith('.') && ownFiles.has(context.parentURL ?? '');
      if (isOurs) noteImport(context.parentURL ?? '', found.url);
      return found;
    },
    load: (url, context, next) =>
      next(
        url,
        ownFiles.has(url) ? { ...context, format: formatOf(url) ?? context.format } : context,
      ),
  });
}

interface Resolving {
  readonly context: ResolveHookContext;
  readonly next: (name: string, context: Partial<ResolveHookContext>) => ResolveFnOutput;
}

/**
 * The package that the importer's project has, else our copy of it. Where both are the same files, it gets the code that
 * runs in this process already: there must not be two of a class.
 *
 * @throws what Node throws for a package that is nowhere
 */
function resolvePackage(name: string, { context, next }: Resolving): ResolveFnOutput {
  const builtIn = BUILT_IN.get(name);
  const ours = (): ResolveFnOutput => next(name, { ...context, parentURL: import.meta.url });
  const theirs = whenFound(() => next(name, context));
  if (!theirs.ok && !LENT_PACKAGES.includes(name)) throw theirs.error;
  if (builtIn === undefined) return theirs.ok ? theirs.value : ours();
  if (theirs.ok && theirs.value.url !== ours().url) return theirs.value;
  return { url: builtIn, shortCircuit: true };
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
  return MODULE_SYNTAX.test(readFileSync(fileURLToPath(url), 'utf8')) ? format : null;
}
