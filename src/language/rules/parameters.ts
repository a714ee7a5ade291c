import { z } from 'zod';

import { mappingOf } from '../../text/read-yaml.ts';
import { wording } from '../../text/worded-schema.ts';
import { TYPE_WORDS } from '../expressions/compile-expression.ts';
import { type ValueType } from '../expressions/expression.ts';
import { type DeclaredForm } from '../schema/parameters.ts';
import { firstValue } from './variables.ts';

/** A value of one of the types of the language. */
export interface TypedValue {
  readonly type: ValueType;
  readonly value: number;
}

/** A written value, of whatever type; null for any other text. */
export function readValue(written: unknown): TypedValue | null {
  if (typeof written !== 'string' && typeof written !== 'number') return null;
  const read = firstValue(String(written));
  if (!read.ok || read.value.facts.length > 0) return null;
  const value = read.value.evaluate({ get: () => undefined });
  return typeof value === 'number' ? { type: read.value.type, value } : null;
}

/** What each parameter of a file holds; those that cannot be read are left out. */
export function parameterTypes(written: unknown): ReadonlyMap<string, ValueType> {
  const types = Object.entries(mappingOf(written)).flatMap(([name, declared]) => {
    const read = readValue(mappingOf(declared)['default']);
    return read === null ? [] : [[name, read.type] as const];
  });
  return new Map(types);
}

/** Units that a number alone has beside a value with a unit: that of a sweep, or of a configuration. */
const UNITS: Readonly<Partial<Record<ValueType, string>>> = {
  number: '',
  price: ' points',
  money: ' rupees',
  percent: '%',
};

/** The value of a parameter as a configuration gives it: of the type of the file's, a number alone in its unit; null for another. */
export function givenValue(given: unknown, type: ValueType): number | null {
  const read = readValue(given);
  if (read === null || read.type === type) return read?.value ?? null;
  const unit = UNITS[type];
  if (read.type !== 'number' || unit === undefined) return null;
  return readValue(`${String(given)}${unit}`)?.value ?? null;
}

/** The schemas of the parameters that a file declares, for its configuration. They stay as they are written. */
export function parameterSchemas(
  declared: Readonly<Record<string, DeclaredForm>>,
): Readonly<Record<string, z.ZodType>> {
  const schemas = Object.entries(declared).map(([name, form]) => [name, schemaOf(form)] as const);
  return Object.fromEntries(schemas);
}

function schemaOf(form: DeclaredForm): z.ZodType {
  const { type = 'number' } = readValue(form.default) ?? {};
  const [min, max] = [form.min, form.max].map((bound) => readValue(bound)?.value ?? null);
  return z
    .unknown()
    .optional()
    .transform((given = form.default, context) => {
      const value = givenValue(given, type);
      const isWithin = value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
      if (isWithin) return given;
      context.addIssue({ code: 'custom', message: allowedFor(form, type) });
      return z.NEVER;
    });
}

function allowedFor({ min, max, default: example }: DeclaredForm, type: ValueType): string {
  const from = min === undefined ? '' : ` from ${min}`;
  const to = max === undefined ? '' : ` to ${max}`;
  return wording([`${TYPE_WORDS[type]}${from}${to}`], example);
}

/** The value of each parameter of a run. */
export function parameterValues(
  declared: Readonly<Record<string, DeclaredForm>>,
  params: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, TypedValue> {
  const values = [...parameterTypes(declared)].map(([name, type]) => {
    const value = givenValue(params[name] ?? declared[name]?.default, type) ?? NaN;
    return [name, { type, value }] as const;
  });
  return new Map(values);
}
