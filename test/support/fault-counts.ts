import { type FaultName, type FaultSink } from '../../src/simulator/faults/fault-catalogue.ts';

/** How often each fault had an effect. */
export class FaultCounts implements FaultSink {
  readonly #byName = new Map<FaultName, number>();

  readonly add = (name: FaultName): void => {
    this.#byName.set(name, (this.#byName.get(name) ?? 0) + 1);
  };

  of(name: FaultName): number {
    return this.#byName.get(name) ?? 0;
  }

  /** Those with any effect. */
  all(): ReadonlyMap<FaultName, number> {
    return this.#byName;
  }
}
