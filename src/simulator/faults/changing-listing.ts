import { hash32 } from '../../base/random.ts';
import { type Listing } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Clock } from '../../ports/clock.ts';
import { type Mischief } from './mischief-plan.ts';
import { mix32 } from './mix.ts';

interface Altered {
  readonly from: readonly Contract[];
  readonly contracts: readonly Contract[];
}

/** A listing that changes for a part of the day (F29). */
export class ChangingListing implements Listing {
  readonly #listing: Listing;
  readonly #clock: Clock;
  readonly #altered = new Map<string, Altered>();
  #change: Mischief | null = null;

  constructor(listing: Listing, clock: Clock) {
    this.#listing = listing;
    this.#clock = clock;
  }

  get underlyings(): readonly string[] {
    return this.#listing.underlyings;
  }

  /** Applies a change from now on for its duration, in place of the current one. */
  change(mischief: Mischief): void {
    this.#change = mischief;
    this.#altered.clear();
  }

  readonly contracts = (underlying: string, date: string): readonly Contract[] => {
    const contracts = this.#listing.contracts(underlying, date);
    const change = this.#change;
    if (change === null || this.#clock.nowMs() >= change.atMs + change.afterMs) return contracts;
    const known = this.#altered.get(underlying);
    // Readers compare the list's identity.
    if (known?.from === contracts) return known.contracts;
    const altered = alter(contracts, change);
    this.#altered.set(underlying, { from: contracts, contracts: altered });
    return altered;
  };
}

function alter(contracts: readonly Contract[], { variant, draw }: Mischief): readonly Contract[] {
  if (variant === 'all-missing') return [];
  if (variant === 'some-missing') {
    return contracts.filter(({ symbol }) => (mix32(draw, hash32(symbol)) & 3) !== 0);
  }
  return contracts.map((contract) => ({ ...contract, lotSizeUnits: contract.lotSizeUnits * 2 }));
}
