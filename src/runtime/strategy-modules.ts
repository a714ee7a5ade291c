import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  const kit = import.meta.resolve(`../index${extname(fileURLToPath(import.meta.url))}`);
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'sauda') return { url: kit, shortCircuit: true };
      try {
        const found = next(specifier, context);
        const isOurs = specifier.startsWith('.') && ownFiles.has(context.parentURL ?? '');
        if (isOurs) noteImport(context.parentURL ?? '', found.url);
        return found;
      } catch (error) {
        if (!LENT_PACKAGES.includes(specifier)) throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
    load: (url, context, next) =>
      next(
        url,
        ownFiles.has(url) ? { ...context, format: formatOf(url) ?? context.format } : context,
      ),
  });
}

/** The format of a file whose ending leaves it open; null when the ending or its text says otherwise. */
function formatOf(url: string): string | null {
  const format = FORMATS[extname(new URL(url).pathname)];
  if (format === undefined) return null;
  return MODULE_SYNTAX.test(readFileSync(fileURLToPath(url), 'utf8')) ? format : null;
}
