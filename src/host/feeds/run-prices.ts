import { type Observable, type Subscriber, type TeardownLogic } from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type Repeats, type Watch } from '../../model/runs/input.ts';
import {
  type KnownPriceFeed,
  type PricesWanted,
  type KnownPrices,
} from '../../ports/price-feed.ts';
import { type InputOf } from '../../strategy/context.ts';
import { BarMaker } from '../../streams/bars.ts';
import { KeyedSubject } from '../../streams/keyed-subject.ts';
import { type PricePoint } from '../../streams/observations.ts';
import { type Scope } from '../scope.ts';
import { type Stretches } from './time-streams.ts';

/** A price not seen for longer than this is emitted again, even unchanged: a strategy may wait for a fresh one. */
const GAP_MS = 2_000;
const MINUTE_MS = 60_000;
const NO_MAKERS: readonly BarMaker[] = [];

/** What one look at prices brought. */
interface Look {
  readonly atMs: number;
  readonly quotes: readonly Quote[];
}

/** What one symbol costs. */
interface Standing {
  readonly symbol: string;
  quote: Quote;
  sight: Sight;
  /** As strategies have it, once one has. Its times go on while polls bring the same prices. */
  point: { -readonly [Field in keyof PricePoint]: PricePoint[Field] } | null;
  /** Minute of the run in which it was last emitted; null to emit it again in any case. */
  emittedInMinute: number | null;
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
  readonly #standing = new Map<string, Standing>();
  readonly #published = new KeyedSubject<string, PricePoint>();
  readonly #makers = new Map<string, readonly BarMaker[]>();
  readonly #feed: KnownPriceFeed | null;
  // Never emptied, only counted: an emptied array allocates 17 places for the next price.
  /** Sights that a strategy has, and that polls to come make younger. */
  readonly #growing: Sight[] = [];
  #growingCount = 0;
  /** What the last look emitted. */
  readonly #emitted: Standing[] = [];
  #emittedCount = 0;
  /** What is pushed after the last input; null where the next prices are an input again. */
  #wanted: PricesWanted | null = null;
  #pushes: KnownPrices | null = null;
  /** Of the last subscription. */
  #symbols: readonly string[] = [];
  readonly #noteInBars = (lastPaise: number, symbol = this.#symbols[0] ?? ''): void => {
    for (const maker of this.#makers.get(symbol) ?? NO_MAKERS) maker.add(lastPaise);
  };
  #ageMsMax = 0;

  /** `feed`: what pushes prices without an input; null where every price is one. */
  constructor(scope: Scope, feed: KnownPriceFeed | null = null) {
    this.#scope = scope;
    this.#feed = feed;
    // As in `StrategyRun`: a function written right into the property would outlive the run.
    const whenMoved = (): void => {
      this.#growYounger();
    };
    scope.world.whenMoved = whenMoved;
  }

  /** Takes an input in: all its quotes are known before the first is emitted. */
  observe(input: InputOf<'quotes-observed'>): void {
    this.#catchUp();
    this.#follow(input);
    this.#show(input, new Sight(input.seen, input.repeats));
  }

