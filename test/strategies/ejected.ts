import { compileFunction } from 'node:vm';

import { format } from 'prettier';
import * as rxjs from 'rxjs';

import { invariant } from '../../src/base/invariant.ts';
import { formatProblem } from '../../src/base/problem.ts';
import { type YamlStrategy } from '../../src/language/compile-source.ts';
import * as kit from '../../src/index.ts';
import { compiled } from './play-both.ts';

/** The module that a strategy of YAML is ejected to. */
export function ejectedText({ ejected }: YamlStrategy): string {
  const result = ejected();
  invariant(result.ok, result.ok ? '' : result.error.map(formatProblem).join('\n'));
  return result.value;
}

/** The strategy of an ejected module. It has no types of its own, and imports nothing but RxJS, the kit and sources, which are silent here. */
export function strategyOf(module: string): kit.Strategy {
  const body = module
    .replaceAll(/^import \{([^}]*)\} from '(rxjs|sauda)';$/gm, 'const {$1} = $2;')
    .replaceAll(/^import ((\w+)Source) from '[^']+';$/gm, (_, constant: string, name: string) => {
      const source = `{ name: '${name}', open: () => rxjs.NEVER }`;
      return `const ${constant} = sauda.defineSource(${source});`;
    })
    .replace('export default ', 'return ');
  const made = compileFunction(body, ['rxjs', 'sauda']) as (...given: unknown[]) => kit.Strategy;
  return made(rxjs, kit);
}

/** Makes a strategy of a file's text: its own, and that of the module that it is ejected to. */
export const BOTH_FORMS: readonly {
  readonly form: string;
  readonly strategyOf: (yaml: string) => kit.Strategy;
}[] = [
  { form: 'a file', strategyOf: compiled },
  { form: 'code', strategyOf: (yaml: string) => strategyOf(ejectedText(compiled(yaml))) },
];

/** The module as the formatter of this project leaves it. */
export function formatted(module: string): Promise<string> {
  return format(module, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}
