import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { rangeAtoms } from './range-atoms.ts';

/** A parameter to sweep as it is written: values are texts that the strategy's schema has yet to read. */
export interface WrittenParam {
  readonly name: string;
  /** At least one, in the order in which they are written. */
  readonly atoms: readonly string[];
}

const FORMS = 'name=value, name=value,value … or name=first..last:step';

/** Reads `stop=10..50:5`, `entry=09:20,09:30`, `side=buy,sell`: lists of values and ranges, separated by commas. */
export function parseParam(text: string): Result<WrittenParam, Problem> {
  const [, name = '', list = ''] = /^\s*([A-Za-z_][\w-]*)\s*=(.*)$/s.exec(text) ?? [];
  if (name === '') {
    return fail(problem(`Cannot read --param "${text}"`, { found: text, allowed: FORMS }));
  }
  const atoms: string[] = [];
  for (const item of list.split(',').map((part) => part.trim())) {
    if (item === '') {
      return fail(
        problem(`A value of parameter "${name}" is empty`, { found: text, allowed: FORMS }),
      );
    }
    const read = rangeAtoms(item);
    if (!read.ok) {
      return fail(
        problem(`Cannot read a range of parameter "${name}": ${read.error}`, {
          found: item,
          allowed: 'such as 10..50:5, 0.5%..2%:0.5%, 5m..30m:5m or 09:20..10:00:5m',
        }),
      );
    }
    atoms.push(...read.value);
  }
  return ok({ name, atoms });
}
