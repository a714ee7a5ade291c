import { type Json } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { checkSchema } from '../check-schema.ts';
import { parseYaml } from '../yaml-source.ts';
import { type TablesUpdate, tablesUpdateSchema } from './update-schema.ts';

/** A file of `sauda tables update`, as it was read. */
export interface ReadUpdate {
  readonly update: TablesUpdate;
  /** As plain JSON, each row with its source: what {@link checkedUpdate} takes. */
  readonly json: Json;
}

/** Reads a file of tables, or says every mistake in it with its place. `file` is its name in messages. */
export function readTablesUpdate(
  text: string,
  file: string,
): Result<ReadUpdate, readonly Problem[]> {
  const source = parseYaml(text, file);
  if (!source.ok) return source;
  const value = withProvenance(source.value.value);
  const next =
    'Nothing was changed. Rows without "source" and "confidence" have those at the top of the file; docs/calendar.md has an example';
  const checked = checkSchema(tablesUpdateSchema(), { ...source.value, value }, { next });
  return checked.ok ? ok({ update: checked.value, json: value as Json }) : checked;
}

/** What was read before, checked once more: tables travel to threads as JSON. */
export function checkedUpdate(json: Json, file: string): Result<TablesUpdate, readonly Problem[]> {
  const nowhere = { line: 1, column: 1 };
  return checkSchema(tablesUpdateSchema(), {
    file,
    value: json,
    locate: () => nowhere,
    locateKey: () => nowhere,
  });
}

/** Rows without a source of their own have that of the file. */
function withProvenance(value: unknown): unknown {
  if (!isMap(value)) return value;
  const { source, confidence } = value;
  const own = {
    ...(source === undefined ? {} : { source }),
    ...(confidence === undefined ? {} : { confidence }),
  };
  return { ...value, tables: filled(value['tables'], own) };
}

function filled(value: unknown, own: object): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, own));
  if (!isMap(value)) return value;
  const inner = Object.entries(value).map(([key, item]) => [key, filled(item, own)] as const);
  return { ...(isRow(value) ? own : {}), ...Object.fromEntries(inner) };
}

const DATED = ['date', 'from', 'fromExpiry'];

/** A row of a table holds from a date on, or is the strike step of an underlying. Spans of a day have times. */
function isRow(value: Readonly<Record<string, unknown>>): boolean {
  const isDated = DATED.some((key) => /^\d{4}-/u.test(String(value[key])));
  return isDated || Object.hasOwn(value, 'stepPoints');
}

/** Whether a value is a map, as YAML or JSON has it. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
