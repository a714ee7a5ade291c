import { nearestWord } from '../../base/nearest-word.ts';
import { alternatives, type Finding, type Path, shownText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { compileExpression, TYPE_WORDS } from '../expressions/compile-expression.ts';
import { type ValueType } from '../expressions/expression.ts';
import { NAMES, type NamesInFile } from '../expressions/names.ts';
import { OPERATOR_WORDS } from '../expressions/parse-expression.ts';
import { isVariableName, VARIABLE_ALLOWED } from '../schema/expression-texts.ts';
import { findingIn } from './finding-in.ts';
import { firstValue } from './variables.ts';

/** What is wrong with the variables of a file: their names, and what they hold first. */
export function checkVariables(source: YamlSource): readonly Finding[] {
  const variables = mappingOf(mappingOf(source.value)['variables']);
  return Object.entries(variables).flatMap(([name, value]) => {
    const path = ['variables', name];
    return [...checkName(path, 'variable'), ...checkFirst(value, path, source)];
  });
}

/** What is wrong with a name of the file's own. */
export function checkName(
  path: Path,
  what: 'variable' | 'parameter' | 'source',
): readonly Finding[] {
  const name = String(path.at(-1));
  const isTaken = Object.hasOwn(NAMES, name) || OPERATOR_WORDS.includes(name);
  // A parameter is read as a key, and what every object has by itself would be taken for a value that was given.
  const isOfObjects = what === 'parameter' && name in Object.prototype;
  if (isVariableName(name) && !isTaken && !isOfObjects) return [];
  const message = isTaken ? 'The language has this name already' : `Cannot name a ${what} so`;
  const parts = { found: shownText(name), allowed: VARIABLE_ALLOWED, next: `Rename the ${what}` };
  return [{ path, isKey: true, message, parts }];
}

/** What is wrong with a value that must be written out. */
export function checkFirst(value: unknown, path: Path, source: YamlSource): readonly Finding[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const first = firstValue(String(value));
  if (!first.ok) return [findingIn(first.error, path, source)];
  const { facts, type } = first.value;
  if (facts.length === 0 && type !== 'condition') return [];
  const isOfVariable = path[0] === 'variables';
  const message = isOfVariable
    ? 'The first value of a variable is written out'
    : 'The value of a parameter is written out';
  const allowed = 'a number, an amount such as 5000 rupees, 24500 points, a time or a duration';
  const next = isOfVariable ? 'Set it from other values in a rule: then: [{ set: … }]' : null;
  return [{ path, message, parts: { found: shownText(String(value)), allowed, next } }];
}

/** What is wrong with an action that sets variables. */
export function checkSet(
  written: unknown,
  path: Path,
  { source, names }: { readonly source: YamlSource; readonly names: NamesInFile },
): readonly Finding[] {
  const types = names.variables ?? new Map<string, ValueType>();
  return Object.entries(mappingOf(written)).flatMap(([name, value]) => {
    const here = [...path, name];
    const type = types.get(name);
    if (names.parameters?.has(name) === true) return [setParameter(here)];
    if (type === undefined) return [unknownVariable(here, [...types.keys()])];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const compiled = compileExpression(String(value), names);
    if (!compiled.ok) return [findingIn(compiled.error, here, source)];
    if (compiled.value.type === type) return [];
    const message = `"${name}" holds ${TYPE_WORDS[type]}, and this is ${TYPE_WORDS[compiled.value.type]}`;
    return [
      {
        path: here,
        message,
        parts: { found: shownText(String(value)), allowed: TYPE_WORDS[type] },
      },
    ];
  });
}

function setParameter(path: Path): Finding {
  const message = `"${String(path.at(-1))}" is a parameter, which stays the same all day`;
  const next = 'Add it to "variables" instead';
  return { path, isKey: true, message, parts: { allowed: 'a variable', next } };
}

function unknownVariable(path: Path, known: readonly string[]): Finding {
  const found = String(path.at(-1));
  const nearest = nearestWord(found, known);
  const allowed = known.length === 0 ? 'nothing: the file has no variables' : alternatives(known);
  const next =
    nearest === null ? 'Add it to "variables", with its first value' : `Write ${nearest}`;
  const parts = { found: shownText(found), allowed, nearest, next };
  return { path, isKey: true, message: 'No such variable', parts };
}
