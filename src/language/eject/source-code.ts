import { mappingOf } from '../../text/read-yaml.ts';
import { type RulesForm } from '../schema/rules.ts';
import { STALE_AFTER_MS } from '../schema/sources.ts';
import { checkedModule, type SourceModules } from '../sources/source-modules.ts';
import { type Code, digits, mappingCode, plainCode } from './code.ts';
import { type SourceImport, type StrategyModule } from './strategy-module.ts';

type Sources = NonNullable<RulesForm['sources']>;

/** What a module imports for the sources of its file, in their order. */
export function sourceImports(
  sources: RulesForm['sources'] = {},
  modules: SourceModules,
): readonly SourceImport[] {
  return Object.entries(sources).map(([name, { staleAfter = STALE_AFTER_MS }]) => {
    const { specifier } = checkedModule(name, modules);
    return { constant: constantOf(name), specifier, staleAfterMs: staleAfter };
  });
}

/** `indiaVixSource` of `india_vix`: no two names give one. */
function constantOf(name: string): string {
  const word = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `${word}Source`;
}

/** Sources as the rules read them. */
export function sourcesCode(
  sources: Sources,
  imports: readonly SourceImport[],
  module: StrategyModule,
): Code {
  const values = Object.entries(sources).map(([name, { fields, staleAfter }], index) => {
    const code = mappingCode({
      source: imports[index]?.constant,
      fields: plainCode(mappingOf(fields)),
      staleAfter: staleAfter === undefined ? undefined : digits(staleAfter),
    });
    return [name, code] as const;
  });
  return module.commented(['sources'], Object.fromEntries(values));
}
