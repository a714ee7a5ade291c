import { type Observable } from 'rxjs';

import { type Json } from '../../base/json.ts';
import { type Bar } from '../../model/market/bar.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type CarriedPosition } from '../../model/orders/carried-over.ts';
import { type Input } from '../../model/runs/input.ts';
import { type RunHeader } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type KnownPriceFeed } from '../../ports/price-feed.ts';
import { type InputOf, type Source, type StrategyContext } from '../../strategy/context.ts';
import { InvalidStrategy, type Strategy } from '../../strategy/define-strategy.ts';
import { KeyedSubject } from '../../streams/keyed-subject.ts';
import { type History } from '../../streams/warmup.ts';
import { type RunStore } from '../run-store.ts';
import { type Scope } from '../scope.ts';
import { ChainFeed } from './chain-feed.ts';
import { OrderFeed } from './order-feed.ts';
import { RunPrices } from './run-prices.ts';
import { TimeStreams } from './time-streams.ts';
import { WarmBars } from './warm-bars.ts';

/** What the streams of a run are made for. */
export interface RunFeedsOptions {
  readonly strategy: Strategy;
  readonly params: unknown;
  readonly header: RunHeader;
  readonly day: CalendarDay;
  readonly scope: Scope;
  readonly store: RunStore;
  readonly carried: readonly CarriedPosition[];
  /** Bars of earlier days at once; null where the price source is asked. */
  readonly history: History | null;
  /** What pushes prices; null where every price is an input. */
  readonly prices: KnownPriceFeed | null;
}

/** Turns the inputs of a run into the streams of its context. */
export class RunFeeds {
  readonly orders: OrderFeed;
  readonly #options: RunFeedsOptions;
  readonly #prices: RunPrices;
  readonly #chains: ChainFeed;
  readonly #times: TimeStreams;
  readonly #warm: WarmBars;
  readonly #others = new KeyedSubject<Input['kind'], Input>();
  readonly #values = new KeyedSubject<string, Json>();

  constructor(options: RunFeedsOptions) {
    const { scope, header, day } = options;
    this.#options = options;
    this.#prices = new RunPrices(scope, options.prices);
    this.#chains = new ChainFeed(scope, this.#prices, header.date);
    this.#times = new TimeStreams(scope, day);
    this.#warm = new WarmBars(scope, options.history);
    this.orders = new OrderFeed(
      (underlying, id) => this.#chains.contract(underlying, id),
      options.carried,
    );
  }

  /** Hands an input to the streams that it concerns. */
  publish(input: Input): void {
    if (input.kind === 'orders-observed') this.orders.observe(input);
    else if (input.kind === 'contracts-observed') this.#chains.observeContracts(input);
    else if (input.kind === 'quotes-observed') {
      this.#prices.observe(input);
      this.#chains.observeQuotes();
    } else if (input.kind === 'history-observed') this.#warm.observe(input);
    else this.#publishOther(input);
  }

  /** When the next push comes that is followed; null when none is. */
  nextPriceMs(): number | null {
    if (!this.#prices.isFollowed && !this.#chains.isFollowed) return null;
    const { nextMs } = this.#prices;
    return nextMs === Infinity ? null : nextMs;
  }

  /** Takes the next push, at its time. */
  takePush(): void {
    this.#prices.takePush();
    if (this.#chains.isFollowed) this.#chains.observeQuotes();
  }

  /** Other prices are wanted than those that are pushed. */
  endPushes(): void {
    this.#prices.endPushes();
  }

  /** What the strategy gets to see. */
  context(): StrategyContext<unknown> {
    const { scope, params, header } = this.#options;
    const times = this.#times;
    return Object.freeze({
      params,
      run: header,
      at: (time, options) => times.at(time, options?.late),
      after: (delayMs, options) => times.after(delayMs, options?.late),
      every: (everyMs, limits) => times.every(everyMs, limits),
      cron: (expression) => times.cron(expression),
      session: this.#kind('session-edge'),
      orders: scope.of('orders', this.orders.orders),
      fills: scope.of('fills', this.orders.fills),
      positions: scope.of('positions', this.orders.positions),
      chain: (underlying, options) => this.#chains.chain(underlying, options),
      prices: (target) => this.#prices.prices(target),
      bars: (target, minutes, wants) => this.#bars(target, minutes, wants?.warmup),
      warmups: this.#warm.warmups,
      pollFailures: this.#kind('poll-failed'),
      refusals: this.#kind('command-refused'),
      customPositions: this.#kind('position-changed'),
      signals: this.#kind('signal-answered'),
      answers: this.#kind('question-answered'),
      from: (source) => this.#source(source),
      store: Object.freeze(this.#store()),
    });
  }

  #bars(target: Contract | string, minutes: number, warmup?: number): Observable<Bar> {
    const bars = this.#prices.bars(target, this.#times.stretches(minutes));
    if (warmup === undefined) return bars;
    const isIndex = typeof target === 'string';
    const symbol = isIndex ? target : target.symbol;
    const brokenEndMs = (atMs: number): number | null => this.#times.brokenEndMs(minutes, atMs);
    return this.#warm.before({ symbol, isIndex, minutes, bars: warmup, brokenEndMs }, bars);
  }

  #publishOther(input: Input): void {
    if (input.kind === 'poll-failed' && input.subject === 'quotes') this.#prices.lapse();
    if (input.kind === 'source-value') this.#values.publish(input.source, input.value);
    else this.#others.publish(input.kind, input);
  }

  #kind<Kind extends Input['kind']>(kind: Kind): Observable<InputOf<Kind>> {
    return this.#options.scope.stream<InputOf<Kind>>(kind, (subscriber) =>
      this.#others.add(kind, subscriber),
    );
  }

  #source<Value extends Json>(source: Source<Value>): Observable<Value> {
    const { strategy, scope } = this.#options;
    const declared = strategy.sources.map(({ name }) => name);
    if (!declared.includes(source.name)) {
      throw new InvalidStrategy(
        `Cannot read the source "${source.name}": strategy "${strategy.name}" declares ${declared.length === 0 ? 'none' : declared.join(', ')} in sources`,
      );
    }
    return scope.stream<Value>(`source "${source.name}"`, (subscriber) =>
      // The runtime recorded what this very source brought.
      this.#values.add(source.name, subscriber),
    );
  }

  #store(): StrategyContext<unknown>['store'] {
    const { scope, store } = this.#options;
    return {
      get: (key) => store.get(key),
      set: (key, value) => {
        if (scope.isInTurn(`The strategy called store.set("${key}")`)) store.set(key, value);
      },
    };
  }
}
