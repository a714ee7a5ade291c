import { type DrillOptions } from '../../src/drill/drill.ts';

/** Days that bring about what few days do: with those of the regressions they reach every situation, whatever the share. */
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
  // A square-off whose time the machine sleeps over.
  { seed: 1_020, drillMode: 'safety', faults: null },
  // An order that the operator has sent again.
  { seed: 1_015, drillMode: 'safety', faults: null },
  // A text signal whose answer is lost.
  { seed: 11_109, drillMode: 'safety', faults: null },
  // Another order in slices, of which only some are sent.
  { seed: 500_050, drillMode: 'safety', faults: null },
];
