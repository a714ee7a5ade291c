/** Paths whose last body is kept. */
const KEPT_MAX = 64;

/** Bodies as bytes: the same bytes for the same text of a path, since most polls show nothing new. */
export class BodyBytes {
  readonly #encoder = new TextEncoder();
  readonly #kept = new Map<string, { readonly text: string; readonly bytes: Uint8Array }>();

  /** The bytes of a body. They must not be changed. */
  of(path: string, text: string): Uint8Array {
    const known = this.#kept.get(path);
    if (known?.text === text) return known.bytes;
    const bytes = this.#encoder.encode(text);
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear();
    this.#kept.set(path, { text, bytes });
    return bytes;
  }
}
