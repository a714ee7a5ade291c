import { type DrillOptions } from '../../src/runtime/drill/drill.ts';

/** Days on which something once went wrong, kept so that it stays right. */
export const REGRESSION_SEEDS: readonly {
  readonly seed: number;
  readonly drillMode: DrillOptions['drillMode'];
  readonly faults: DrillOptions['faults'];
  readonly what: string;
}[] = [
  {
    seed: 9,
    drillMode: 'safety',
    faults: null,
    what: 'a clock that jumps while an order is looked for',
  },
  {
    seed: 72,
    drillMode: 'safety',
    faults: null,
    what: 'an order of a stranger under a tag of our form',
  },
  {
    seed: 176,
    drillMode: 'safety',
    faults: null,
    what: 'an order that comes after a clock that is ahead has ended its day',
  },
];
