import { type PriceBand, touchOrLastPaise } from '../engine/judging/order-terms.ts';
import { type Quote } from '../model/market/quote.ts';
import { type KnownPrices } from '../ports/price-feed.ts';

/** Goes ahead of a subscription, to the next push in which a price leaves its band. */
export class BandedPrices {
  readonly #pushes: KnownPrices;
  readonly #bands: readonly PriceBand[];
  /** The last push that left a band. */
  #leftAtMs = -Infinity;

  /** `pushes`: of the prices that have bands, at instants at which the subscription has a push as well. */
  constructor(pushes: KnownPrices, bands: readonly PriceBand[]) {
    this.#pushes = pushes;
    this.#bands = bands;
  }

  /** When a price first leaves its band at an instant or later; Infinity when none does any more. */
  nextMs(fromMs: number): number {
    const pushes = this.#pushes;
    while (this.#leftAtMs < fromMs && pushes.nextMs !== Infinity) {
      const { atMs, quotes } = pushes.take();
      if (atMs >= fromMs && leaves(this.#bands, quotes)) this.#leftAtMs = atMs;
    }
    return this.#leftAtMs < fromMs ? Infinity : this.#leftAtMs;
  }
}

function leaves(bands: readonly PriceBand[], quotes: readonly Quote[]): boolean {
  for (const { symbol, side, fromPaise, toPaise } of bands) {
    const quote = quotes.find((each) => each.symbol === symbol) ?? null;
    const pricePaise = touchOrLastPaise({ side, quote });
    if (pricePaise !== null && (pricePaise < fromPaise || pricePaise > toPaise)) return true;
  }
  return false;
}
