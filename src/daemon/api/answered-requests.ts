/** So many answers are kept, the latest; a key that is older is a new request. */
const KEPT_MAX = 1_000;

/** What became of a request that came before under the same key. */
export type Answered =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly answer: object }
  /** The key was of something else. */
  | { readonly kind: 'other' };

/** Answers by the key of their request, so that one that is sent again is answered and not done again. */
export class AnsweredRequests {
  readonly #kept = new Map<string, { readonly request: string; readonly answer: object }>();

  /** @param request - all that it asks for, as one text */
  find(key: string, request: string): Answered {
    const kept = this.#kept.get(key);
    if (kept === undefined) return { kind: 'new' };
    return kept.request === request ? { kind: 'same', answer: kept.answer } : { kind: 'other' };
  }

  /** Keeps what was answered once it was done; the oldest makes room. */
  keep(key: string, request: string, answer: object): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, { request, answer });
  }
}
