import { type DrillOptions } from '../../src/drill/drill.ts';

/** Days that are known to bring about what few days do. */
export const RARE_SEEDS: readonly {
  readonly seed: number;
  readonly drillMode: DrillOptions['drillMode'];
  readonly faults: DrillOptions['faults'];
}[] = [
  // An order vanishes from the list and comes back.
  { seed: 1_277, drillMode: 'safety', faults: ['F22', 'F26', 'F59'] },
  // An order in slices, of which only some are sent.
  { seed: 1_152, drillMode: 'safety', faults: null },
  // An order that was filled in part when it was cancelled.
  { seed: 1_242, drillMode: 'safety', faults: null },
  // A leg that a foreign close pauses.
  { seed: 1_875, drillMode: 'safety', faults: null },
];
