import { extname, resolve } from 'node:path';

import { type Checked, problem } from '../base/problem.ts';
import { fail } from '../base/result.ts';
import { sourceBytes } from './files-as-they-were.ts';
import { YAML_ENDINGS } from './load-module.ts';
import { configurationInstead } from './load-strategy.ts';
import { compileWithoutCode } from './own-sources/yaml-strategy.ts';
import { StrategyParts } from './strategy-parts.ts';
import { unreadableFile } from './unreadable-file.ts';

/**
 * The TypeScript module that decides the same as a YAML file. What is wrong with the file, or has no TypeScript, is a list of
 * problems; never a throw.
 *
 * @param path as the user named it
 * @param module where the module is to stand, which imports sources from there; default beside the file
 * @throws {ConfigurationError} when the market's own tables cannot be used
 */
export function ejectFile(path: string, module: string = path): Checked<string> {
  const file = resolve(path);
  const ending = extname(file);
  if (!YAML_ENDINGS.includes(ending)) {
    const found = ending === '' ? 'no ending' : ending;
    const parts = { file: path, found, allowed: YAML_ENDINGS.join(', ') };
    return fail([problem('Only a strategy in YAML can be ejected', parts)]);
  }
  try {
    const text = Buffer.from(sourceBytes(file)).toString('utf8');
    const parts = new StrategyParts(file, path, resolve(module));
    const strategy = compileWithoutCode({ path, text, parts });
    if (strategy.ok) return strategy.value.ejected();
    const instead = configurationInstead(text, path);
    return instead === null ? strategy : fail([instead]);
  } catch (error) {
    return fail([{ ...unreadableFile('Cannot read the strategy', file, error), file: path }]);
  }
}
