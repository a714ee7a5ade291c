import { type FaultName } from '../../src/simulator/faults/fault-catalogue.ts';

/** One changed place of the source. `find` stands there exactly once. */
export interface Patch {
  /** Below `src/`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A bug that the drill must catch. */
export interface PlantedBug extends Patch {
  readonly name: string;
  /** More places, where one alone is made good by another. */
  readonly also?: readonly Patch[];
  /** A day that catches it. */
  readonly seed: number;
  /** What that day may have. @default all */
  readonly faults?: readonly FaultName[];
  /** @default 'live' */
  readonly mode?: 'live' | 'paper';
  /** @default 'safety' */
  readonly drillMode?: 'safety' | 'liveness';
  /** Invariants that it breaks: one of them must be among what the drill reports. */
  readonly caughtBy: readonly string[];
}
