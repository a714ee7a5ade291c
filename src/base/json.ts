/** Anything that survives JSON unchanged. Inputs and commands are made of nothing else. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Whether a value is an object with keys: no list, not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values made of plain JSON say the same. The order of keys does not count. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) return isSameArray(one, other);
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isSameArray(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((item, index) => isSameJson(item, other[index]));
}

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
