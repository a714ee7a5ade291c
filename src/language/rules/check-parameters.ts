import { type Finding, type Path, shownText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { breakoutRule, legsForm } from '../schema/legs.ts';
import { checkFirst, checkName } from './check-variables.ts';
import { readValue } from './parameters.ts';

/** Keys that came later: files that have a parameter of that name keep it, as long as they do not use the key. */
const LATER: readonly string[] = ['units', 'risk', 'share', 'capital', 'maxLots'];

/** Keys of the file that are parameters by themselves. */
const OWN_PARAMETERS: readonly string[] = [
  ...Object.keys(legsForm.shape).filter((key) => !LATER.includes(key)),
  ...Object.keys(breakoutRule.shape),
];

/** What is wrong with the parameters of a file: their names, their values, and the bounds of these. */
export function checkParameters(source: YamlSource): readonly Finding[] {
  const file = mappingOf(source.value);
  const { parameters, variables } = file;
  const later = LATER.filter((key) => file[key] !== undefined);
  const taken = [...Object.keys(mappingOf(variables)), ...OWN_PARAMETERS, ...later];
  return Object.entries(mappingOf(parameters)).flatMap(([name, written]) => {
    const path = ['parameters', name];
    const declared = mappingOf(written);
    return [
      ...(taken.includes(name) ? [alreadyTaken(path)] : checkName(path, 'parameter')),
      ...['default', 'min', 'max'].flatMap((key) =>
        checkFirst(declared[key], [...path, key], source),
      ),
      ...checkBounds(declared, path),
    ];
  });
}

function alreadyTaken(path: Path): Finding {
  const message = 'The file has this name already: a key of its own, or a variable';
  const parts = { found: shownText(String(path.at(-1))), next: 'Rename the parameter' };
  return { path, isKey: true, message, parts };
}

function checkBounds(
  { default: written, min, max }: Readonly<Record<string, unknown>>,
  path: Path,
): readonly Finding[] {
  const own = readValue(written);
  if (own === null) return [];
  const bounds = [
    { key: 'min', bound: min, isBeyond: (value: number): boolean => value > own.value },
    { key: 'max', bound: max, isBeyond: (value: number): boolean => value < own.value },
  ];
  return bounds.flatMap(({ key, bound, isBeyond }) => {
    const read = readValue(bound);
    if (read === null || (read.type === own.type && !isBeyond(read.value))) return [];
    const message =
      read.type === own.type
        ? `The default lies beyond "${key}"`
        : `"${key}" has another unit than the default`;
    const found = shownText(String(bound));
    const parts = { found, allowed: `a value like ${String(written)}` };
    return [{ path: [...path, key], message, parts }];
  });
}
