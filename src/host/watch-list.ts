import { stableJson } from '../base/stable-json.ts';
import { type Watch } from '../model/input.ts';

/** What a run wants watched: each watch for as long as at least one stream needs it. */
export class WatchList {
  readonly #held = new Map<string, { readonly watch: Watch; count: number }>();
  #reported = '';
  #isTouched = false;

  /** Adds a watch; the returned function takes it back, once. */
  add(watch: Watch): () => void {
    const key = keyOf(watch);
    this.#isTouched = true;
    const held = this.#held.get(key) ?? { watch, count: 0 };
    held.count += 1;
    this.#held.set(key, held);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      held.count -= 1;
      if (held.count > 0 || this.#held.get(key) !== held) return;
      this.#held.delete(key);
      this.#isTouched = true;
    };
  }

  /** Takes all watches back. */
  clear(): void {
    this.#held.clear();
    this.#isTouched = true;
  }

  /** Everything watched, ordered by content, if that changed since the last call; else null. */
  takeChanges(): readonly Watch[] | null {
    if (!this.#isTouched) return null;
    this.#isTouched = false;
    const keys = [...this.#held.keys()].sort();
    const now = keys.join('\n');
    if (now === this.#reported) return null;
    this.#reported = now;
    return keys.flatMap((key) => this.#held.get(key)?.watch ?? []);
  }
}

function keyOf(watch: Watch): string {
  // A contract is named by its id: its other fields come from the same listing.
  if (watch.kind === 'contract') return `contract ${watch.contract.instrumentId}`;
  return stableJson({ ...watch });
}
