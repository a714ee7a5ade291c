import { type EngineEvent } from '../../engine/event.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type OrdersObservation } from '../../ports/orders.ts';

type Poll = Extract<EngineEvent, { kind: 'poll-ended' }>;

interface Glance {
  readonly fromMs: number;
  untilMs: number;
  /** Null: at all orders. */
  readonly tag: string | null;
}

const LOOK_EVERY_MS = 1_000;

/** Remembers the looks that can prove an absence, of all lives. */
export class CleanPolls {
  readonly #glances: Glance[] = [];
  #lastAtAll: Glance | null = null;
  #longest = 0;
  /** Orders of others that some list has shown. */
  readonly foreignIds = new Set<string>();

  /** A new life has its own idea of the longest list. */
  begin(): void {
    this.#longest = 0;
  }

  /** Takes a poll; `offsetMs` is how far the process's clock is ahead of the world's. */
  take(poll: Poll, offsetMs: number): void {
    const { subject, outcome, startedAtMs, holdsUntilMs } = poll;
    const fromMs = startedAtMs - offsetMs;
    const last = this.#lastAtAll;
    if (subject === 'orders' && last !== null) last.untilMs = Math.min(last.untilMs, fromMs);
    if (outcome.kind !== 'accepted') return;
    const untilMs = holdsUntilMs === undefined ? fromMs : holdsUntilMs - offsetMs;
    if (subject === 'orders-of-tag' && outcome.value.length === 0) {
      this.#glances.push({ fromMs, untilMs: fromMs, tag: poll.tag });
    }
    if (subject === 'orders' && this.#isClean(outcome.value)) {
      this.#lastAtAll = { fromMs, untilMs, tag: null };
      this.#glances.push(this.#lastAtAll);
    }
  }

  /** How many clean looks, over how long, have not shown an order since it was sent. */
  against(tag: string, sentAtMs: number, nowMs: number): { looks: number; spanMs: number } {
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

  /** How often an engine can say that it looked: at all orders, and at those of the tag. */
  most(tag: string, sinceMs: number, nowMs: number): { atAll: number; atTag: number } {
    let atAll = 0;
    let atTag = 0;
    for (const { fromMs, untilMs, tag: ofTag } of this.#glances) {
      if (ofTag === tag && fromMs > sinceMs) atTag += 1;
      if (ofTag !== null) continue;
      // With the poll itself: those left out after it began at every further full second.
      const untilNowMs = Math.min(untilMs, nowMs);
      if (fromMs > sinceMs) atAll += Math.max(1, looksIn(untilNowMs - fromMs));
      else if (untilNowMs > sinceMs) atAll += looksIn(untilNowMs - sinceMs);
    }
    return { atAll, atTag };
  }

  #isClean({ orders, malformed }: OrdersObservation): boolean {
    for (const { orderId, tag } of orders) if (!isOurTag(tag)) this.foreignIds.add(orderId);
    const ids = new Set(orders.map(({ orderId }) => orderId));
    const unread = malformed.filter(({ orderId }) => orderId === undefined || !ids.has(orderId));
    const count = ids.size + unread.length;
    const isSpoilt = malformed.some((record) => mayBeOurs(record, this.foreignIds));
    if (isSpoilt || count < this.#longest) return false;
    this.#longest = count;
    return true;
  }
}

/** Whether a record that cannot be read may be an order of ours: its tag and its id leave it open. */
export function mayBeOurs(
  { orderId, tag, isCopy }: OrdersObservation['malformed'][number],
  foreignIds: ReadonlySet<string>,
): boolean {
  if (isCopy === true) return false;
  if (tag !== undefined) return isOurTag(tag);
  return orderId === undefined || !foreignIds.has(orderId);
}

function looksIn(durationMs: number): number {
  return Math.ceil(durationMs / LOOK_EVERY_MS);
}
