import { concat, EMPTY, type Observable, of } from 'rxjs';

import { type Contract } from '../model/contract.ts';
import { type Seen } from '../model/order-event.ts';
import { type Quote } from '../model/quote.ts';
import { type InputOf } from '../strategy/context.ts';
import { KeyedSubject } from '../streams/keyed-subject.ts';
import { type PricePoint } from '../streams/price-point.ts';
import { type Scope } from './scope.ts';
import { lastSeen } from './last-seen.ts';

/** A price that was not seen for longer than this is told anew, though it is the same: somebody may wait for a fresh one. */
const GAP_MS = 2_000;
const MINUTE_MS = 60_000;

/** What one symbol costs, for as long as it costs that. */
interface Standing {
  /** Its times go on while polls bring the same prices. */
  readonly point: { -readonly [Field in keyof PricePoint]: PricePoint[Field] };
  /** Minute of the run in which it was told last; null when it is to be told again in any case. */
  toldInMinute: number | null;
}

/**
 * The prices that a run has seen, by symbol.
 *
 * Told is what differs from what was told before, so that it does not matter how often somebody looked. The same is
 * told again by the first poll of each minute, so that every bar has a price, and after a time without polls.
 */
export class PriceFeed {
  readonly #scope: Scope;
  readonly #nowMs = (): number => this.#scope.world.nowMs;
  readonly #standing = new Map<string, Standing>();
  readonly #published = new KeyedSubject<string, PricePoint>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Takes an input in: all its quotes are known before the first is told to anyone. Returns what was told. */
  observe(input: InputOf<'quotes-observed'>): readonly PricePoint[] {
    const seen = lastSeen(input, this.#nowMs);
    const minute = Math.floor(input.atMs / MINUTE_MS);
    const told: PricePoint[] = [];
    for (const quote of input.quotes) {
      const standing = this.#taken(quote, seen, input.atMs);
      if (standing.toldInMinute === minute) continue;
      standing.toldInMinute = minute;
      told.push(standing.point);
    }
    for (const point of told) this.#published.publish(point.symbol, point);
    return told;
  }

  /** Polls failed: what the next one brings is told in any case. */
  lapse(): void {
    for (const standing of this.#standing.values()) standing.toldInMinute = null;
  }

  /** The latest price of a symbol. */
  latest(symbol: string): PricePoint | undefined {
    return this.#standing.get(symbol)?.point;
  }

  /** The latest price and all to come. */
  prices(target: Contract | string): Observable<PricePoint> {
    const symbol = symbolOf(target);
    return this.#watched(target, () => {
      const latest = this.latest(symbol);
      return concat(latest === undefined ? EMPTY : of(latest), this.#published.of(symbol));
    });
  }

  /** Only prices to come. */
  comingPrices(target: Contract | string): Observable<PricePoint> {
    return this.#watched(target, () => this.#published.of(symbolOf(target)));
  }

  #taken(quote: Quote, seen: Seen, atMs: number): Standing {
    const held = this.#standing.get(quote.symbol);
    if (held === undefined || !isSamePrice(held.point, quote)) {
      const { symbol, bidPaise, askPaise, lastPaise, atMs: quotedAtMs } = quote;
      const point = { symbol, bidPaise, askPaise, lastPaise, atMs: quotedAtMs, seen };
      const standing = { point, toldInMinute: null };
      this.#standing.set(symbol, standing);
      return standing;
    }
    if (atMs - held.point.seen.observedAtMs > GAP_MS) held.toldInMinute = null;
    held.point.atMs = quote.atMs;
    held.point.seen = seen;
    return held;
  }

  #watched(target: Contract | string, open: () => Observable<PricePoint>): Observable<PricePoint> {
    const watch =
      typeof target === 'string'
        ? ({ kind: 'index', underlying: target } as const)
        : ({ kind: 'contract', contract: target } as const);
    return this.#scope.stream(`prices of ${symbolOf(target)}`, { watches: [watch], open });
  }
}

function isSamePrice(left: Quote, right: Quote): boolean {
  return (
    left.lastPaise === right.lastPaise &&
    left.bidPaise === right.bidPaise &&
    left.askPaise === right.askPaise
  );
}

function symbolOf(target: Contract | string): string {
  return typeof target === 'string' ? target : target.symbol;
}
