/** Anything that survives JSON unchanged. Inputs and commands are made of nothing else. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Whether a value is an object with keys: no list, not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a JSON text says; undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether two plain JSON values are equal. The order of keys does not count. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const entries = Object.entries(one);
  const theirs = new Map<string, unknown>(Object.entries(other));
  return (
    entries.length === theirs.size &&
    entries.every(([key, value]) => theirs.has(key) && isSameJson(value, theirs.get(key)))
  );
}

/** JSON with object keys sorted, no white space: equal values have equal texts, so texts can be hashed and compared. */
export function stableJson(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  let text = '{';
  for (const { key, label } of sortedKeys(Object.keys(value))) {
    const item = value[key];
    if (item === undefined) continue;
    text += text.length === 1 ? label : `,${label}`;
    text += stableJson(item);
  }
  return `${text}}`;
}

/** The keys of one shape of object, and what each begins with in JSON. */
interface Shape {
  readonly keys: readonly string[];
  readonly sorted: readonly { readonly key: string; readonly label: string }[];
}

const SHAPES_KEPT_MAX = 1_000;
const shapes = new Map<string, Shape>();

/** Kept by shape: most of what is written has one of a few, and sorting its keys takes longer than the rest. */
function sortedKeys(keys: readonly string[]): Shape['sorted'] {
  const name = keys.join();
  const kept = shapes.get(name);
  // A key may have a comma in it.
  if (kept !== undefined && keys.every((key, place) => key === kept.keys[place])) {
    return kept.sorted;
  }
  const sorted = keys.toSorted().map((key) => ({ key, label: `${JSON.stringify(key)}:` }));
  if (shapes.size < SHAPES_KEPT_MAX) shapes.set(name, { keys, sorted });
  return sorted;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

type WithoutUndefined<Of> = {
  [Key in keyof Of as undefined extends Of[Key] ? never : Key]: Of[Key];
} & { [Key in keyof Of as undefined extends Of[Key] ? Key : never]?: Exclude<Of[Key], undefined> };

/** The same keys, without those whose value is undefined: for types whose optional keys must then be absent. */
export function defined<Of extends object>(of: Of): WithoutUndefined<Of> {
  const entries = Object.entries(of).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as WithoutUndefined<Of>;
}
