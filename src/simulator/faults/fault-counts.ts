import { type FaultName } from './fault-catalogue.ts';

/** Told of each fault that was felt: by number, by id, and when. */
export interface FaultSink {
  readonly add: (name: FaultName, id: string, atMs: number) => void;
}

/** How often each fault was felt. */
export class FaultCounts implements FaultSink {
  readonly #byName = new Map<FaultName, number>();

  readonly add = (name: FaultName): void => {
    this.#byName.set(name, (this.#byName.get(name) ?? 0) + 1);
  };

  /** How often one was. */
  of(name: FaultName): number {
    return this.#byName.get(name) ?? 0;
  }

  /** Those that were felt at all. */
  all(): ReadonlyMap<FaultName, number> {
    return this.#byName;
  }
}
