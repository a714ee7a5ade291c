import { type Observable, type Subscriber } from 'rxjs';

import { type Contract } from '../../model/market/contract.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { alert } from '../../strategy/commands.ts';
import { type InputOf } from '../../strategy/context.ts';
import { type Chain, type ChainOptions } from '../../streams/chain.ts';
import { createChain, type FarOff } from '../../streams/create-chain.ts';
import { KeyedSubject } from '../../streams/keyed-subject.ts';
import {
  createOptionLadder,
  type OptionLadder,
  resolveExpiry,
} from '../../streams/option-ladder.ts';
import { type PricePoint } from '../../streams/observations.ts';
import { currentWorld } from '../current-world.ts';
import { type Scope } from '../scope.ts';
import { type RunPrices } from './run-prices.ts';

/** What is known of the contracts of one underlying. The rest is worked out when first asked for. */
interface Listing {
  readonly contracts: readonly Contract[];
  ladder: OptionLadder | null;
  byId: ReadonlyMap<string, Contract> | null;
  symbols: ReadonlySet<string> | null;
}

/** The option chains of a run, made of the contracts and prices that it has seen. */
export class ChainFeed {
  readonly #scope: Scope;
  readonly #prices: RunPrices;
  readonly #date: IstDate;
  readonly #listings = new Map<string, Listing>();
  readonly #changed = new KeyedSubject<string, null>();
  /** What was asked for and found far off. */
  readonly #farOff = new Set<string>();
  // Made once: a chain is made of every price.
  readonly #quote = (symbol: string): PricePoint | undefined => this.#prices.latest(symbol);
  readonly #onFarOff = (farOff: FarOff): void => {
    this.#tellFarOff(farOff);
  };

  constructor(scope: Scope, prices: RunPrices, date: IstDate) {
    this.#scope = scope;
    this.#prices = prices;
    this.#date = date;
  }

  /** Whether somebody wants chains as they change. */
  get isFollowed(): boolean {
    return this.#changed.size > 0;
  }

  /** Takes a listing in. */
  observeContracts({ underlying, contracts }: InputOf<'contracts-observed'>): void {
    if (this.#listings.get(underlying)?.contracts !== contracts) {
      this.#listings.set(underlying, { contracts, ladder: null, byId: null, symbols: null });
    }
    this.#changed.publish(underlying, null);
  }

  /** Emits the chains whose prices the last look emitted. */
  observeQuotes(): void {
    for (const underlying of this.#changed.keys) {
      const isConcerned = this.#prices.hasEmitted(
        (symbol) => symbol === underlying || this.#symbols(underlying).has(symbol),
      );
      if (isConcerned) this.#changed.publish(underlying, null);
    }
  }

  /** A contract that some listing held, by its id. */
  contract(underlying: string, instrumentId: string): Contract | undefined {
    const listing = this.#listings.get(underlying);
    if (listing === undefined) return undefined;
    listing.byId ??= new Map(listing.contracts.map((item) => [item.instrumentId, item]));
    return listing.byId.get(instrumentId);
  }

  /** The chain as it stands, and again with each change. */
  chain(underlying: string, options: ChainOptions = {}): Observable<Chain> {
    const open = (subscriber: Subscriber<Chain>): void => {
      const quotes = new QuotesWatch(this.#scope, underlying, options.quotedStrikes ?? 0);
      subscriber.add(() => {
        quotes.release();
      });
      const error = (cause: unknown): void => {
        subscriber.error(cause);
      };
      const next = (): void => {
        try {
          const chain = this.#now(underlying, options, quotes);
          if (chain !== null) subscriber.next(chain);
        } catch (cause) {
          error(cause);
        }
      };
      next();
      if (!subscriber.closed) {
        subscriber.add(this.#changed.of(underlying).subscribe({ next, error }));
      }
    };
    return this.#scope.stream(`chain('${underlying}')`, open, [
      { kind: 'contracts', underlying },
      { kind: 'index', underlying },
    ]);
  }

  #now(underlying: string, options: ChainOptions, quotes: QuotesWatch): Chain | null {
    const listing = this.#listings.get(underlying);
    if (listing === undefined) return null;
    listing.ladder ??= createOptionLadder(underlying, listing.contracts, this.#date);
    const expiry = resolveExpiry(listing.ladder, options.expiry ?? 'weekly');
    if (expiry === null) return null;
    quotes.want(expiry);
    const index = this.#prices.latest(underlying);
    if (index === undefined) return null;
    return createChain({
      underlying,
      expiry,
      strikes: listing.ladder.strikes(expiry),
      futures: listing.ladder.futures,
      index,
      quotedStrikes: options.quotedStrikes ?? 0,
      quote: this.#quote,
      onFarOff: this.#onFarOff,
    });
  }

  /** Once for each that was asked for: a strategy may ask at every price. What is asked outside of a turn is no decision of the run. */
  #tellFarOff({ contract, asked, found }: FarOff): void {
    const { symbol, underlying, expiry, optionType } = contract;
    const wanted = `${String(optionType)} of ${underlying} ${expiry} with ${asked}`;
    if (this.#farOff.has(wanted) || currentWorld() !== this.#scope.world) return;
    this.#farOff.add(wanted);
    const message = `Chose far off: asked for ${wanted}, took ${symbol} with ${found}, the outermost strike that has a quote`;
    const next =
      'choose by steps or strike, or quote more strikes (in a module: chain with a larger quotedStrikes)';
    this.#scope.say(alert('warning', `${message}; next: ${next}`));
  }

  #symbols(underlying: string): ReadonlySet<string> {
    const listing = this.#listings.get(underlying);
    if (listing === undefined) return new Set();
    listing.symbols ??= new Set(listing.contracts.map(({ symbol }) => symbol));
    return listing.symbols;
  }
}

/** Keeps the quotes of one expiry watched, once it is known which expiry that is. */
class QuotesWatch {
  readonly #scope: Scope;
  readonly #underlying: string;
  readonly #strikesEachSide: number;
  #held: { readonly expiry: IstDate; readonly release: () => void } | null = null;

  constructor(scope: Scope, underlying: string, strikesEachSide: number) {
    this.#scope = scope;
    this.#underlying = underlying;
    this.#strikesEachSide = strikesEachSide;
  }

  want(expiry: IstDate): void {
    if (this.#strikesEachSide < 1 || this.#held?.expiry === expiry) return;
    this.release();
    const release = this.#scope.watch({
      kind: 'chain',
      underlying: this.#underlying,
      expiry,
      strikesEachSide: this.#strikesEachSide,
    });
    this.#held = { expiry, release };
  }

  release(): void {
    this.#held?.release();
    this.#held = null;
  }
}
