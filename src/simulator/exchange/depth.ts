import { hash32 } from '../../base/random.ts';
import { type Contract } from '../../model/contract.ts';
import { type Side } from '../../model/order.ts';
import { type ExchangeRules } from './exchange-rules.ts';

/** Which side of which contract's touch at which price change. */
export interface Touch {
  readonly contract: Contract;
  /** The side of the order that takes from it. */
  readonly side: Side;
  /** When the price came up. */
  readonly quotedAtMs: number;
}

/**
 * How much stands at the touch. Drawn from the seed for each price change, so it does not depend on who asks when;
 * what is taken is gone until the price changes again.
 */
export class Depth {
  readonly #seed: string;
  readonly #rules: ExchangeRules;
  readonly #taken = new Map<string, { quotedAtMs: number; units: number }>();

  constructor(seed: string, rules: ExchangeRules) {
    this.#seed = seed;
    this.#rules = rules;
  }

  /** Units that can still be taken: a multiple of the lot. */
  availableUnits(touch: Touch): number {
    const { contract, side, quotedAtMs } = touch;
    const { depthLotsMin, depthLotsMax } = this.#rules;
    const key = `${contract.symbol}/${side}`;
    const draw = hash32(`${this.#seed}/depth/${key}/${String(quotedAtMs)}`);
    const lots = depthLotsMin + (draw % (depthLotsMax - depthLotsMin + 1));
    const taken = this.#taken.get(key);
    const takenUnits = taken?.quotedAtMs === quotedAtMs ? taken.units : 0;
    return Math.max(0, lots * contract.lotSizeUnits - takenUnits);
  }

  /** Takes units away. */
  take(touch: Touch, units: number): void {
    const key = `${touch.contract.symbol}/${touch.side}`;
    const taken = this.#taken.get(key);
    const before = taken?.quotedAtMs === touch.quotedAtMs ? taken.units : 0;
    this.#taken.set(key, { quotedAtMs: touch.quotedAtMs, units: before + units });
  }

  /** Forgets the day. */
  clear(): void {
    this.#taken.clear();
  }
}
