import { type Json, isRecord } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Source } from '../../strategy/context.ts';
import { alternatives, shownValue } from '../../text/finding.ts';
import { type Value, type ValueType } from '../expressions/expression.ts';
import { type NamesInFile } from '../expressions/names.ts';
import { keptIn } from '../expressions/operations.ts';
import { type FieldType } from '../schema/sources.ts';

/** A source of the author's own that rules read. */
export interface OwnSource {
  /** As expressions name it. */
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** How long a value counts. */
  readonly staleAfterMs: number;
  readonly source: Source<Json>;
}

/** What each type of a field is in expressions, and how values say it. */
const TYPES: Readonly<Record<FieldType, { readonly type: ValueType; readonly scale: number }>> = {
  number: { type: 'number', scale: 1 },
  percent: { type: 'percent', scale: 1 },
  points: { type: 'price', scale: 100 },
  money: { type: 'money', scale: 100 },
  boolean: { type: 'condition', scale: 1 },
};

/** Fields by the names of their sources. */
export type FieldsBySource = Readonly<Record<string, Readonly<Record<string, FieldType>>>>;

/** What expressions may read of sources. */
export function sourceNames(fields: FieldsBySource): NonNullable<NamesInFile['sources']> {
  return new Map(
    Object.entries(fields).map(([source, of]) => {
      const types = Object.entries(of).map(([field, type]) => [field, TYPES[type].type] as const);
      return [source, new Map(types)];
    }),
  );
}

/** The key of a field among the facts of a run, which is how expressions name it. */
export function fieldKey(source: string, field: string): string {
  return `${source}.${field}`;
}

/** Values of the fields by their keys, all not known. */
export function noFields({ name, fields }: OwnSource): Readonly<Record<string, null>> {
  return Object.fromEntries(Object.keys(fields).map((field) => [fieldKey(name, field), null]));
}

/** Values of the fields by their keys, null for one that the source says nothing about; or why the whole value does not fit. */
export function readFields(
  { name, fields }: OwnSource,
  value: Json,
): Result<Readonly<Record<string, Value | null>>, string> {
  if (!isRecord(value)) {
    const wanted = alternatives(Object.keys(fields));
    return fail(`wanted a mapping with ${wanted}, found ${shownValue(value)}`);
  }
  const read: Record<string, Value | null> = {};
  for (const [field, type] of Object.entries(fields)) {
    const found = Object.hasOwn(value, field) ? value[field] : undefined;
    const fitting = found === null ? null : fittingIn(type, found);
    if (fitting === undefined) {
      const shown = found === undefined ? 'nothing' : shownValue(found);
      return fail(`"${field}" must be ${WANTED[type]}, found ${shown}`);
    }
    read[fieldKey(name, field)] = fitting;
  }
  return ok(read);
}

const WANTED: Readonly<Record<FieldType, string>> = {
  number: 'a number',
  percent: 'a number of percent',
  points: 'a number of points',
  money: 'a number of rupees',
  boolean: 'true or false',
};

/** A value as expressions have it; undefined for one that does not fit. */
function fittingIn(field: FieldType, found: unknown): Value | undefined {
  if (field === 'boolean') return typeof found === 'boolean' ? found : undefined;
  const { type, scale } = TYPES[field];
  return typeof found === 'number' ? (keptIn(type, found * scale) ?? undefined) : undefined;
}
