import { type Effect } from '../engine/effect.ts';
import { type PriceFeed, type PricePush, type PriceSubscription } from '../ports/price-feed.ts';

type Wanted = Extract<Effect, { kind: 'watch-prices' }>;

/**
 * What is pushed of the prices that the engine wants.
 *
 * - idle: it wants none.
 * - followed: each push is an event at its time, since something waits for prices or other prices are wanted than before.
 * - passed over: nothing waits. The latest push becomes an event before the next event of another kind.
 */
export class PushedPrices {
  readonly #feed: PriceFeed | null;
  #pushes: PriceSubscription | null = null;
  /** Symbols of the last push. */
  #known: ReadonlySet<string> = new Set();
  #wanted: Wanted | null = null;
  #last: PricePush | null = null;
  /** Other prices are wanted, and none of them were pushed yet. */
  #isOwed = false;
  #isOnItsWay = false;

  constructor(feed: PriceFeed | null) {
    this.#feed = feed;
  }

  /** When the engine has to be given a push at its time; Infinity when it can wait for them. */
  get nextMs(): number {
    if (this.#pushes === null) return Infinity;
    return this.#isOwed || this.#wanted?.isEach === true ? this.#pushes.nextMs : Infinity;
  }

  /** Prices of these are wanted from now on: at once where one of them is new, else at the next look. */
  watch(wanted: Wanted, nowMs: number): void {
    const { symbols, everyMs } = wanted;
    const before = this.#wanted;
    this.#wanted = wanted;
    if (before?.symbols === symbols || this.#feed === null) return;
    const lastMs = this.#lastLookMs(nowMs);
    this.#pushes = null;
    this.#isOwed = symbols.length > 0;
    if (!this.#isOwed) return;
    const isNew = symbols.some((symbol) => !this.#known.has(symbol));
    const fromMs = isNew ? nowMs : Math.max(nowMs, lastMs + everyMs);
    this.#pushes = this.#feed.subscribe({ symbols, fromMs, everyMs });
  }

  /** The latest push that came before an instant and is no event yet; null when there is none. */
  takeBefore(atMs: number): PricePush | null {
    const pushes = this.#pushes;
    if (pushes === null || pushes.nextMs >= atMs) return null;
    return this.#taken(pushes.takeLatest(atMs - 1));
  }

  /** The push of an instant, to be an event in its turn; null when there is none, or one is on its way. */
  takeAt(atMs: number): PricePush | null {
    const pushes = this.#pushes;
    if (pushes === null || pushes.nextMs > atMs || this.#isOnItsWay) return null;
    this.#isOnItsWay = true;
    return this.#taken(pushes.take());
  }

  /** The event of a push was worked in. */
  arrived(): void {
    this.#isOnItsWay = false;
  }

  #taken(push: PricePush): PricePush {
    this.#last = push;
    this.#isOwed = false;
    const { symbols = [] } = this.#wanted ?? {};
    if (symbols.length !== this.#known.size || symbols.some((each) => !this.#known.has(each))) {
      this.#known = new Set(symbols);
    }
    return push;
  }

  /** When prices were last confirmed before an instant. */
  #lastLookMs(nowMs: number): number {
    if (this.#last === null) return -Infinity;
    const { atMs, repeats } = this.#last;
    const endMs = this.#pushes === null ? repeats.untilMs : Math.min(nowMs, repeats.untilMs);
    return atMs + Math.max(0, Math.ceil((endMs - atMs) / repeats.everyMs) - 1) * repeats.everyMs;
  }
}
