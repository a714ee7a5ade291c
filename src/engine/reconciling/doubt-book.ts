import { invariant } from '../../base/invariant.ts';
import { type Intent } from '../intents/intent.ts';

/** An order that was sent and that no poll has shown since: what looking for it has brought so far. */
export interface Doubt {
  readonly intent: Intent;
  /** When the answer came, or the process restarted: only later polls count. */
  readonly sinceMs: number;
  /** Clean polls of all orders that did not show it. */
  ordersPolls: number;
  /** Look-ups of its tag that found nothing. */
  tagPolls: number;
  tagFailures: number;
  /** Time that polls have covered since the first clean one, milliseconds. A gap between two counts as one idle period at most. */
  watchedMs: number;
  /** When the last poll began, clean or not; null before the first clean one. */
  lastLookAtMs: number | null;
  tagPolledAtMs: number | null;
}

/** Every order that was sent and not seen, oldest doubt first. A doubt ends when the order is seen or given up. */
export class DoubtBook {
  readonly #doubts = new Map<string, Doubt>();
  /** The longest time for which clean polls did not show an order that was there. */
  longestLagMs = 0;
  /** When the last clean poll of all orders began. */
  lastCleanAtMs = -Infinity;
  /** Whether the look-up by tag has ever said that there is none: some platforms may only ever answer with one, or fail. */
  hasTagLookUp = false;
  /** The tag that is being looked up; one at a time. */
  tagUnderWay: string | null = null;
  /** When any tag was last looked up. */
  tagPolledAtMs = -Infinity;

  /** Begins to look for an order; what was found out of an earlier send is dropped. */
  open(intent: Intent, sinceMs: number): void {
    invariant(intent.orders.size === 0, 'An order is sought that was seen');
    this.#doubts.set(intent.tag, {
      intent,
      sinceMs,
      ordersPolls: 0,
      tagPolls: 0,
      tagFailures: 0,
      watchedMs: 0,
      lastLookAtMs: null,
      tagPolledAtMs: null,
    });
  }

  close(tag: string): void {
    this.#doubts.delete(tag);
  }

  of(tag: string): Doubt | undefined {
    return this.#doubts.get(tag);
  }

  all(): Iterable<Doubt> {
    return this.#doubts.values();
  }

  get size(): number {
    return this.#doubts.size;
  }
}
