import { type Contract } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { type Calendar, type Session } from '../model/time/calendar.ts';
import { istDate, type IstDate } from '../model/time/ist.ts';
import {
  type PriceFeed,
  type PricePush,
  type PricesWanted,
  type PriceSubscription,
} from '../ports/price-feed.ts';
import { ContractDirectory } from './contract-directory.ts';
import { type Listing, type Market } from './market.ts';

const MINUTE_MS = 60_000;

/** What prices are looked up in. */
export interface MarketFeedParts {
  readonly market: Market;
  readonly listing: Listing;
  readonly calendar: Calendar;
}

/** Pushes the prices of a market that is known for the whole day: recorded or generated. */
export function createMarketFeed(parts: MarketFeedParts): PriceFeed {
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

class MarketSubscription implements PriceSubscription {
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
    const endMs = this.#session?.endMs ?? atMs;
    const minuteMs = (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS;
    const untilMs = Math.min(this.#prices.nextChangeMs(atMs) ?? Infinity, minuteMs, endMs);
    const nextMs = atMs + Math.ceil((untilMs - atMs) / everyMs) * everyMs;
    if (nextMs < endMs) this.#nextMs = nextMs;
    else this.#goToSessionAfter(endMs);
    return { atMs, quotes: this.#prices.quotes(atMs), repeats: { everyMs, untilMs } };
  }

  takeLatest(atMs: number): PricePush {
    const [nextMs, session] = [this.#nextMs, this.#session];
    this.#goTo(atMs);
    const latest = this.take();
    if (latest.quotes.length === this.#count) return latest;
    // Some of them have a price no more: what it was last is in a push before.
    [this.#nextMs, this.#session] = [nextMs, session];
    return this.take();
  }

  /** Passes over the looks before the last one of an instant. */
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

/** What symbols mean on a date: an underlying's name is its index; what is not listed is left out. */
export type Targets = readonly (string | Contract)[];

/** Finds what symbols mean. The same list is asked for many times. */
export function createTargets(
  listing: Listing,
): (symbols: readonly string[], date: IstDate) => Targets {
  const directory = new ContractDirectory(listing);
  const indices = new Set(listing.underlyings);
  const found = new WeakMap<readonly string[], { date: IstDate; targets: Targets }>();
  return (symbols, date) => {
    const held = found.get(symbols);
    if (held?.date === date) return held.targets;
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

  /** Of those that have one. */
  quotes(atMs: number): readonly Quote[] {
    const quotes: Quote[] = [];
    for (const target of this.#targets) {
      const quote =
        typeof target === 'string'
          ? this.#market.index(target, atMs)
          : this.#market.quote(target, atMs);
      if (quote !== null) quotes.push(quote);
    }
    return quotes;
  }

  /** When any of them may change next; null when not on that day any more. */
  nextChangeMs(afterMs: number): number | null {
    let nextMs: number | null = null;
    for (const underlying of this.#underlyings) {
      const changeMs = this.#market.nextChangeMs(underlying, afterMs);
      if (changeMs !== null && (nextMs === null || changeMs < nextMs)) nextMs = changeMs;
    }
    return nextMs;
  }
}
