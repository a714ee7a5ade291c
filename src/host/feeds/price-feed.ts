import { concat, EMPTY, filter, finalize, map, NEVER, type Observable, of } from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type Repeats, type Watch } from '../../model/runs/input.ts';
import { type InputOf } from '../../strategy/context.ts';
import { BarMaker, type Stretch } from '../../streams/bars.ts';
import { KeyedSubject } from '../../streams/keyed-subject.ts';
import { type PricePoint } from '../../streams/observations.ts';
import { type Scope } from '../scope.ts';
import { type Look, PricesAhead } from './prices-ahead.ts';

/** A price that was not seen for longer than this is told anew, though it is the same: somebody may wait for a fresh one. */
const GAP_MS = 2_000;
const MINUTE_MS = 60_000;

/** What one symbol costs, for as long as it costs that. */
interface Standing {
  quote: Quote;
  sight: Sight;
  /** As strategies have it, once one has. Its times go on while polls bring the same prices. */
  point: { -readonly [Field in keyof PricePoint]: PricePoint[Field] } | null;
  /** Minute of the run in which it was told last; null when it is to be told again in any case. */
  toldInMinute: number | null;
}

/**
 * The prices that a run has seen, by symbol.
 *
 * Told is what differs from what was told before, so that it does not matter how often somebody looked. The same is
 * told again by the first poll of each minute, so that every bar has a price, and after a time without polls.
 *
 * Prices that are known beforehand, and that nobody looks at but makers of bars, are taken in when a bar ends or somebody
 * asks: as if each had come when its poll would have been made.
 */
export class PriceFeed {
  readonly #scope: Scope;
  readonly #nowMs = (): number => this.#scope.world.nowMs;
  readonly #standing = new Map<string, Standing>();
  readonly #published = new KeyedSubject<string, PricePoint>();
  readonly #makers = new Map<string, readonly BarMaker[]>();
  #ahead: PricesAhead | null = null;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Takes an input in: all its quotes are known before the first is told to anyone. Returns the symbols told. */
  observe(input: InputOf<'quotes-observed'>): readonly string[] {
    this.#catchUp();
    const { ahead } = input;
    this.#ahead = ahead === undefined ? null : new PricesAhead(ahead, input);
    return this.#show(input).map(({ quote }) => quote.symbol);
  }

  /** When the next price to come is; Infinity when none is known. */
  get nextMs(): number {
    return this.#ahead?.nextMs ?? Infinity;
  }

  /** Whether somebody wants prices as they come. */
  get isFollowed(): boolean {
    return this.#published.size > 0;
  }

  /** What was to come comes no more. */
  forgetAhead(): void {
    if (this.#ahead === null) return;
    this.#catchUp();
    this.#ahead = null;
  }

  /** Polls failed: what the next one brings is told in any case. */
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

  /** Takes in what was to come before now. What comes at this very instant is an input after the timers of the instant. */
  #catchUp(): void {
    const ahead = this.#ahead;
    if (ahead === null) return;
    const nowMs = this.#nowMs();
    while (ahead.nextMs < nowMs) this.#show(ahead.take());
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
