import { invariant } from '../../base/invariant.ts';
import { type Intent } from '../intents/intent.ts';
import { type CustomPosition } from '../webhooks/custom-position-book.ts';
import { type SentSignal } from '../webhooks/webhook-book.ts';

/** What an attempt under way was for. */
export type OpenAttempt =
  | { readonly kind: 'place'; readonly intents: readonly Intent[] }
  | {
      readonly kind: 'modify' | 'cancel';
      /** By order id, as the results come. */
      readonly intents: ReadonlyMap<string, Intent>;
    }
  | { readonly kind: 'start-position' | 'square-off-position'; readonly position: CustomPosition }
  | { readonly kind: 'signal'; readonly signal: SentSignal };

/** Attempts under way. Each is answered once. */
export class AttemptBook {
  readonly #open = new Map<string, OpenAttempt>();

  /** Notes an attempt that is being sent. */
  add(attemptId: string, attempt: OpenAttempt): void {
    invariant(!this.#open.has(attemptId), 'An attempt is sent twice');
    this.#open.set(attemptId, attempt);
  }

  /** Takes the attempt that was answered; undefined when none is open under this identifier. */
  close(attemptId: string): OpenAttempt | undefined {
    const attempt = this.#open.get(attemptId);
    this.#open.delete(attemptId);
    return attempt;
  }

  /** Takes all that are open, oldest first. */
  closeAll(): readonly (readonly [attemptId: string, attempt: OpenAttempt])[] {
    const open = [...this.#open];
    this.#open.clear();
    return open;
  }

  /** How many are under way. */
  get size(): number {
    return this.#open.size;
  }
}
