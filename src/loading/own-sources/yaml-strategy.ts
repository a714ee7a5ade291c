import { type Checked } from '../../base/problem.ts';
import { type YamlStrategy } from '../../language/compile-source.ts';
import { compileStrategy } from '../../language/compile-strategy.ts';
import { sourceBytes } from '../files-as-they-were.ts';
import { knownUnderlyings } from '../known-underlyings.ts';
import { StrategyParts } from '../strategy-parts.ts';
import { importSource } from './import-source.ts';

/** A strategy's file in YAML. */
export interface YamlFile {
  /** As the user named it. */
  readonly path: string;
  readonly text: string;
  /** What it names. */
  readonly parts: StrategyParts;
}

/** The strategy of a file, without any code of the modules that it names: its sources are silent. */
export function compileWithoutCode({ path, text, parts }: YamlFile): Checked<YamlStrategy> {
  const { read: readPart, readModule: readSource } = parts;
  return compileStrategy(text, path, { underlyings: knownUnderlyings(), readPart, readSource });
}

/** The strategy of a file, with the sources of the modules that it names. No module is loaded for a file that is wrong. */
export async function compileWithCode(file: YamlFile): Promise<Checked<YamlStrategy>> {
  const first = compileWithoutCode(file);
  const { parts } = file;
  if (!first.ok || parts.modules.length === 0) return first;
  for (const module of parts.modules) {
    parts.take(module.path, await importSource(module, parts.file));
  }
  return compileWithoutCode(file);
}

/** Whether a file in YAML is a strategy that names code. A file that is wrong names none: it is refused before any is loaded. */
export function namesCode(file: string): boolean {
  try {
    const text = Buffer.from(sourceBytes(file)).toString('utf8');
    const compiled = compileWithoutCode({ path: file, text, parts: new StrategyParts(file, file) });
    return compiled.ok && compiled.value.sources.length > 0;
  } catch {
    return false;
  }
}
