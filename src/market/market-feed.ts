import { type Contract } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { type Calendar, type Session } from '../model/time/calendar.ts';
import { istDate, type IstDate } from '../model/time/ist.ts';
import {
  type KnownPriceFeed,
  type KnownPrices,
  lookOf,
  type PriceLook,
  type PricePush,
  type PricesWanted,
} from '../ports/price-feed.ts';
import { ContractDirectory } from './contract-directory.ts';
import { type Listing, type Market } from './market.ts';

const MINUTE_MS = 60_000;

/** Pushes the prices of a market that is known for the whole day: recorded or generated. */
export function createMarketFeed(parts: {
  readonly market: Market;
  readonly listing: Listing;
  readonly calendar: Calendar;
}): KnownPriceFeed {
  const { market, calendar } = parts;
  const targetsOf = createTargets(parts.listing);
  return {
    subscribe: (wanted) => {
      const date = istDate(wanted.fromMs);
      const prices = new PricesOfTargets(market, targetsOf(wanted.symbols, date));
      return new MarketSubscription(prices, calendar.day(date).sessions, wanted);
    },
  };
}

class MarketSubscription implements KnownPrices {
  readonly #prices: PricesOfTargets;
  readonly #sessions: readonly Session[];
  readonly #everyMs: number;
  readonly #count: number;
  #session: Session | undefined;
  #nextMs: number;

  constructor(
    prices: PricesOfTargets,
    sessions: readonly Session[],
    { symbols, fromMs, everyMs }: PricesWanted,
  ) {
    this.#prices = prices;
    this.#sessions = sessions;
    this.#everyMs = everyMs;
    this.#count = symbols.length;
    this.#session = sessions.find(({ endMs }) => fromMs < endMs);
    this.#nextMs = this.#session === undefined ? Infinity : Math.max(fromMs, this.#session.startMs);
  }

  get nextMs(): number {
    return this.#nextMs;
  }

  take(): PricePush {
    const [atMs, everyMs] = [this.#nextMs, this.#everyMs];
    const untilMs = this.#goOn();
    return { atMs, quotes: this.#prices.quotes(atMs), repeats: { everyMs, untilMs } };
  }

  passOver(beforeMs: number, tell: (lastPaise: number) => void): void {
    let paise = this.#prices.indexPaise(this.#nextMs);
    while (paise !== null) {
      const [nextMs, session] = [this.#nextMs, this.#session];
      this.#goOn();
      const following = this.#nextMs < beforeMs ? this.#prices.indexPaise(this.#nextMs) : null;
      if (following === null) [this.#nextMs, this.#session] = [nextMs, session];
      else tell(paise);
      paise = following;
    }
  }

  /** Goes to the push after the next one. Returns until when that one stands. */
  #goOn(): number {
    const atMs = this.#nextMs;
    const endMs = this.#session?.endMs ?? atMs;
    const minuteMs = (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS;
    const untilMs = Math.min(this.#prices.nextChangeMs(atMs) ?? Infinity, minuteMs, endMs);
    const nextMs = atMs + Math.ceil((untilMs - atMs) / this.#everyMs) * this.#everyMs;
    if (nextMs < endMs) this.#nextMs = nextMs;
    else this.#goToSessionAfter(endMs);
    return untilMs;
  }

  look(): PriceLook {
    return lookOf(this.take());
  }

  takeLatest(atMs: number): PricePush {
    const [nextMs, session] = [this.#nextMs, this.#session];
    this.#goTo(atMs);
    const latest = this.take();
    if (latest.quotes.length === this.#count) return latest;
    // Some have no price any more; the last one is in an earlier push.
    [this.#nextMs, this.#session] = [nextMs, session];
    return this.take();
  }

  /** Skips the polls before the last one at an instant. */
  #goTo(atMs: number): void {
    for (;;) {
      const endMs = this.#session?.endMs ?? Infinity;
      const lastMs = Math.min(atMs, endMs - 1);
      this.#nextMs += Math.floor((lastMs - this.#nextMs) / this.#everyMs) * this.#everyMs;
      const following = this.#sessions.find(({ startMs }) => startMs >= endMs);
      if (following === undefined || following.startMs > atMs) return;
      this.#goToSessionAfter(endMs);
    }
  }

  #goToSessionAfter(endMs: number): void {
    this.#session = this.#sessions.find(({ startMs }) => startMs >= endMs);
    this.#nextMs = this.#session?.startMs ?? Infinity;
  }
}

/** What symbols mean on a date: an underlying's name is its index; unlisted symbols are left out. */
export type Targets = readonly (string | Contract)[];

/** Finds what symbols mean; caches the last date of each list. */
export function createTargets(
  listing: Listing,
): (symbols: readonly string[], date: IstDate) => Targets {
  const directory = new ContractDirectory(listing);
  const indices = new Set(listing.underlyings);
  const found = new WeakMap<readonly string[], { date: IstDate; targets: Targets }>();
  return (symbols, date) => {
    const cached = found.get(symbols);
    if (cached?.date === date) return cached.targets;
    const targets = symbols.flatMap((symbol) =>
      indices.has(symbol) ? symbol : (directory.find(symbol, date) ?? []),
    );
    found.set(symbols, { date, targets });
    return targets;
  };
}

/** Prices of some contracts and indices, at any instant of their day. */
export class PricesOfTargets {
  readonly #market: Market;
  readonly #targets: Targets;
  readonly #underlyings: readonly string[];

  constructor(market: Market, targets: Targets) {
    this.#market = market;
    this.#targets = targets;
    const names = targets.map((target) =>
      typeof target === 'string' ? target : target.underlying,
    );
    this.#underlyings = [...new Set(names)];
  }

  quotes(atMs: number): readonly Quote[] {
    // Of its size from the start: an array that grows is most of what a push leaves behind.
    const quotes = Array<Quote>(this.#targets.length);
    let count = 0;
    for (const target of this.#targets) {
      const quote =
        typeof target === 'string'
          ? this.#market.index(target, atMs)
          : this.#market.quote(target, atMs);
      if (quote === null) continue;
      quotes[count] = quote;
      count += 1;
    }
    if (count < quotes.length) quotes.length = count;
    return quotes;
  }

  /** Level of the only target, where that is an index; null where it is not, or has none. */
  indexPaise(atMs: number): number | null {
    const [target] = this.#targets;
    if (this.#targets.length !== 1 || typeof target !== 'string') return null;
    return this.#market.index(target, atMs)?.lastPaise ?? null;
  }

  /** The next price change of any of them; null when there is none on that day. */
  nextChangeMs(afterMs: number): number | null {
    let nextMs: number | null = null;
    for (const underlying of this.#underlyings) {
      const changeMs = this.#market.nextChangeMs(underlying, afterMs);
      if (changeMs !== null && (nextMs === null || changeMs < nextMs)) nextMs = changeMs;
    }
    return nextMs;
  }
}
