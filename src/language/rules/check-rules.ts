import { type Finding, type Path } from '../../text/finding.ts';
import { listOf, mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { checkTimes } from '../check-consistency.ts';
import { checkLegName } from '../no-such-leg.ts';
import { checkActions } from './check-actions.ts';
import { checkAwaited, checkCondition, type FileOfRules } from './check-conditions.ts';
import { checkParameters } from './check-parameters.ts';
import { checkVariables } from './check-variables.ts';
import { checkSourceName, checkSources, writtenFields } from '../sources/check-sources.ts';
import { sourceNames } from '../sources/own-sources.ts';
import { type ReadSource } from '../sources/read-source.ts';
import { ORDER_TRIGGERS } from '../schema/order-triggers.ts';
import { oneOf } from './one-of.ts';
import { parameterTypes } from './parameters.ts';
import { readVariables, variableTypes } from './variables.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What starts a rule: exactly one of them stands in `when`. */
const TRIGGERS = [
  ...['at', 'every', 'cron', 'session', 'becomes', 'bar', 'source'],
  ...ORDER_TRIGGERS,
];

/** What is known of a file besides its text. */
interface KnownOutside {
  readonly underlyings: readonly string[] | undefined;
  readonly readSource: ReadSource;
}

/**
 * What the schema of the rules form cannot see: expressions, names of legs, and keys that fit one by one and not together.
 * Works on whatever of the file is readable, so that it reports all problems at once.
 */
export function checkRules(
  source: YamlSource,
  { underlyings, readSource }: KnownOutside,
): readonly Finding[] {
  const { rules, legs, variables, parameters, sources, exit } = mappingOf(source.value);
  const types = variableTypes(readVariables(mappingOf(variables)));
  const own = { variables: types, parameters: parameterTypes(parameters) };
  const fields = sourceNames(writtenFields(sources));
  const names = { legs: Object.keys(mappingOf(legs)), ...own, sources: fields, underlyings };
  const file: FileOfRules = { source, names, exit };
  return [
    ...checkParameters(source),
    ...checkVariables(source),
    ...checkSources(source, readSource),
    ...listOf(rules).flatMap((rule, index) => checkRule(mappingOf(rule), ['rules', index], file)),
  ];
}

function checkRule(rule: Mapping, path: Path, file: FileOfRules): readonly Finding[] {
  return [
    ...checkWhen(rule['when'], [...path, 'when'], file),
    ...checkCondition(rule['if'], [...path, 'if'], file),
    ...checkActions(rule['then'], [...path, 'then'], file),
  ];
}

function checkWhen(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (written === undefined) return [];
  const when = mappingOf(written);
  const { at, from, to, becomes, rearm } = when;
  const exit = { path: ['exit'], value: file.exit };
  return [
    ...oneOf(when, path, TRIGGERS),
    ...(at === undefined ? [] : checkTimes([{ path: [...path, 'at'], value: at }, exit])),
    ...checkTimes([
      { path: [...path, 'from'], value: from },
      { path: [...path, 'to'], value: to },
    ]),
    ...ORDER_TRIGGERS.flatMap((name) => checkLegName(when[name], [...path, name], file.names.legs)),
    ...checkSourceName(
      when['source'],
      [...path, 'source'],
      [...(file.names.sources?.keys() ?? [])],
    ),
    ...(typeof becomes === 'string' ? checkCondition(becomes, [...path, 'becomes'], file) : []),
    ...checkAwaited(becomes, [...path, 'becomes'], file),
    ...(typeof rearm === 'string' ? checkCondition(rearm, [...path, 'rearm'], file) : []),
    ...checkAwaited(rearm, [...path, 'rearm'], file),
  ];
}
