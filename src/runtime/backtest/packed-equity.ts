import { type EquityPoint } from '../../results/backtest-result.ts';

/** Points of equity in 16 bytes each: a result of years would be mostly these. */
export class PackedEquity {
  readonly #numbers: Float64Array;

  constructor(points: readonly EquityPoint[]) {
    this.#numbers = new Float64Array(2 * points.length);
    points.forEach(({ atMs, netPaise }, place) => {
      this.#numbers.set([atMs, netPaise], 2 * place);
    });
  }

  /** The points, made anew. */
  points(): readonly EquityPoint[] {
    return Array.from({ length: this.#numbers.length / 2 }, (_, place) => ({
      atMs: this.#numbers[2 * place] ?? 0,
      netPaise: this.#numbers[2 * place + 1] ?? 0,
    }));
  }
}
