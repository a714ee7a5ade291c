import { type Veto } from '../../model/orders/halt-and-lock.ts';

/** Puts together what several parts of the program keep entries back for: each says its own whole list. */
export class VetoSources {
  readonly #of = new Map<Veto['by'], readonly Veto[]>();
  readonly #onChange: (vetoes: readonly Veto[]) => void;

  /** @param onChange - called with all of them, whenever a part has said what it keeps entries back for */
  constructor(onChange: (vetoes: readonly Veto[]) => void) {
    this.#onChange = onChange;
  }

  /** Says what a part keeps entries back for from now on. */
  set(by: Veto['by'], vetoes: readonly Veto[]): void {
    this.#of.set(by, vetoes);
    this.#onChange(this.all());
  }

  /** All of them, by part. */
  all(): readonly Veto[] {
    return [...this.#of.values()].flat();
  }
}
