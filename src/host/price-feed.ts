import { concat, EMPTY, type Observable, of } from 'rxjs';

import { type Contract } from '../model/contract.ts';
import { type InputOf } from '../strategy/context.ts';
import { KeyedSubject } from '../streams/keyed-subject.ts';
import { type PricePoint } from '../streams/price-point.ts';
import { type Scope } from './scope.ts';

/** The prices that a run has seen, by symbol. */
export class PriceFeed {
  readonly #scope: Scope;
  readonly #latest = new Map<string, PricePoint>();
  readonly #published = new KeyedSubject<string, PricePoint>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Takes an input in: all its quotes are known before the first is told to anyone. */
  observe({ quotes, seen }: InputOf<'quotes-observed'>): void {
    const points = quotes.map((quote): PricePoint => ({ ...quote, seen }));
    for (const point of points) this.#latest.set(point.symbol, point);
    for (const point of points) this.#published.publish(point.symbol, point);
  }

  /** The latest price of a symbol. */
  latest(symbol: string): PricePoint | undefined {
    return this.#latest.get(symbol);
  }

  /** The latest price and all to come. */
  prices(target: Contract | string): Observable<PricePoint> {
    const symbol = symbolOf(target);
    return this.#watched(target, () => {
      const latest = this.#latest.get(symbol);
      return concat(latest === undefined ? EMPTY : of(latest), this.#published.of(symbol));
    });
  }

  /** Only prices to come. */
  comingPrices(target: Contract | string): Observable<PricePoint> {
    return this.#watched(target, () => this.#published.of(symbolOf(target)));
  }

  #watched(target: Contract | string, open: () => Observable<PricePoint>): Observable<PricePoint> {
    const watch =
      typeof target === 'string'
        ? ({ kind: 'index', underlying: target } as const)
        : ({ kind: 'contract', contract: target } as const);
    return this.#scope.stream(`prices of ${symbolOf(target)}`, { watches: [watch], open });
  }
}

function symbolOf(target: Contract | string): string {
  return typeof target === 'string' ? target : target.symbol;
}
