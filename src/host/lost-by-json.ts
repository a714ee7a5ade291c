import { isPlain } from './is-plain.ts';
import { natureOf } from './nature-of.ts';

const DEPTH_MAX = 20;

/**
 * Path and nature of the first part of a value that JSON would lose or change; null when there is none. A part of an
 * object that is undefined reads the same when it is not there, and -0 is equal to 0.
 */
export function lostByJson(value: unknown, path: string): string | null {
  return lost(value, path, 0);
}

function lost(value: unknown, path: string, depth: number): string | null {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return null;
  if (Number.isFinite(value)) return null;
  if (typeof value !== 'object' || !isPlain(value)) return `${path} is ${natureOf(value)}`;
  if (depth > DEPTH_MAX) {
    return `${path} is nested more than ${String(DEPTH_MAX)} deep, as what holds itself is`;
  }
  return lostPart(value as Readonly<Record<string, unknown>>, path, depth);
}

/** The path is put together on the way out, so that a whole value costs no text. */
function lostPart(
  value: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): string | null {
  if (Array.isArray(value)) return lostItem(value, path, depth);
  // Not by for…in: of that the compiler takes every other shape of object for a reason to begin anew.
  for (const key of Object.keys(value)) {
    const part = value[key];
    if (part === undefined) continue;
    const inside = lost(part, '', depth + 1);
    if (inside !== null) return `${path}.${key}${inside}`;
  }
  return null;
}

/** By number, since a hole in a list has no key. */
function lostItem(list: readonly unknown[], path: string, depth: number): string | null {
  for (let index = 0; index < list.length; index += 1) {
    const inside = lost(list[index], '', depth + 1);
    if (inside !== null) return `${path}.${String(index)}${inside}`;
  }
  return null;
}
