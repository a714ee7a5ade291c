import { concat, EMPTY, filter, finalize, map, NEVER, type Observable, of } from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type Repeats, type Watch } from '../../model/runs/input.ts';
import {
  type PriceFeed,
  type PricesWanted,
  type PriceSubscription,
} from '../../ports/price-feed.ts';
import { type InputOf } from '../../strategy/context.ts';
import { BarMaker, type Stretch } from '../../streams/bars.ts';
import { KeyedSubject } from '../../streams/keyed-subject.ts';
import { type PricePoint } from '../../streams/observations.ts';
import { type Scope } from '../scope.ts';

/** A price not seen for longer than this is emitted again, even unchanged: a strategy may wait for a fresh one. */
const GAP_MS = 2_000;
const MINUTE_MS = 60_000;

/** What one look at prices brought. */
interface Look {
  readonly atMs: number;
  readonly quotes: readonly Quote[];
  readonly seen: Seen;
  readonly repeats?: Repeats;
}

/** What one symbol costs, for as long as it costs that. */
interface Standing {
  quote: Quote;
  sight: Sight;
  /** As strategies have it, once one has. Its times go on while polls bring the same prices. */
  point: { -readonly [Field in keyof PricePoint]: PricePoint[Field] } | null;
  /** Minute of the run in which it was last emitted; null to emit it again in any case. */
  toldInMinute: number | null;
}

/**
 * The prices that a run has seen, by symbol.
 *
 * Emits changes, so that the number of polls does not matter. The same price is
 * emitted again by the first poll of each minute, so that every bar has a price, and after a time without polls.
 *
 * With a feed it takes what is pushed after an input by itself. While prices are followed, each push has a turn of its
 * time; else they are taken when a bar ends or a price is asked for.
 */
export class RunPrices {
  readonly #scope: Scope;
  readonly #nowMs = (): number => this.#scope.world.nowMs;
  readonly #standing = new Map<string, Standing>();
  readonly #published = new KeyedSubject<string, PricePoint>();
  readonly #makers = new Map<string, readonly BarMaker[]>();
  readonly #feed: PriceFeed | null;
  /** What is pushed after the last input; null where the next prices are an input again. */
  #wanted: PricesWanted | null = null;
  #pushes: PriceSubscription | null = null;
  /** Of the last subscription. */
  #symbols: readonly string[] = [];
  #ageMsMax = 0;

  /** `feed`: what pushes prices without an input; null where every price is one. */
  constructor(scope: Scope, feed: PriceFeed | null = null) {
    this.#scope = scope;
    this.#feed = feed;
  }

  /** Takes an input in: all its quotes are known before the first is emitted. Returns the symbols emitted. */
  observe(input: InputOf<'quotes-observed'>): readonly string[] {
    this.#catchUp();
    this.#follow(input);
    return this.#show(input).map(({ quote }) => quote.symbol);
  }

  /** When the next push comes; Infinity where the next prices are an input. */
  get nextMs(): number {
    if (this.#wanted === null) return Infinity;
    this.#pushes ??= this.#feed?.subscribe(this.#wanted) ?? null;
    return this.#pushes?.nextMs ?? Infinity;
  }

  /** Takes the next push, at its time. Returns the symbols told. */
  takePush(): readonly string[] {
    return this.#take().map(({ quote }) => quote.symbol);
  }

  /** Whether somebody wants prices as they come. */
  get isFollowed(): boolean {
    return this.#published.size > 0;
  }

  /** Takes no more of the feed before the next input: other prices are wanted. */
  endPushes(): void {
    if (this.#wanted === null) return;
    this.#catchUp();
    this.#wanted = null;
    this.#pushes = null;
  }

  /** Polls failed: the next one is emitted in any case. */
  lapse(): void {
    for (const standing of this.#standing.values()) standing.toldInMinute = null;
  }

  /** The latest price of a symbol. */
  latest(symbol: string): PricePoint | undefined {
    this.#catchUp();
    const standing = this.#standing.get(symbol);
    return standing === undefined ? undefined : pointOf(standing);
  }

  /** The latest price and all to come. */
  prices(target: Contract | string): Observable<PricePoint> {
    const symbol = symbolOf(target);
    return this.#scope.stream(`prices of ${symbol}`, {
      watches: [watchOf(target)],
      open: () => {
        const latest = this.latest(symbol);
        return concat(latest === undefined ? EMPTY : of(latest), this.#published.of(symbol));
      },
    });
  }

  /** Bars of the prices to come, each when its stretch ends. */
  bars(target: Contract | string, stretches: Observable<Stretch>): Observable<Bar> {
    const symbol = symbolOf(target);
    return this.#scope.stream('bars', {
      watches: [watchOf(target)],
      open: () => {
        this.#catchUp();
        const maker = new BarMaker();
        this.#makers.set(symbol, [...(this.#makers.get(symbol) ?? []), maker]);
        const bars = stretches.pipe(
          map((stretch) => {
            this.#catchUp();
            return maker.end(symbol, stretch);
          }),
          filter((bar) => bar !== null),
        );
        return concat(bars, NEVER).pipe(
          finalize(() => {
            this.#release(symbol, maker);
          }),
        );
      },
    });
  }

