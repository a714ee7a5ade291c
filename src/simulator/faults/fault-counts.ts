import { type FaultName } from './fault-catalogue.ts';

/** How often each fault befell something. */
export class FaultCounts {
  readonly #byName = new Map<FaultName, number>();

  /** Notes one. */
  add(name: FaultName): void {
    this.#byName.set(name, (this.#byName.get(name) ?? 0) + 1);
  }

  /** How often a fault was made. */
  of(name: FaultName): number {
    return this.#byName.get(name) ?? 0;
  }

  /** Those that were made at all. */
  all(): ReadonlyMap<FaultName, number> {
    return this.#byName;
  }
}
