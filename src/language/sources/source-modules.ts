import { invariant } from '../../base/invariant.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { type RulesForm } from '../schema/rules.ts';
import { STALE_AFTER_MS } from '../schema/sources.ts';
import { moduleOf } from './check-sources.ts';
import { type OwnSource } from './own-sources.ts';
import { type ReadSource, silentSource, type SourceModule } from './read-source.ts';

/** Where the modules of a file's sources are found. */
export interface SourceModules {
  readonly source: YamlSource;
  readonly readSource: ReadSource;
}

/** The module of a source of a file that was checked. */
export function checkedModule(name: string, modules: SourceModules): SourceModule {
  const read = moduleOf(['sources', name], modules);
  invariant(read.ok, 'A module that was found is found again');
  return read.value;
}

/** The sources of a file that was checked. */
export function ownSources(
  sources: RulesForm['sources'] = {},
  modules: SourceModules,
): readonly OwnSource[] {
  return Object.entries(sources).map(([name, { fields, staleAfter = STALE_AFTER_MS }]) => {
    const own = checkedModule(name, modules).source ?? silentSource(name);
    const source = { ...own, name, open: () => own.open(), staleAfterMs: staleAfter };
    return { name, fields, staleAfterMs: staleAfter, source };
  });
}
