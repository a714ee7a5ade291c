import { z } from 'zod';

import { type Checked } from '../../base/problem.ts';
import { ok } from '../../base/result.ts';
import { checkSchema } from '../../text/check-schema.ts';
import { type Finding, type Path, shownText, treeAt } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { blueprintRule, type DeclaredInput, INPUT_TYPES } from '../schema/blueprint.ts';
import { STRATEGY_WORDS } from '../strategy-words.ts';
import { fillInputs, type GivenValue } from './fill-inputs.ts';
import {
  comparedValues,
  hasOrder,
  type InputValue,
  inputValueOf,
  typeText,
  valueOfType,
} from './input-value.ts';

const NAME = /^[a-z][A-Za-z0-9_]{0,31}$/;
const NAME_ALLOWED = '1 to 32 characters of A-Z a-z 0-9 _, beginning with a small letter';

/** The inputs of a blueprint by name. */
export type DeclaredInputs = Readonly<Record<string, DeclaredInput>>;

/** A blueprint is a strategy besides: whatever else it says is checked as one. */
const blueprintFile = z.looseObject({ blueprint: blueprintRule });

/** What a blueprint has to be given, or everything that is wrong with how it says so and where it asks for it. */
export function declaredInputs(source: YamlSource): Checked<DeclaredInputs> {
  const inputs = mappingOf(mappingOf(mappingOf(source.value)['blueprint'])['inputs']);
  const { uses, findings } = fillInputs(source.tree, Object.keys(inputs), new Map());
  const own = Object.entries(inputs).flatMap(([name, written]) => {
    const path = ['blueprint', 'inputs', name];
    const used = uses.has(name) || findings.length > 0 ? [] : [unused(path)];
    return [...checkName(path), ...checkDeclared(mappingOf(written), path), ...used];
  });
  const words = { ...STRATEGY_WORDS, findings: [...findings, ...own] };
  const read = checkSchema(blueprintFile, source, words);
  return read.ok ? ok(read.value.blueprint.inputs) : read;
}

/** The defaults of inputs, where they stand. */
export function defaultValues(
  declared: DeclaredInputs,
  source: YamlSource,
): ReadonlyMap<string, GivenValue> {
  const values = Object.entries(declared).flatMap(([name, input]) => {
    const value = input.default === undefined ? null : inputValueOf(input, input.default);
    const at = treeAt(source.tree, ['blueprint', 'inputs', name, 'default']);
    return value === null || at === null ? [] : [[name, { value, span: at.span }] as const];
  });
  return new Map(values);
}

function checkName(path: Path): readonly Finding[] {
  const found = String(path.at(-1));
  // What every object has by itself would be taken for a value that was given.
  if (NAME.test(found) && !(found in Object.prototype)) return [];
  const parts = { found: shownText(found), allowed: NAME_ALLOWED, next: 'Rename the input' };
  return [{ path, isKey: true, message: 'Cannot name an input so', parts }];
}

function unused(path: Path): Finding {
  const name = String(path.at(-1));
  const parts = { next: `Remove it, or write { input: ${name} } where it counts` };
  return { path, isKey: true, message: `The input "${name}" has no effect`, parts };
}

function checkDeclared(
  declared: Readonly<Record<string, unknown>>,
  path: Path,
): readonly Finding[] {
  const type = INPUT_TYPES.find((one) => one === declared['type']);
  // Another type is refused by the schema.
  if (type === undefined) return [];
  const input = { ...declared, type };
  return [...checkChoices(input, path), ...checkBounds(input, path), ...checkDefault(input, path)];
}

type Written = Readonly<Record<string, unknown>> & Pick<DeclaredInput, 'type'>;

function checkChoices({ type, choices }: Written, path: Path): readonly Finding[] {
  const at = [...path, 'choices'];
  if (type === 'choice' && choices === undefined) {
    const parts = { next: 'Add a line such as "choices: [weekly, monthly]"' };
    return [{ path: at, isMissing: true, message: 'A choice says what it is one of', parts }];
  }
  if (type === 'choice' || choices === undefined) return [];
  const parts = { next: 'Remove it, or write type: choice' };
  return [{ path: at, isKey: true, message: 'Only a choice has choices', parts }];
}

function checkBounds(input: Written, path: Path): readonly Finding[] {
  const { type, min, max } = input;
  const findings = ['min', 'max'].flatMap((key): readonly Finding[] => {
    const bound = input[key];
    if (bound === undefined) return [];
    const at = [...path, key];
    if (!hasOrder(type)) {
      const message = `A ${type} has no least or largest value`;
      return [{ path: at, isKey: true, message, parts: { next: 'Remove it' } }];
    }
    return valueOfType(type, bound) === null ? [wrongType(at, type, bound)] : [];
  });
  if (findings.length > 0 || (comparedValues(type, min, max) ?? 0) <= 0) return findings;
  const message = '"max" is less than "min"';
  return [{ path: [...path, 'max'], message, parts: { found: shownText(String(max)) } }];
}

function checkDefault(input: Written, path: Path): readonly Finding[] {
  const { type, default: written, min, max, choices } = input;
  const at = [...path, 'default'];
  if (written === undefined) return [];
  const value = valueOfType(type, written);
  if (value === null) return [wrongType(at, type, written)];
  const found = shownText(String(value));
  if (Array.isArray(choices) && !choices.includes(String(value))) {
    const parts = { found, allowed: choices.map(String).join(', ') };
    return [{ path: at, message: 'The default is none of the choices', parts }];
  }
  const [under, over] = [comparedValues(type, value, min), comparedValues(type, value, max)];
  const beyond = (under ?? 0) < 0 ? 'min' : (over ?? 0) > 0 ? 'max' : null;
  if (beyond === null) return [];
  return [{ path: at, message: `The default lies beyond "${beyond}"`, parts: { found } }];
}

function wrongType(path: Path, type: DeclaredInput['type'], written: unknown): Finding {
  const nearest = nearlyOfType(type, written);
  const parts = {
    found: typeof written === 'string' ? shownText(written) : String(written),
    allowed: typeText(type),
    nearest: nearest === null ? null : String(nearest),
    next: nearest === null ? null : `Write ${String(nearest)}`,
  };
  return { path, message: `"${String(path.at(-1))}" is of another type`, parts };
}

function nearlyOfType(type: DeclaredInput['type'], written: unknown): InputValue | null {
  return (
    ['%', ' points', ' rupees', ' minutes', 'm']
      .map((unit) => valueOfType(type, `${String(written)}${unit}`))
      .find((value) => value !== null) ?? null
  );
}
