import { type Json, stableJson } from '../base/json.ts';
import { frozenJson, natureOf } from './frozen-json.ts';
import { WorldViolation } from './world.ts';

/** Most that a strategy may keep, characters of JSON. */
const SIZE_MAX = 65_536;
const ALLOWED = 'finite numbers, texts, true, false, null, and lists and plain objects of them';

/** The small state that one run of a strategy leaves to the next. */
export class RunStore {
  readonly #texts = new Map<string, string>();
  #size = 0;
  #changes: { readonly key: string; readonly value: Json }[] = [];

  constructor(initial: Readonly<Record<string, Json>>) {
    for (const [key, value] of Object.entries(initial)) this.#put(key, stableJson(value));
  }

  /** What was kept under a key: a copy of its own. */
  get(key: string): Json | undefined {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  }

  /**
   * Keeps a copy of a value.
   *
   * @throws {WorldViolation} when JSON would lose part of the value, or all together would be larger than 64 KiB
   */
  set(key: unknown, value: unknown): void {
    if (typeof key !== 'string') {
      throw new WorldViolation(`Cannot store under ${natureOf(key)}: wanted a text as the key`);
    }
    const copy = frozenJson(value, 'the value');
    if (!copy.ok) {
      throw new WorldViolation(
        `Cannot store "${key}": ${copy.error}, which the next day would not find again; wanted ${ALLOWED}`,
      );
    }
    const kept = copy.value;
    const text = JSON.stringify(kept);
    const size = this.#size + sizeOf(key, text) - this.#sizeUnder(key);
    if (size > SIZE_MAX) {
      throw new WorldViolation(
        `Cannot store "${key}": the store holds at most ${String(SIZE_MAX)} characters of JSON, this would make ${String(size)}`,
      );
    }
    this.#put(key, text);
    this.#changes.push({ key, value: kept });
  }

  /** Whether something was set since changes were last taken. */
  get isTouched(): boolean {
    return this.#changes.length > 0;
  }

  /** What was set since the last call, in order. */
  takeChanges(): readonly { readonly key: string; readonly value: Json }[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  #put(key: string, text: string): void {
    this.#size += sizeOf(key, text) - this.#sizeUnder(key);
    this.#texts.set(key, text);
  }

  #sizeUnder(key: string): number {
    const text = this.#texts.get(key);
    return text === undefined ? 0 : sizeOf(key, text);
  }
}

function sizeOf(key: string, text: string): number {
  return key.length + text.length;
}
