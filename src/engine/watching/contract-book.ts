import { Lookup } from '../../base/lookup.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Seen } from '../../model/orders/order.ts';

/** Contracts of an underlying as last observed. */
export interface ContractsSeen {
  readonly contracts: readonly Contract[];
  readonly seen: Seen;
}

/** The options of an expiry by ascending strike, those of one strike together. */
type Strikes = readonly (readonly Contract[])[];

/** What was last taken out of the strikes of a chain. */
interface Around {
  readonly strikes: Strikes;
  readonly nearest: number;
  readonly options: readonly Contract[];
}

/** The listed contracts by underlying, and their options by expiry and strike. */
export class ContractBook {
  readonly #seen = new Map<string, ContractsSeen>();
  readonly #byId = new Map<string, Lookup<Contract>>();
  readonly #around = new WeakMap<object, Around>();
  /** By underlying, then by expiry. */
  readonly #chains = new Map<string, Map<string, Strikes>>();
  #version = 0;

  /** Goes up whenever a list is another one. */
  get version(): number {
    return this.#version;
  }

  /** Takes in a poll. */
  observe(underlying: string, seen: ContractsSeen): void {
    const before = this.#seen.get(underlying);
    this.#seen.set(underlying, seen);
    if (before?.contracts === seen.contracts) return;
    this.#version += 1;
    this.#byId.delete(underlying);
    this.#chains.delete(underlying);
  }

  /** The last observation; undefined when there was none. */
  of(underlying: string): ContractsSeen | undefined {
    return this.#seen.get(underlying);
  }

  /** The listed lot of a contract: undefined when it is not listed, null when the underlying's list is not known. */
  listedLotUnits(contract: Contract): number | null | undefined {
    const seen = this.#seen.get(contract.underlying);
    if (seen === undefined) return null;
    const { underlying, instrumentId, strikePaise } = contract;
    const likely = () => (each: Contract) => each.strikePaise === strikePaise;
    return this.#lookupOf(underlying, seen).find(instrumentId, likely)?.lotSizeUnits;
  }

  #lookupOf(underlying: string, { contracts }: ContractsSeen): Lookup<Contract> {
    const held = this.#byId.get(underlying);
    if (held !== undefined) return held;
    const byId = new Lookup(contracts, ({ instrumentId }) => instrumentId);
    this.#byId.set(underlying, byId);
    return byId;
  }

  /** Options of an expiry within `strikesEachSide` strikes of the level, by ascending strike; the same array while they are the same. */
  around(
    chain: {
      readonly underlying: string;
      readonly expiry: string;
      readonly strikesEachSide: number;
    },
    spotPaise: number,
  ): readonly Contract[] {
    const strikes = this.#strikes(chain.underlying, chain.expiry);
    const nearest = nearestTo(strikes, spotPaise);
    const held = this.#around.get(chain);
    if (held?.strikes === strikes && held.nearest === nearest) return held.options;
    const from = Math.max(0, nearest - chain.strikesEachSide);
    const options = strikes.slice(from, nearest + chain.strikesEachSide + 1).flat();
    this.#around.set(chain, { strikes, nearest, options });
    return options;
  }

  #strikes(underlying: string, expiry: string): Strikes {
    let ofUnderlying = this.#chains.get(underlying);
    if (ofUnderlying === undefined) {
      ofUnderlying = new Map();
      this.#chains.set(underlying, ofUnderlying);
    }
    const held = ofUnderlying.get(expiry);
    if (held !== undefined) return held;
    const strikes = strikesOf(this.#seen.get(underlying)?.contracts ?? [], expiry);
    ofUnderlying.set(expiry, strikes);
    return strikes;
  }
}

function strikesOf(contracts: readonly Contract[], expiry: string): Strikes {
  const byStrike = new Map<number, Contract[]>();
  for (const contract of contracts) {
    if (contract.kind !== 'option' || contract.expiry !== expiry) continue;
    if (contract.strikePaise === null) continue;
    const pair = byStrike.get(contract.strikePaise) ?? [];
    pair.push(contract);
    byStrike.set(contract.strikePaise, pair);
  }
  return [...byStrike.entries()].sort(([left], [right]) => left - right).map(([, pair]) => pair);
}

/** Place of the strike nearest to a level, the lower one on a tie. */
function nearestTo(strikes: Strikes, spotPaise: number): number {
  let above = 0;
  let end = strikes.length;
  while (above < end) {
    const middle = (above + end) >>> 1;
    if (strikePaise(strikes[middle]) < spotPaise) above = middle + 1;
    else end = middle;
  }
  const belowPaise = spotPaise - strikePaise(strikes[above - 1]);
  const isAboveNearer = strikePaise(strikes[above]) - spotPaise < belowPaise;
  return above === 0 || (above < strikes.length && isAboveNearer) ? above : above - 1;
}

function strikePaise(pair: readonly Contract[] | undefined): number {
  return pair?.[0]?.strikePaise ?? Infinity;
}
