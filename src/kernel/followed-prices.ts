import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import {
  type KnownPrices,
  lookOf,
  type PriceFeed,
  type PriceLook,
  type PriceSubscription,
} from '../ports/price-feed.ts';
import { BandedPrices } from './banded-prices.ts';
import { type Unstamped } from './kernel-options.ts';

type Wanted = Extract<Effect, { kind: 'watch-prices' }>;
type PollEnded = Extract<EngineEvent, { kind: 'poll-ended' }>;
type PricesEnded = PollEnded & { readonly subject: 'quotes' };

/** Whether an event is the end of a look at prices. */
export function isOfPrices(event: EngineEvent): event is PricesEnded {
  return event.kind === 'poll-ended' && event.subject === 'quotes';
}

/** A look as the engine takes it. */
export function lookEnded({
  atMs: startedAtMs,
  outcome,
  untilMs,
}: PriceLook): Unstamped<PricesEnded> {
  const ended = { kind: 'poll-ended', subject: 'quotes', startedAtMs, outcome } as const;
  return untilMs === undefined ? ended : { ...ended, holdsUntilMs: untilMs };
}

/**
 * Looks at the prices that the engine wants, one at a time.
 *
 * - idle: it wants none.
 * - followed: each look is made at its time, and its answer is an event.
 * - passed over: prices are known ahead, and nothing waits for one, or only for those that leave a band. The latest becomes
 *   an event before the next event of another kind.
 */
export class FollowedPrices {
  readonly #feed: PriceFeed;
  #looks: PriceSubscription | null = null;
  /** Symbols of the last look. */
  #known: ReadonlySet<string> = new Set();
  #wanted: Wanted | null = null;
  #banded: BandedPrices | null = null;
  #last: Pick<PriceLook, 'atMs' | 'untilMs'> | null = null;
  /** Other prices are wanted, and none of them were looked at yet. */
  #isOwed = false;
  #isUnderWay = false;

  constructor(feed: PriceFeed) {
    this.#feed = feed;
  }

  /** When the next look has to be made; Infinity while one is under way, and where the engine can wait for prices. */
  get nextMs(): number {
    const looks = this.#looks;
    if (looks === null || this.#isUnderWay) return Infinity;
    const isAwaited = this.#isOwed || this.#wanted?.isEach === true || !isKnown(looks);
    return isAwaited ? looks.nextMs : this.#nextOutsideMs(looks.nextMs);
  }

  /** Prices of these are wanted from now on: at once where one of them is new, else at the next look. */
  watch(wanted: Wanted, nowMs: number): void {
    const { symbols, everyMs, leaveOutUntilMs } = wanted;
    const before = this.#wanted;
    this.#wanted = wanted;
    if (before?.symbols !== symbols) this.#subscribe(symbols, everyMs, nowMs);
    if (before?.symbols !== symbols || before.bands !== wanted.bands) this.#banded = null;
    this.#looks?.leaveOut?.(leaveOutUntilMs, nowMs);
  }

  /** The latest look before an instant that is no event yet, where all are known; null when there is none. */
  takeBefore(atMs: number): PriceLook | null {
    const looks = this.#looks;
    if (looks === null || !isKnown(looks) || looks.nextMs >= atMs) return null;
    const look = lookOf(looks.takeLatest(atMs - 1));
    this.#noteLook(look);
    return look;
  }

  /** Begins the look that is due: what makes it; null where none is due, or one is under way. */
  begin(atMs: number): (() => PriceLook | Promise<PriceLook>) | null {
    const looks = this.#looks;
    if (looks === null || looks.nextMs > atMs || this.#isUnderWay) return null;
    this.#isUnderWay = true;
    this.#noteLook({ atMs });
    return () => looks.look(atMs);
  }

  /** The event of a look was worked in: the next may begin. */
  arrived({ startedAtMs, holdsUntilMs }: Pick<PollEnded, 'startedAtMs' | 'holdsUntilMs'>): void {
    this.#isUnderWay = false;
    if (this.#last?.atMs === startedAtMs && holdsUntilMs !== undefined) {
      this.#last = { atMs: startedAtMs, untilMs: holdsUntilMs };
    }
  }

  /** When a price leaves its band, the prices before having been taken. */
  #nextOutsideMs(fromMs: number): number {
    const { bands = [], everyMs = 0 } = this.#wanted ?? {};
    if (bands.length === 0 || fromMs === Infinity) return Infinity;
    if (this.#banded === null) {
      const symbols = bands.map(({ symbol }) => symbol);
      const pushes = this.#feed.subscribe({ symbols, fromMs, everyMs });
      if (!isKnown(pushes)) return fromMs;
      this.#banded = new BandedPrices(pushes, bands);
    }
    return this.#banded.nextMs(fromMs);
  }

  #subscribe(symbols: readonly string[], everyMs: number, nowMs: number): void {
    const lastMs = this.#lastLookMs(everyMs, nowMs);
    if (this.#looks !== null && !isKnown(this.#looks)) this.#last = { atMs: lastMs };
    this.#looks = null;
    this.#isOwed = symbols.length > 0;
    if (!this.#isOwed) return;
    const isNew = symbols.some((symbol) => !this.#known.has(symbol));
    const fromMs = isNew ? nowMs : Math.max(nowMs, lastMs + everyMs);
    this.#looks = this.#feed.subscribe({ symbols, fromMs, everyMs });
  }

  #noteLook({ atMs, untilMs }: Pick<PriceLook, 'atMs' | 'untilMs'>): void {
    this.#last = untilMs === undefined ? { atMs } : { atMs, untilMs };
    this.#isOwed = false;
    const { symbols = [] } = this.#wanted ?? {};
    if (symbols.length !== this.#known.size || symbols.some((each) => !this.#known.has(each))) {
      this.#known = new Set(symbols);
    }
  }

  /** When prices were last confirmed before an instant. */
  #lastLookMs(everyMs: number, nowMs: number): number {
    if (this.#last === null) return -Infinity;
    const { atMs, untilMs = -Infinity } = this.#last;
    const endMs = this.#looks === null ? untilMs : Math.min(nowMs, untilMs);
    return atMs + Math.max(0, Math.ceil((endMs - atMs) / everyMs) - 1) * everyMs;
  }
}

function isKnown(looks: PriceSubscription | KnownPrices): looks is KnownPrices {
  return 'takeLatest' in looks;
}
