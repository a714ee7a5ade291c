import { type Contract } from '../model/contract.ts';
import { type Seen } from '../model/order-event.ts';

/** Contracts of an underlying as last observed. */
export interface ContractsSeen {
  readonly contracts: readonly Contract[];
  readonly seen: Seen;
}

/** What was last taken out of the strikes of a chain. */
interface Around {
  readonly strikes: readonly (readonly Contract[])[];
  readonly nearest: number;
  readonly options: readonly Contract[];
}

/** The listed contracts by underlying, and their options by expiry and strike. */
export class ContractBook {
  readonly #seen = new Map<string, ContractsSeen>();
  readonly #lots = new Map<string, Map<string, number>>();
  readonly #around = new WeakMap<object, Around>();
  readonly #chains = new Map<string, readonly (readonly Contract[])[]>();

  /** Takes in a poll. */
  observe(underlying: string, seen: ContractsSeen): void {
    this.#seen.set(underlying, seen);
    this.#lots.delete(underlying);
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
    const seen = this.#seen.get(contract.underlying);
    if (seen === undefined) return null;
    return this.#lotsOf(contract.underlying, seen).get(contract.instrumentId);
  }

  /** Made when a lot is first asked for: most lists come and go without an order. */
  #lotsOf(underlying: string, { contracts }: ContractsSeen): ReadonlyMap<string, number> {
    const held = this.#lots.get(underlying);
    if (held !== undefined) return held;
    const lots = new Map<string, number>();
    for (const { instrumentId, lotSizeUnits } of contracts) lots.set(instrumentId, lotSizeUnits);
    this.#lots.set(underlying, lots);
    return lots;
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

/** Place of the strike nearest to a level, the lower one on a tie. */
function nearestTo(strikes: readonly (readonly Contract[])[], spotPaise: number): number {
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
