import { z } from 'zod';

import { isRecord, type Json } from '../../base/json.ts';

/**
 * The fields that values of a schema can have, each with its type as JSON names it; null for one that may be of several. Null
 * where there is no schema, and of one that allows other fields or is no object.
 */
export function declaredFields(
  schema: z.ZodType<Json> | undefined,
): ReadonlyMap<string, string | null> | null {
  if (schema === undefined) return null;
  const described: unknown = z.toJSONSchema(schema);
  if (!isRecord(described) || described['additionalProperties'] !== false) return null;
  const { properties } = described;
  if (!isRecord(properties)) return null;
  return new Map(Object.entries(properties).map(([name, of]) => [name, typeIn(of)] as const));
}

function typeIn(of: unknown): string | null {
  const type = isRecord(of) ? of['type'] : undefined;
  if (type === 'integer') return 'number';
  return typeof type === 'string' && type !== 'null' ? type : null;
}
