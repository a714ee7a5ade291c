import { type DrillOptions } from '../../src/runtime/drill/drill.ts';

/** Days that are known to bring about what few days do. */
export const RARE_SEEDS: readonly {
  readonly seed: number;
  readonly drillMode: DrillOptions['drillMode'];
  readonly faults: DrillOptions['faults'];
}[] = [
  // An order vanishes from the list and comes back.
  { seed: 70, drillMode: 'safety', faults: ['F22', 'F26', 'F59'] },
];
