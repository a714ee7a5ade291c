import { type Json } from './json.ts';

/** JSON with object keys sorted, no white space: equal values have equal texts, so texts can be hashed and compared. */
export function stableJson(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const item = value[key];
    if (item === undefined) continue;
    text += `${text.length === 1 ? '' : ','}${JSON.stringify(key)}:${stableJson(item)}`;
  }
  return `${text}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
