import { type Json } from './json.ts';

/** JSON with object keys sorted, no white space: equal values have equal texts, so texts can be hashed and compared. */
export function stableJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => (item as unknown) !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${stableJson(item)}`).join(',')}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
