import { isRecord } from '../../base/json.ts';
import { type Finding, type Path, shownText } from '../../text/finding.ts';
import { listOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { compileCondition } from '../expressions/compile-expression.ts';
import { type NamesInFile } from '../expressions/names.ts';
import { findingIn } from './finding-in.ts';
import { oneOf } from './one-of.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** A file of the rules form being checked. */
export interface FileOfRules {
  readonly source: YamlSource;
  readonly names: NamesInFile;
  readonly exit: unknown;
}

/** Conditions and actions nest a few levels; below, the schema has refused the file already. */
export const PATH_LENGTH_MAX = 40;

/** What is wrong with a condition: an expression, a list of them, or a mapping. */
export function checkCondition(
  written: unknown,
  path: Path,
  file: FileOfRules,
): readonly Finding[] {
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

/** What is wrong with a condition for which something waits: what it reads has to change by itself. */
export function checkAwaited(written: unknown, path: Path, file: FileOfRules): readonly Finding[] {
  if (typeof written !== 'string') return [];
  const read = compileCondition(written, file.names);
  if (!read.ok) return [];
  if (read.value.facts.some(({ source }) => source !== 'clock' && source !== 'variable')) return [];
  const message = 'No price, bar or position makes this condition change';
  const next = 'Write a time as when: { at: 10:15 }';
  const parts = { found: shownText(written), allowed: 'a condition on what is observed', next };
  return [{ path, message, parts }];
}