  #release(symbol: string, maker: BarMaker): void {
    const left = (this.#makers.get(symbol) ?? []).filter((other) => other !== maker);
    if (left.length === 0) this.#makers.delete(symbol);
    else this.#makers.set(symbol, left);
  }

  #follow({ atMs, quotes, seen, repeats }: Look): void {
    this.#pushes = null;
    this.#wanted = null;
    if (this.#feed === null || repeats === undefined) return;
    const { everyMs, untilMs } = repeats;
    const isSame =
      this.#symbols.length === quotes.length &&
      quotes.every(({ symbol }, place) => this.#symbols[place] === symbol);
    if (!isSame) this.#symbols = quotes.map(({ symbol }) => symbol);
    const fromMs = atMs + Math.ceil((untilMs - atMs) / everyMs) * everyMs;
    this.#ageMsMax = seen.ageMsMax;
    this.#wanted = { symbols: this.#symbols, fromMs, everyMs };
  }

  /** Takes what was pushed before now. What is pushed at this very instant comes after its timers. */
  #catchUp(): void {
    const nowMs = this.#nowMs();
    if (this.#wanted === null || this.#wanted.fromMs >= nowMs) return;
    while (this.nextMs < nowMs) this.#take();
  }

  #take(): readonly Standing[] {
    const pushes = this.#pushes;
    if (pushes === null) return [];
    const { atMs, quotes, repeats } = pushes.take();
    const seen = { observedAtMs: atMs, ageMsMax: this.#ageMsMax };
    return this.#show({ atMs, quotes, seen, repeats });
  }

  #show(look: Look): readonly Standing[] {
    const sight = new Sight(look, this.#nowMs);
    const minute = Math.floor(look.atMs / MINUTE_MS);
    const told: Standing[] = [];
    for (const quote of look.quotes) {
      const standing = this.#taken(quote, sight, look.atMs);
      if (standing.toldInMinute === minute) continue;
      standing.toldInMinute = minute;
      told.push(standing);
    }
    for (const standing of told) this.#tell(standing);
    return told;
  }

  #tell(standing: Standing): void {
    const { symbol, lastPaise } = standing.quote;
    for (const maker of this.#makers.get(symbol) ?? []) maker.add(lastPaise);
    if (this.#published.has(symbol)) this.#published.publish(symbol, pointOf(standing));
  }

  #taken(quote: Quote, sight: Sight, atMs: number): Standing {
    const held = this.#standing.get(quote.symbol);
    if (held === undefined || !isSamePrice(held.quote, quote)) {
      const standing = { quote, sight, point: null, toldInMinute: null };
      this.#standing.set(quote.symbol, standing);
      return standing;
    }
    if (atMs - held.sight.observedAtMs > GAP_MS) held.toldInMinute = null;
    held.quote = quote;
    held.sight = sight;
    if (held.point !== null) {
      held.point.atMs = quote.atMs;
      held.point.seen = sight.shown;
    }
    return held;
  }
}

function pointOf(standing: Standing): PricePoint {
  const { symbol, bidPaise, askPaise, lastPaise, atMs } = standing.quote;
  const seen = standing.sight.shown;
  standing.point ??= { symbol, bidPaise, askPaise, lastPaise, atMs, seen };
  return standing.point;
}

function isSamePrice(left: Quote, right: Quote): boolean {
  return (
    left.lastPaise === right.lastPaise &&
    left.bidPaise === right.bidPaise &&
    left.askPaise === right.askPaise
  );
}

function watchOf(target: Contract | string): Watch {
  return typeof target === 'string'
    ? { kind: 'index', underlying: target }
    : { kind: 'contract', contract: target };
}

function symbolOf(target: Contract | string): string {
  return typeof target === 'string' ? target : target.symbol;
}

/** What one poll brought, and when it was last seen: by that poll, or by the latest of those that bring the same. */
export class Sight {
  readonly #seen: Seen;
  readonly #repeats: Repeats | undefined;
  readonly #nowMs: () => number;
  #shown: Seen | null = null;

  constructor(
    { seen, repeats }: { readonly seen: Seen; readonly repeats?: Repeats },
    nowMs: () => number,
  ) {
    this.#seen = seen;
    this.#repeats = repeats;
    this.#nowMs = nowMs;
  }

  /** When the last poll was that brought it, as of now. */
  get observedAtMs(): number {
    const { observedAtMs } = this.#seen;
    if (this.#repeats === undefined) return observedAtMs;
    const { everyMs, untilMs } = this.#repeats;
    const polls = Math.ceil((Math.min(this.#nowMs(), untilMs) - observedAtMs) / everyMs) - 1;
    return polls > 0 ? observedAtMs + polls * everyMs : observedAtMs;
  }

  /** As strategies see it: whoever reads it later learns of a later poll. */
  get shown(): Seen {
    this.#shown ??= this.#repeats === undefined ? this.#seen : this.#living();
    return this.#shown;
  }

  #living(): Seen {
    const observedAtMs = (): number => this.observedAtMs;
    return {
      get observedAtMs() {
        return observedAtMs();
      },
      ageMsMax: this.#seen.ageMsMax,
    };
  }
}
