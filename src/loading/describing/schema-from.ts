import { z } from 'zod';

import { isRecord, type Json } from '../../base/json.ts';

/** Parts of a schema that are taken; of one with more, the others allow anything. */
const PARTS_MAX = 1_000;
/** Words whose check takes a time that grows with the value alone. */
const BOUNDS = [
  ...['type', 'const', 'enum', 'required', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'],
];

/**
 * What another process says that values are, as a schema that this one can check at no risk. Its code is an author's: patterns, formats
 * and references, which may be made to take for ever, allow anything here. They are checked where the author's code runs.
 *
 * @param said - JSON Schema; null where anything may be
 */
export function schemaFrom(said: unknown): z.ZodType<Json> | null {
  if (!isRecord(said)) return null;
  try {
    return z.fromJSONSchema(boundedPart(said, { left: PARTS_MAX })) as z.ZodType<Json>;
  } catch {
    return null;
  }
}

type Part = Record<string, unknown>;

function boundedPart(said: unknown, parts: { left: number }): Part {
  parts.left -= 1;
  if (!isRecord(said) || parts.left < 0 || '$ref' in said || 'allOf' in said) return {};
  const of = (value: unknown): Part => boundedPart(value, parts);
  const { anyOf, oneOf = anyOf } = said;
  if (Array.isArray(oneOf)) return { anyOf: oneOf.map(of) };
  const bounds = BOUNDS.flatMap((word) => (word in said ? [[word, said[word]]] : []));
  return { ...(Object.fromEntries(bounds) as Part), ...partsBelow(said, of) };
}

function partsBelow(said: Readonly<Record<string, unknown>>, of: (value: unknown) => Part): Part {
  const { properties, items, additionalProperties: others } = said;
  return {
    ...(isRecord(properties) ? { properties: mapped(properties, of) } : {}),
    ...(isRecord(items) ? { items: of(items) } : {}),
    ...(isRecord(others) ? { additionalProperties: of(others) } : {}),
    ...(others === false ? { additionalProperties: false } : {}),
  };
}

function mapped(values: Readonly<Record<string, unknown>>, of: (value: unknown) => Part): Part {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, of(value)]));
}
