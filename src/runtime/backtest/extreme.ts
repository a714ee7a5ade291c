import { type Excursion } from '../../results/backtest-result.ts';

/** The furthest that a trade went one way: against it (`sign` -1) or in its favour (1). Begins at nothing. */
export class Extreme {
  readonly #sign: 1 | -1;
  #grossPaise = 0;
  #perUnitPaise = 0;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Takes note of what a trade would come to at a price, and how far that is from its average entry. */
  look(grossPaise: number, perUnitPaise: number): void {
    if (grossPaise * this.#sign > this.#grossPaise * this.#sign) this.#grossPaise = grossPaise;
    if (perUnitPaise * this.#sign > this.#perUnitPaise * this.#sign) {
      this.#perUnitPaise = perUnitPaise;
    }
  }

  /** As results show it. */
  shown(): Excursion {
    // A nothing below 0 is a nothing.
    return { grossPaise: this.#grossPaise, perUnitPaise: Math.round(this.#perUnitPaise) + 0 };
  }
}