  /** When the next push comes; Infinity where the next prices are an input. */
  get nextMs(): number {
    if (this.#wanted === null) return Infinity;
    this.#pushes ??= this.#feed?.subscribe(this.#wanted) ?? null;
    return this.#pushes?.nextMs ?? Infinity;
  }

  /** Takes the next push, at its time. */
  takePush(): void {
    const pushes = this.#pushes;
    if (pushes === null) return;
    const push = pushes.take();
    const seen = { observedAtMs: push.atMs, ageMsMax: this.#ageMsMax };
    this.#show(push, new Sight(seen, push.repeats));
  }

  /** Whether the last look emitted the price of one of these. */
  hasEmitted(isMeant: (symbol: string) => boolean): boolean {
    for (let place = 0; place < this.#emittedCount; place += 1) {
      const standing = this.#emitted[place];
      if (standing !== undefined && isMeant(standing.symbol)) return true;
    }
    return false;
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
    for (const standing of this.#standing.values()) standing.emittedInMinute = null;
  }

  /** The latest price of a symbol. */
  latest(symbol: string): PricePoint | undefined {
    this.#catchUp();
    const standing = this.#standing.get(symbol);
    return standing === undefined ? undefined : this.#pointOf(standing);
  }

  /** The latest price and all to come. */
  prices(target: Contract | string): Observable<PricePoint> {
    const symbol = symbolOf(target);
    const open = (subscriber: Subscriber<PricePoint>): TeardownLogic => {
      const latest = this.latest(symbol);
      if (latest !== undefined) subscriber.next(latest);
      return subscriber.closed ? undefined : this.#published.add(symbol, subscriber);
    };
    return this.#scope.stream(`prices of ${symbol}`, open, [watchOf(target)]);
  }

  /** Bars of the prices to come, each when its stretch ends. */
  bars(target: Contract | string, stretches: Stretches): Observable<Bar> {
    const symbol = symbolOf(target);
    const open = (subscriber: Subscriber<Bar>): TeardownLogic => {
      this.#catchUp();
      const maker = new BarMaker();
      this.#makers.set(symbol, [...(this.#makers.get(symbol) ?? []), maker]);
      const stop = stretches((stretch) => {
        this.#catchUp();
        const bar = maker.end(symbol, stretch);
        if (bar !== null) subscriber.next(bar);
      });
      return () => {
        stop();
        this.#release(symbol, maker);
      };
    };
    return this.#scope.stream('bars', open, [watchOf(target)]);
  }

  #release(symbol: string, maker: BarMaker): void {
    const left = (this.#makers.get(symbol) ?? []).filter((other) => other !== maker);
    if (left.length === 0) this.#makers.delete(symbol);
    else this.#makers.set(symbol, left);
  }

  #follow({ atMs, quotes, seen, repeats }: InputOf<'quotes-observed'>): void {
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
    const nowMs = this.#nowMs;
    if (this.#wanted === null || this.#wanted.fromMs >= nowMs) return;
    while (this.nextMs < nowMs) {
      if (this.#isUnseen()) this.#pushes?.passOver(nowMs, this.#noteInBars);
      this.takePush();
    }
  }

  /** Whether prices to come go into bars alone: no one follows any, or has one that the next would make younger or replace. */
  #isUnseen(): boolean {
    if (this.isFollowed || this.#symbols.length !== 1) return false;
    return this.#standing.get(this.#symbols[0] ?? '')?.point === null;
  }

  #show({ atMs, quotes }: Look, sight: Sight): void {
    const minute = Math.floor(atMs / MINUTE_MS);
    const emitted = this.#emitted;
    let count = 0;
    for (const quote of quotes) {
      const standing = this.#taken(quote, sight, atMs);
      if (standing.emittedInMinute === minute) continue;
      standing.emittedInMinute = minute;
      emitted[count] = standing;
      count += 1;
    }
    this.#emittedCount = count;
    for (let place = 0; place < count; place += 1) {
      const standing = emitted[place];
      if (standing !== undefined) this.#tell(standing);
    }
  }

  #tell(standing: Standing): void {
    const { symbol } = standing;
    this.#noteInBars(standing.quote.lastPaise, symbol);
    if (this.#published.has(symbol)) this.#published.publish(symbol, this.#pointOf(standing));
  }

  #taken(quote: Quote, sight: Sight, atMs: number): Standing {
    const held = this.#standing.get(quote.symbol);
    if (held === undefined) {
      const standing = { symbol: quote.symbol, quote, sight, point: null, emittedInMinute: null };
      this.#standing.set(quote.symbol, standing);
      return standing;
    }
    if (!isSamePrice(held.quote, quote)) {
      held.point = null;
      held.emittedInMinute = null;
    } else if (atMs - held.sight.observedAtMs(this.#nowMs) > GAP_MS) held.emittedInMinute = null;
    held.quote = quote;
    held.sight = sight;
    if (held.point !== null) {
      held.point.atMs = quote.atMs;
      held.point.seen = this.#shown(sight);
    }
    return held;
  }

  #pointOf(standing: Standing): PricePoint {
    if (standing.point !== null) return standing.point;
    const { symbol, bidPaise, askPaise, lastPaise, atMs } = standing.quote;
    const seen = this.#shown(standing.sight);
    standing.point = { symbol, bidPaise, askPaise, lastPaise, atMs, seen };
    return standing.point;
  }

  #shown(sight: Sight): Seen {
    const isNew = !sight.isShown;
    const shown = sight.shown(this.#nowMs);
    if (!isNew || !sight.mayGrow) return shown;
    this.#growing[this.#growingCount] = sight;
    this.#growingCount += 1;
    return shown;
  }

  /** Whoever reads later when a price was seen learns of the polls since. */
  #growYounger(): void {
    const [growing, nowMs] = [this.#growing, this.#nowMs];
    let left = 0;
    for (let place = 0; place < this.#growingCount; place += 1) {
      const sight = growing[place];
      if (sight?.grow(nowMs) !== true) continue;
      growing[left] = sight;
      left += 1;
    }
    this.#growingCount = left;
  }

  get #nowMs(): number {
    return this.#scope.world.nowMs;
  }
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

/** When one poll brought prices, and the latest of those after it that bring the same. */
export class Sight {
  readonly #seen: Seen;
  readonly #repeats: Repeats | undefined;
  #shown: { -readonly [Field in keyof Seen]: Seen[Field] } | null = null;

  constructor(seen: Seen, repeats?: Repeats) {
    this.#seen = seen;
    this.#repeats = repeats;
  }

  /** Whether polls to come may bring the same. */
  get mayGrow(): boolean {
    return this.#repeats !== undefined;
  }

  /** Whether a strategy has it. */
  get isShown(): boolean {
    return this.#shown !== null;
  }

  /** When the last poll was that brought it, as of an instant. */
  observedAtMs(nowMs: number): number {
    const { observedAtMs } = this.#seen;
    if (this.#repeats === undefined) return observedAtMs;
    const { everyMs, untilMs } = this.#repeats;
    const polls = Math.ceil((Math.min(nowMs, untilMs) - observedAtMs) / everyMs) - 1;
    return polls > 0 ? observedAtMs + polls * everyMs : observedAtMs;
  }

  /** As strategies see it: always the same object, which `grow` makes younger. */
  shown(nowMs: number): Seen {
    if (this.#repeats === undefined) return this.#seen;
    this.#shown ??= { observedAtMs: this.observedAtMs(nowMs), ageMsMax: this.#seen.ageMsMax };
    return this.#shown;
  }

  /** Makes what strategies see as young as it is at an instant. Returns whether it may grow younger still. */
  grow(nowMs: number): boolean {
    if (this.#shown !== null) this.#shown.observedAtMs = this.observedAtMs(nowMs);
    return nowMs < (this.#repeats?.untilMs ?? -Infinity);
  }
}
