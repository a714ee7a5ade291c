import { type Checked } from '../base/problem.ts';
import { fail } from '../base/result.ts';
import { readYaml } from '../text/read-yaml.ts';
import { compileBlueprint } from './blueprints/compile-blueprint.ts';
import { compileUse } from './blueprints/compile-use.ts';
import { partProblem, wholeFile } from './blueprints/include-files.ts';
import { type FileCompileOptions, noParts } from './blueprints/read-part.ts';
import { compileSource, type YamlStrategy } from './compile-source.ts';

/**
 * Turns a YAML file into a strategy, or into everything that is wrong with it. Never throws for what the file says.
 *
 * @param fileName - as the user named it, for messages
 */
export function compileStrategy(
  text: string,
  fileName: string,
  options: FileCompileOptions = {},
): Checked<YamlStrategy> {
  const source = readYaml(text, fileName, { hasAliases: false, showsLines: true });
  if (!source.ok) return source;
  const { parts } = source.value.tree;
  if (parts.has('use')) return compileUse(source.value, options);
  const part = partProblem(source.value);
  if (part !== null) return fail([part]);
  if (!parts.has('include') && !parts.has('blueprint')) return compileSource(source.value, options);
  const whole = wholeFile(source.value, { readPart: options.readPart ?? noParts });
  if (!whole.ok) return whole;
  const { joined, tree } = whole.value;
  return parts.has('blueprint')
    ? compileBlueprint(whole.value, options)
    : compileSource(joined.source(tree), options);
}
