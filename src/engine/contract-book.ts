import { type Contract } from '../model/contract.ts';
import { type Seen } from '../model/order-event.ts';

/** Contracts of an underlying as last observed. */
export interface ContractsSeen {
  readonly contracts: readonly Contract[];
  readonly seen: Seen;
}

/** The listed contracts by underlying, and their options by expiry and strike. */
export class ContractBook {
  readonly #seen = new Map<string, ContractsSeen>();
  readonly #lots = new Map<string, Map<string, number>>();
  readonly #chains = new Map<string, readonly (readonly Contract[])[]>();

  /** Takes in a poll. */
  observe(underlying: string, seen: ContractsSeen): void {
    this.#seen.set(underlying, seen);
    const lots = new Map<string, number>();
    for (const { instrumentId, lotSizeUnits } of seen.contracts) {
      lots.set(instrumentId, lotSizeUnits);
    }
    this.#lots.set(underlying, lots);
    for (const key of this.#chains.keys()) {
      if (key.startsWith(`${underlying}\n`)) this.#chains.delete(key);
    }
  }

  /** The last observation; undefined when there was none. */
  of(underlying: string): ContractsSeen | undefined {
    return this.#seen.get(underlying);
  }

  /** The listed lot of a contract: undefined when it is not listed, null when the underlying's list is not known. */
  listedLotUnits(contract: Contract): number | null | undefined {
    const lots = this.#lots.get(contract.underlying);
    return lots === undefined ? null : lots.get(contract.instrumentId);
  }

  /** Options of an expiry within `strikesEachSide` strikes of the level, by ascending strike. */
  around(
    chain: {
      readonly underlying: string;
      readonly expiry: string;
      readonly strikesEachSide: number;
    },
    spotPaise: number,
  ): readonly Contract[] {
    const strikes = this.#strikes(chain.underlying, chain.expiry);
    let nearest = 0;
    let leastPaise = distance(strikes[0], spotPaise);
    for (let index = 1; index < strikes.length; index += 1) {
      const awayPaise = distance(strikes[index], spotPaise);
      // They ascend, so from the nearest on they only get further away.
      if (awayPaise >= leastPaise) break;
      nearest = index;
      leastPaise = awayPaise;
    }
    const from = Math.max(0, nearest - chain.strikesEachSide);
    return strikes.slice(from, nearest + chain.strikesEachSide + 1).flat();
  }

  #strikes(underlying: string, expiry: string): readonly (readonly Contract[])[] {
    const key = `${underlying}\n${expiry}`;
    const held = this.#chains.get(key);
    if (held !== undefined) return held;
    const byStrike = new Map<number, Contract[]>();
    for (const contract of this.#seen.get(underlying)?.contracts ?? []) {
      if (contract.kind !== 'option' || contract.expiry !== expiry) continue;
      if (contract.strikePaise === null) continue;
      const pair = byStrike.get(contract.strikePaise) ?? [];
      pair.push(contract);
      byStrike.set(contract.strikePaise, pair);
    }
    const strikes = [...byStrike.entries()]
      .sort(([left], [right]) => left - right)
      .map(([, pair]) => pair);
    this.#chains.set(key, strikes);
    return strikes;
  }
}

function distance(pair: readonly Contract[] | undefined, spotPaise: number): number {
  return Math.abs((pair?.[0]?.strikePaise ?? Infinity) - spotPaise);
}
