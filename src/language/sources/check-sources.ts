import { nearestWord } from '../../base/nearest-word.ts';
import { alternatives, type Finding, type Path, shownText, treeAt } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { checkName } from '../rules/check-variables.ts';
import { FIELD_TYPES, type FieldType } from '../schema/sources.ts';
import { type FieldsBySource } from './own-sources.ts';
import { declaredFields } from './declared-fields.ts';
import { type ReadSource, type SourceModule } from './read-source.ts';

const FIELD = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
/** Types of fields by what a schema says that they are. */
const ALLOWED_BY: ReadonlyMap<string, string> = new Map([
  ['boolean', 'boolean'],
  ['number', 'number, percent, points or money'],
]);
const FIELD_ALLOWED = '1 to 32 characters of A-Z a-z 0-9 _, beginning with a letter';

/** What is wrong with the sources of a file: their names, their fields, and the modules that they name. */
export function checkSources(source: YamlSource, readSource: ReadSource): readonly Finding[] {
  const { sources, variables, parameters } = mappingOf(source.value);
  const taken = [variables, parameters].flatMap((of) => Object.keys(mappingOf(of)));
  return Object.entries(mappingOf(sources)).flatMap(([name, written]) => {
    const path = ['sources', name];
    const { file, fields } = mappingOf(written);
    return [
      ...(taken.includes(name) ? [alreadyTaken(path)] : checkName(path, 'source')),
      ...Object.keys(mappingOf(fields)).flatMap((field) => checkField([...path, 'fields', field])),
      ...(typeof file === 'string' ? checkModule(path, fields, { source, readSource }) : []),
    ];
  });
}

/** A source that is named and not in the file; what is no text at all, the schema refuses. */
export function checkSourceName(
  written: unknown,
  path: Path,
  sources: readonly string[],
): readonly Finding[] {
  if (typeof written !== 'string' || sources.includes(written)) return [];
  const nearest = nearestWord(written, sources);
  const allowed =
    sources.length === 0 ? 'nothing: the file has no "sources"' : alternatives(sources);
  const next = nearest === null ? 'Add it to "sources"' : `Write ${nearest}`;
  const parts = { found: shownText(written), allowed, nearest, next };
  return [{ path, message: 'No such source', parts }];
}

/** Fields of the sources of a file, as far as they can be read. */
export function writtenFields(sources: unknown): FieldsBySource {
  const all = Object.entries(mappingOf(sources)).map(([name, written]) => {
    const fields = Object.entries(mappingOf(mappingOf(written)['fields']));
    return [name, Object.fromEntries(fields.filter(isField))] as const;
  });
  return Object.fromEntries(all);
}

/** What a file's source is read as, or why it cannot be. */
export function moduleOf(
  path: Path,
  { source, readSource }: { readonly source: YamlSource; readonly readSource: ReadSource },
): ReturnType<ReadSource> {
  const file = treeAt(source.tree, [...path, 'file']);
  const by = file === null ? undefined : source.positionAt(file.span.startOffset).file;
  return readSource(String(file?.value), by ?? null);
}

function isField(entry: readonly [string, unknown]): entry is [string, FieldType] {
  return FIELD_TYPES.some((type) => type === entry[1]);
}

function alreadyTaken(path: Path): Finding {
  const message = 'The file has this name already: a variable, or a parameter';
  const parts = { found: shownText(String(path.at(-1))), next: 'Rename the source' };
  return { path, isKey: true, message, parts };
}

function checkField(path: Path): readonly Finding[] {
  const found = String(path.at(-1));
  if (FIELD.test(found)) return [];
  const parts = { found: shownText(found), allowed: FIELD_ALLOWED };
  return [{ path, isKey: true, message: 'Cannot name a field so', parts }];
}

function checkModule(
  path: Path,
  fields: unknown,
  where: { readonly source: YamlSource; readonly readSource: ReadSource },
): readonly Finding[] {
  const read = moduleOf(path, where);
  const at = [...path, 'file'];
  if (!read.ok) return [{ path: at, ...read.error }];
  const otherwise = namedOtherwise(read.value, String(path.at(-1)));
  if (otherwise !== null) return [{ path: at, ...otherwise }];
  return Object.entries(mappingOf(fields)).flatMap((field) =>
    checkDeclared(path, field, read.value),
  );
}

/** A field that no value of the module can have would leave its rules doing nothing all day. */
function checkDeclared(
  path: Path,
  [name, type]: readonly [string, unknown],
  { source, specifier }: SourceModule,
): readonly Finding[] {
  const declared = declaredFields(source?.schema);
  if (declared === null || !isField([name, type])) return [];
  const at = [...path, 'fields', name];
  const own = declared.get(name);
  if (own === undefined) {
    return [{ path: at, isKey: true, ...noSuchField(name, declared, specifier) }];
  }
  const isFitting = own === null || own === (type === 'boolean' ? 'boolean' : 'number');
  return isFitting ? [] : [{ path: at, ...otherType(String(type), own, specifier) }];
}

function noSuchField(
  name: string,
  declared: ReadonlyMap<string, string | null>,
  specifier: string,
): Pick<Finding, 'message' | 'parts'> {
  const names = [...declared.keys()];
  const nearest = nearestWord(name, names);
  const allowed = names.length === 0 ? 'no field' : alternatives(names);
  const next = nearest === null ? `Add it to the schema in ${specifier}` : `Write ${nearest}`;
  const parts = { found: shownText(name), allowed, nearest, next };
  return { message: 'The schema of the module has no such field', parts };
}

function otherType(
  type: string,
  own: string,
  specifier: string,
): Pick<Finding, 'message' | 'parts'> {
  const allowed = ALLOWED_BY.get(own) ?? null;
  const repair = `Say it as a number, or as true or false, in ${specifier}`;
  const next = allowed === null ? repair : `Write for example ${own}`;
  const message = `In the schema of the module this is a ${own}`;
  return { message, parts: { found: shownText(type), allowed, next } };
}

/** Values are recorded under the name that the module gives: two names for one source would need a rule for which one counts. */
function namedOtherwise(
  { source, specifier }: SourceModule,
  name: string,
): Pick<Finding, 'message' | 'parts'> | null {
  if (source === null || source.name === name) return null;
  const message = `The module names its source ${shownText(source.name)}, and this file "${name}"`;
  const next = `Write defineSource({ name: '${name}', … }) in ${specifier}, or rename it here`;
  return { message, parts: { found: shownText(source.name), allowed: name, next } };
}
