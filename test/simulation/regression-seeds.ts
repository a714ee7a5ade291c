import { type DrillOptions } from '../../src/runtime/drill/drill.ts';

/** Days on which something once went wrong, kept so that it stays right. */
export const REGRESSION_SEEDS: readonly {
  readonly seed: number;
  readonly faults: DrillOptions['faults'];
  readonly what: string;
}[] = [
  { seed: 9, faults: null, what: 'a clock that jumps while an order is looked for' },
  { seed: 72, faults: null, what: 'an order of a stranger under a tag of our form' },
];
