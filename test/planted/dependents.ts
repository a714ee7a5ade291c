import { globSync, readFileSync } from 'node:fs';

const TOP = new URL('../../', import.meta.url);
const OWN = ['src/**/*.ts', 'strategies/**/*.ts', 'test/support/**/*.ts', 'test/planted/*.ts'];
/** The specifier of an import or an export; those of types alone are gone when the module runs. */
const SPECIFIER = /^(?:import|export)(?! type)[^;]*?from '([^']+)'|import\('([^']+)'\)/gm;

/**
 * Which modules load others, directly or by way of more: only those have to be loaded anew for a changed one. All by the
 * address of their file.
 */
export class Dependents {
  readonly #importers = new Map<string, Set<string>>();

  constructor() {
    for (const path of OWN.flatMap((pattern) => globSync(pattern, { cwd: TOP }))) {
      const { href } = new URL(path, TOP);
      for (const imported of importsOf(href)) this.#add(imported, href);
    }
  }

  /** These modules, and all that come to them. */
  of(changed: Iterable<string>): ReadonlySet<string> {
    const found = new Set(changed);
    // A set goes on with what is added to it.
    for (const href of found) {
      for (const importer of this.#importers.get(href) ?? []) found.add(importer);
    }
    return found;
  }

  #add(imported: string, importer: string): void {
    const importers = this.#importers.get(imported) ?? new Set();
    this.#importers.set(imported, importers);
    importers.add(importer);
  }
}

function importsOf(href: string): readonly string[] {
  const source = readFileSync(new URL(href), 'utf8');
  return [...source.matchAll(SPECIFIER)].flatMap(([, named, loaded]) => {
    const specifier = named ?? loaded ?? '';
    if (specifier === 'sauda') return new URL('src/index.ts', TOP).href;
    return specifier.startsWith('.') ? new URL(specifier, href).href : [];
  });
}
