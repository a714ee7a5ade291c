import { invariant } from '../base/invariant.ts';
import { type Session } from '../model/time/calendar.ts';
import {
  type PriceFeed,
  type PriceLook,
  type PriceSubscription,
  type PricesWanted,
} from '../ports/price-feed.ts';
import { type QuotesOutcome } from '../ports/prices.ts';
import { type KernelOptions } from './kernel-options.ts';
import { type PollAnswer } from './venue.ts';

/** A source that cannot be reached is tried again after this long, whenever it says that it may be. */
const NOT_BEFORE_MS_MAX = 30_000;

/** What prices are polled with. */
export interface PolledPricesParts {
  /** Asks for quotes. */
  readonly poll: (symbols: readonly string[], atMs: number) => PollAnswer | Promise<PollAnswer>;
  /** Of the day: there are no polls outside of them. */
  readonly sessions: readonly Session[];
  readonly nowMs: () => number;
}

/**
 * Prices of a source that can only be asked: a gateway over HTTP, a file that grows. In sessions a poll is due at once, then
 * `everyMs` after the last one began; where one could not leave and says when the next may, not before that.
 */
export function createPolledPrices(parts: PolledPricesParts): PriceFeed {
  const pause: Pause = { notBeforeMs: -Infinity };
  return { subscribe: (wanted) => new PolledSubscription(parts, pause, wanted) };
}

/** Polls a venue for them. */
export function pollPrices(
  { venue, sessions = [] }: Pick<KernelOptions, 'venue' | 'sessions'>,
  nowMs: () => number,
): PriceFeed {
  return createPolledPrices({
    poll: (symbols, atMs) => venue.poll({ subject: 'quotes', symbols }, atMs),
    sessions,
    nowMs,
  });
}

/** Of all subscriptions: the next poll may not leave before. */
interface Pause {
  notBeforeMs: number;
}

class PolledSubscription implements PriceSubscription {
  readonly #parts: PolledPricesParts;
  readonly #pause: Pause;
  readonly #wanted: PricesWanted;
  #lastMs: number | null = null;
  /** Polls before then are left out. */
  #leftOutUntilMs = -Infinity;

  constructor(parts: PolledPricesParts, pause: Pause, wanted: PricesWanted) {
    this.#parts = parts;
    this.#pause = pause;
    this.#wanted = wanted;
  }

  get nextMs(): number {
    const dueMs = Math.max(this.#dueMs, this.#pause.notBeforeMs);
    for (const { startMs, endMs } of this.#parts.sessions) {
      const atMs = Math.max(dueMs, startMs);
      if (atMs < endMs) return atMs;
    }
    return Infinity;
  }

  look(atMs: number): PriceLook | Promise<PriceLook> {
    this.#lastMs = atMs;
    const polled = this.#parts.poll(this.#wanted.symbols, atMs);
    if (!(polled instanceof Promise)) return this.#taken(polled, atMs);
    return polled.then((answer) => this.#taken(answer, atMs));
  }

  leaveOut(untilMs: number | null, nowMs: number): void {
    this.#leftOutUntilMs = untilMs ?? Math.min(this.#leftOutUntilMs, nowMs);
  }

  /** In step with the last poll that was made. */
  get #dueMs(): number {
    const { fromMs, everyMs } = this.#wanted;
    if (this.#lastMs === null) return fromMs;
    const steps = Math.ceil((this.#leftOutUntilMs - this.#lastMs) / everyMs);
    return this.#lastMs + Math.max(1, steps) * everyMs;
  }

  #taken(answer: PollAnswer, atMs: number): PriceLook {
    invariant(answer.subject === 'quotes', 'A poll of prices brings something else');
    const { outcome, holdsUntilMs } = answer;
    this.#pause.notBeforeMs = notBeforeMs(outcome, this.#parts.nowMs());
    return { atMs, outcome, ...(holdsUntilMs === undefined ? {} : { untilMs: holdsUntilMs }) };
  }
}

/** When the next poll may leave, where this one could not: one that would be answered the same way is of no use. */
function notBeforeMs(outcome: QuotesOutcome, nowMs: number): number {
  if (outcome.kind !== 'rejected' || outcome.rejection.form !== 'not-sent') return -Infinity;
  return Math.min(outcome.rejection.retryAtMs ?? -Infinity, nowMs + NOT_BEFORE_MS_MAX);
}
