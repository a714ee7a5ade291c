import { type FaultName } from '../../src/simulator/faults/fault-catalogue.ts';

/** One changed place of the source. `find` stands there exactly once. */
export interface Patch {
  /** Below `src/`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Assertions that sleep. Some see a bug before its judge does, and the judge must see it without them. */
export const ASLEEP: Patch = {
  file: 'base/invariant.ts',
  find: 'if (!condition) throw new InvariantViolation(message);',
  replace: '',
};

/** A bug that must be caught. */
export interface PlantedBug extends Patch {
  readonly name: string;
  /** More places, where one alone is made good by another. */
  readonly also?: readonly Patch[];
  /** What catches it: days of the drill, days one after the other, or the canaries of every drill. @default 'drill' */
  readonly soughtBy?: 'drill' | 'days-in-a-row' | 'canaries';
  /** The day of the drill that catches it. */
  readonly seed: number;
  /** What that day may have. @default all */
  readonly faults?: readonly FaultName[];
  /** @default 'live' */
  readonly mode?: 'live' | 'paper';
  /** @default 'safety' */
  readonly drillMode?: 'safety' | 'liveness';
  /** Invariants that it breaks: one of them must be among what is reported. */
  readonly caughtBy: readonly string[];
  /** Words of the one judge that must find it, where several judge by that invariant. @default those of any */
  readonly says?: string;
}
