import { matchAtTouch, reachesTrigger, touchPaise } from '../../exchange/fills/match-at-touch.ts';
import { type FillAssumption } from '../../exchange/fills/fill-assumption.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type OrderTerms, type Side } from '../../model/orders/order.ts';

/** A fill by the paper rules. */
export interface PaperFill {
  /** A unit's. */
  readonly pricePaise: number;
  readonly assumption: FillAssumption;
  readonly atMs: number;
}

/**
 * A live order as the paper rules treat it: it fills whole, at the best price of the other side when it meets it, or at its own
 * limit once it has stood. It is a copy for comparison, and in no book.
 *
 * States: waiting for its trigger, active, filled, withdrawn.
 */
export class PaperTwin {
  readonly #side: Side;
  #terms: OrderTerms;
  #isTriggered: boolean;
  #hasRested = false;
  #isWithdrawn = false;
  #fill: PaperFill | null = null;

  constructor({ side, terms }: { readonly side: Side; readonly terms: OrderTerms }) {
    this.#side = side;
    this.#terms = terms;
    this.#isTriggered = terms.kind !== 'stop';
  }

  get fill(): PaperFill | null {
    return this.#fill;
  }

  /** Whether prices can still change it. */
  get isOpen(): boolean {
    return this.#fill === null && !this.#isWithdrawn;
  }

  /** Takes other terms, as an order that has just come. */
  modify(terms: OrderTerms): void {
    this.#terms = terms;
    this.#isTriggered = terms.kind !== 'stop';
    this.#hasRested = false;
  }

  /** It was cancelled or rejected. */
  withdraw(): void {
    this.#isWithdrawn = true;
  }

  /** Meets a quote. */
  meet(quote: Quote, atMs: number): void {
    if (!this.isOpen) return;
    this.#isTriggered ||= reachesTrigger(this.#terms, this.#side, quote.lastPaise);
    if (!this.#isTriggered) return;
    const limitPaise = this.#limitPaise(quote);
    const standing = { hasRested: this.#hasRested, order: { side: this.#side } };
    const match =
      limitPaise === null ? null : matchAtTouch(standing, limitPaise, { quote, queue: 'nobody' });
    if (match === null) this.#hasRested = true;
    else this.#fill = { pricePaise: match.pricePaise, assumption: match.assumption, atMs };
  }

  /** Null for a market order without another side: nothing is there to fill it. */
  #limitPaise(quote: Quote): number | null {
    const terms = this.#terms;
    if (terms.kind === 'limit') return terms.pricePaise;
    return terms.kind === 'stop' ? terms.limitPricePaise : touchPaise(this.#side, quote);
  }
}
