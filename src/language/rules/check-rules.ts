import { isRecord } from '../../base/json.ts';
import { alternatives, type Finding, type Path, pathText, shownText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { checkTimes } from '../check-consistency.ts';
import { checkLegName, checkLegNames } from '../no-such-leg.ts';
import { compileCondition } from '../expressions/compile-expression.ts';
import { type NamesInFile } from '../expressions/names.ts';
import { checkSet, checkVariables } from './check-variables.ts';
import { findingIn } from './finding-in.ts';
import { readVariables, variableTypes } from './variables.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What starts a rule: exactly one of them stands in `when`. */
export const TRIGGERS = [
  ...(['at', 'every', 'session', 'becomes', 'bar', 'fill', 'rejection'] as const),
];
/** What a rule does: exactly one of them stands in each action. */
export const ACTIONS = ['enter', 'exit', 'cancel', 'alert', 'set', 'wait'] as const;
/** Keys that say more about another one, which must stand beside them. */
const ADDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['from', ['every']],
  ['to', ['every']],
  ['role', ['fill', 'rejection']],
  ['severity', ['alert']],
]);

/** A file of the rules form being checked. */
interface FileOfRules {
  readonly source: YamlSource;
  readonly names: NamesInFile;
  readonly exit: unknown;
}

/**
 * What the schema of the rules form cannot see: expressions, names of legs, and keys that fit one by one and not together.
 * Works on whatever of the file is readable, so that it reports all problems at once.
 */
export function checkRules(
  source: YamlSource,
  underlyings?: readonly string[],
): readonly Finding[] {
  const { rules, legs, variables, exit } = mappingOf(source.value);
  const types = variableTypes(readVariables(mappingOf(variables)));
  const names = { legs: Object.keys(mappingOf(legs)), variables: types, underlyings };
  const file: FileOfRules = { source, names, exit };
  return [
    ...checkVariables(source),
    ...listOf(rules).flatMap((rule, index) => checkRule(mappingOf(rule), ['rules', index], file)),
  ];
}

function checkRule(rule: Mapping, path: Path, file: FileOfRules): readonly Finding[] {
  return [
    ...checkWhen(rule['when'], [...path, 'when'], file),
    ...checkCondition(rule['if'], [...path, 'if'], file),
    ...listOf(rule['then']).flatMap((action, index) =>
      checkAction(mappingOf(action), [...path, 'then', index], file),
    ),
  ];
}

function checkWhen(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (written === undefined) return [];
  const when = mappingOf(written);
  const { at, from, to, fill, rejection, becomes } = when;
  const exit = { path: ['exit'], value: file.exit };
  return [
    ...oneOf(when, path, TRIGGERS),
    ...(at === undefined ? [] : checkTimes([{ path: [...path, 'at'], value: at }, exit])),
    ...checkTimes([
      { path: [...path, 'from'], value: from },
      { path: [...path, 'to'], value: to },
    ]),
    ...checkLegName(fill, [...path, 'fill'], file.names.legs),
    ...checkLegName(rejection, [...path, 'rejection'], file.names.legs),
    ...checkBecomes(becomes, [...path, 'becomes'], file),
  ];
}

function checkBecomes(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (typeof written !== 'string') return [];
  const read = compileCondition(written, file.names);
  if (!read.ok) return [findingIn(read.error, path, file.source)];
  if (read.value.facts.some(({ source }) => source !== 'clock' && source !== 'variable')) return [];
  const message = 'No price, bar or position makes this condition change';
  const next = 'Write a time as when: { at: 10:15 }';
  const parts = { found: shownText(written), allowed: 'a condition on what is observed', next };
  return [{ path, message, parts }];
}

/** Conditions nest a few levels; below, the schema has refused the file already. */
const PATH_LENGTH_MAX = 16;

function checkCondition(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (path.length > PATH_LENGTH_MAX) return [];
  if (Array.isArray(written)) return checkConditions(written, path, file);
  if (isRecord(written)) return checkNested(written, path, file);
  if (typeof written !== 'string') return [];
  const read = compileCondition(written, file.names);
  return read.ok ? [] : [findingIn(read.error, path, file.source)];
}

function checkConditions(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  return listOf(written).flatMap((one, index) => checkCondition(one, [...path, index], file));
}

function checkNested(written: Mapping, path: Path, file: FileOfRules): readonly Finding[] {
  const { and, or, not } = written;
  return [
    ...oneOf(written, path, ['and', 'or', 'not']),
    ...checkConditions(and, [...path, 'and'], file),
    ...checkConditions(or, [...path, 'or'], file),
    ...checkCondition(not, [...path, 'not'], file),
  ];
}

function checkAction(action: Mapping, path: Path, file: FileOfRules): readonly Finding[] {
  return [
    ...oneOf(action, path, ACTIONS),
    ...checkSet(action['set'], [...path, 'set'], file),
    ...['enter', 'exit', 'cancel'].flatMap((key) => checkLegs(action[key], [...path, key], file)),
  ];
}

function checkLegs(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (Array.isArray(written)) return checkLegNames(written, path, file.names.legs);
  if (written !== 'all' || path.at(-1) !== 'enter' || file.names.legs.length > 0) return [];
  const message = 'There is nothing to enter: the file has no legs';
  const next = 'Add "legs", for example { ce: { side: sell, type: CE, strike: ATM } }';
  return [{ path, message, parts: { next } }];
}

/** Exactly one of the keys that say what a mapping is, and no key without the one that it adds to. */
function oneOf(written: Mapping, path: Path, keys: readonly string[]): readonly Finding[] {
  const known = keys.filter((key) => written[key] !== undefined);
  const others = Object.keys(written).filter((key) => !keys.includes(key));
  const alone = others.filter((key) => {
    const main = ADDED.get(key);
    return (
      main?.some((one) => keys.includes(one)) === true && !main.some((one) => known.includes(one))
    );
  });
  return [...countOf(path, known, keys), ...alone.map((key) => lonely([...path, key]))];
}

function countOf(
  path: Path,
  known: readonly string[],
  keys: readonly string[],
): readonly Finding[] {
  const [first, second] = known;
  const allowed = `one of ${alternatives(keys)}`;
  const name = pathText(path);
  if (first === undefined) {
    const message = `"${name}" does not say what`;
    return [{ path, isMissing: true, message, parts: { allowed, next: `Add ${allowed}` } }];
  }
  if (second === undefined) return [];
  const message = `"${name}" says more than one thing`;
  const parts = { found: alternativesOf(known), allowed, next: NEXT_ENTRY };
  return [{ path: [...path, second], isKey: true, message, parts }];
}

const NEXT_ENTRY = 'Write each as an entry of its own';

function alternativesOf(keys: readonly string[]): string {
  return keys.join(' and ');
}

function lonely(path: Path): Finding {
  const key = String(path.at(-1));
  const main = alternatives((ADDED.get(key) ?? []).map((one) => `"${one}"`));
  const message = `"${key}" has no effect without ${main}`;
  return { path, isKey: true, message, parts: { next: `Add ${main}, or remove it` } };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
