import { formatProblem } from '../../src/base/problem.ts';
import { legsForm } from '../../src/language/schema/legs.ts';
import { rulesForm } from '../../src/language/schema/rules.ts';
import { alternatives } from '../../src/text/finding.ts';
import { allowedKeys } from '../../src/text/schema-at.ts';
import { type CompileOptions } from '../../src/language/compile-source.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';

/** A file that is wrong, and every message about it. */
export type WrongFile = readonly [title: string, text: string, said: string];

/** The first five lines of a good file of the legs form. */
export const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
`;

/** The legs of a good file. */
export const LEGS = `legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

/** What a message lists as the keys of a file with legs. */
export const KEYS = alternatives(allowedKeys(legsForm, []));
/** The same of a file with rules. */
export const RULES_KEYS = alternatives(allowedKeys(rulesForm, []));
/** The same of a leg. */
export const LEG_KEYS = alternatives(allowedKeys(legsForm, ['legs', 'ce']));

/** Every message about a file named `s.yaml`, as printed; `compiled` when there is none. */
export function explained(text: string, options?: CompileOptions): string {
  const compiled = compileStrategy(text, 's.yaml', options);
  return compiled.ok ? 'compiled' : compiled.error.map(formatProblem).join('\n');
}
