import { deepFreeze, isPlain } from '../base/deep-freeze.ts';
import { type Json } from '../base/json.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Input } from '../model/runs/input.ts';

const DEPTH_MAX = 20;

/**
 * A frozen copy of what a strategy hands out, as JSON would keep it; or path and nature of the first part that JSON would
 * lose or change. Each part is read once: a getter has no second answer for the journal. A part of an object that is
 * undefined is left out, and -0 becomes 0.
 *
 * @throws what getters and proxies in the value throw
 */
export function frozenJson(value: unknown, path: string): Result<Json, string> {
  const copy = copied(value, 0);
  return copy instanceof Lost ? fail(copy.told(path)) : ok(copy);
}

/** What JSON would lose. The path is put together on the way out, so that a whole value costs no text. */
class Lost {
  readonly #what: string;
  #path = '';

  constructor(what: string) {
    this.#what = what;
  }

  under(key: string): this {
    this.#path = `.${key}${this.#path}`;
    return this;
  }

  told(path: string): string {
    return `${path}${this.#path} ${this.#what}`;
  }
}

function copied(value: unknown, depth: number): Json | Lost {
  if (typeof value !== 'object' || value === null) return copiedLeaf(value);
  if (!isPlain(value)) return new Lost(`is ${natureOf(value)}`);
  if (depth > DEPTH_MAX) {
    return new Lost(`is nested more than ${String(DEPTH_MAX)} deep, as what holds itself is`);
  }
  if (Array.isArray(value)) return copiedList(value, depth);
  return copiedObject(value as Readonly<Record<string, unknown>>, depth);
}

function copiedLeaf(value: unknown): Json | Lost {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return new Lost(`is ${natureOf(value)}`);
  }
  return value === 0 ? 0 : value;
}

function copiedObject(value: Readonly<Record<string, unknown>>, depth: number): Json | Lost {
  const copy: Record<string, Json> = {};
  // Not by for…in: the compiler optimizes that again for every other shape of object.
  for (const key of Object.keys(value)) {
    const part = value[key];
    if (part === undefined) continue;
    // Set on a copy it would not be a part of it.
    if (key === '__proto__') return new Lost('is no name of a part').under(key);
    const inside = copied(part, depth + 1);
    if (inside instanceof Lost) return inside.under(key);
    copy[key] = inside;
  }
  return Object.freeze(copy);
}

/** By number, since a hole in a list has no key. */
function copiedList(list: readonly unknown[], depth: number): Json | Lost {
  const copy: Json[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const inside = copied(list[index], depth + 1);
    if (inside instanceof Lost) return inside.under(String(index));
    copy.push(inside);
  }
  return Object.freeze(copy);
}

/** What a value is, in words for people who expected another. */
export function natureOf(value: unknown): string {
  if (typeof value === 'bigint') return `${String(value)}n`;
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return 'an array';
  return isPlain(value) ? 'an object' : `a ${classOf(value)}`;
}

function classOf(value: object): string {
  const { constructor } = value as { readonly constructor?: unknown };
  return typeof constructor === 'function' ? constructor.name : 'thing without a class';
}

/**
 * Freezes what of an input a strategy gets to see, in place: the engine, the journal and other runs have the same objects,
 * and none of them changes one. Once for all runs that are shown it.
 *
 * Of quotes a run makes prices of its own; only when they were seen is shared.
 */
export function freezeShown(input: Input): void {
  if (input.kind === 'quotes-observed') Object.freeze(input.seen);
  else deepFreeze(input);
}
