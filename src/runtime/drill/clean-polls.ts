import { type EngineEvent } from '../../engine/event.ts';
import { type OrdersObservation } from '../../ports/orders.ts';

type Poll = Extract<EngineEvent, { kind: 'poll-ended' }>;

/** A look at the platform that was whole, on the world's time. */
interface Glance {
  readonly fromMs: number;
  /** Until when looks like it would have shown the same. */
  readonly untilMs: number;
  /** Null: at all orders. */
  readonly tag: string | null;
}

/** What clean looks say of an order that none of them has shown. */
export interface Evidence {
  readonly looks: number;
  readonly spanMs: number;
}

const LOOK_EVERY_MS = 1_000;

/** Remembers the looks that can prove an absence, of all lives. */
export class CleanPolls {
  readonly #glances: Glance[] = [];
  #longest = 0;

  /** A new life has its own idea of the longest list. */
  begin(): void {
    this.#longest = 0;
  }

  /** Takes a poll; `offsetMs` is how far the process's clock is ahead of the world's. */
  take(poll: Poll, offsetMs: number): void {
    const { subject, outcome, startedAtMs, holdsUntilMs } = poll;
    if (outcome.kind !== 'accepted') return;
    const fromMs = startedAtMs - offsetMs;
    const untilMs = holdsUntilMs === undefined ? fromMs : holdsUntilMs - offsetMs;
    if (subject === 'orders-of-tag' && outcome.value.length === 0) {
      this.#glances.push({ fromMs, untilMs: fromMs, tag: poll.tag });
    }
    if (subject === 'orders' && this.#isClean(outcome.value)) {
      this.#glances.push({ fromMs, untilMs, tag: null });
    }
  }

  /** What speaks against an order that was sent at a time of the world. */
  against(tag: string, sentAtMs: number, nowMs: number): Evidence {
    let looks = 0;
    let firstMs = Infinity;
    let lastMs = -Infinity;
    for (const glance of this.#glances) {
      if (glance.fromMs <= sentAtMs || (glance.tag !== null && glance.tag !== tag)) continue;
      const untilMs = Math.max(glance.fromMs, Math.min(glance.untilMs, nowMs));
      looks += 1 + Math.floor((untilMs - glance.fromMs) / LOOK_EVERY_MS);
      firstMs = Math.min(firstMs, glance.fromMs);
      lastMs = Math.max(lastMs, untilMs);
    }
    return { looks, spanMs: looks === 0 ? 0 : lastMs - firstMs };
  }

  #isClean({ orders, malformed }: OrdersObservation): boolean {
    const count = new Set(orders.map(({ orderId }) => orderId)).size;
    if (malformed.length > 0 || count < this.#longest) return false;
    this.#longest = count;
    return true;
  }
}
