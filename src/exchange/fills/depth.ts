import { hash32 } from '../../base/random.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Side } from '../../model/orders/order.ts';
import { type ExchangeRules } from '../exchange-rules.ts';

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
 * what is taken of one is gone.
 */
export class Depth {
  readonly #seed: string;
  readonly #rules: ExchangeRules;
  readonly #takenUnits = new Map<string, number>();

  constructor(seed: string, rules: ExchangeRules) {
    this.#seed = seed;
    this.#rules = rules;
  }

  /** Units that can still be taken: a multiple of the lot. */
  availableUnits(touch: Touch): number {
    const { depthLotsMin, depthLotsMax } = this.#rules;
    const key = keyOf(touch);
    const draw = hash32(`${this.#seed}/depth/${key}`);
    const lots = depthLotsMin + (draw % (depthLotsMax - depthLotsMin + 1));
    return Math.max(0, lots * touch.contract.lotSizeUnits - (this.#takenUnits.get(key) ?? 0));
  }

  /** Takes units away. */
  take(touch: Touch, units: number): void {
    const key = keyOf(touch);
    this.#takenUnits.set(key, (this.#takenUnits.get(key) ?? 0) + units);
  }

  /** Forgets the day. */
  clear(): void {
    this.#takenUnits.clear();
  }
}

function keyOf({ contract, side, quotedAtMs }: Touch): string {
  return `${contract.symbol}/${side}/${String(quotedAtMs)}`;
}
