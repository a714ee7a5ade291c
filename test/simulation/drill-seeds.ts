import { type DrillOptions } from '../../src/drill/drill.ts';

/** Days of a drill: seeds from one to another, both included. */
export interface DrillSeeds {
  readonly drillMode: DrillOptions['drillMode'];
  readonly from: number;
  readonly to: number;
}

/** All days of faults that the tests know. `npm test` takes a share of each, `npm run soak -- --known` all of them. */
export const DRILL_SEEDS: readonly DrillSeeds[] = [
  { drillMode: 'safety', from: 1001, to: 1112 },
  { drillMode: 'safety', from: 11_001, to: 11_112 },
  { drillMode: 'safety', from: 500_001, to: 500_112 },
  { drillMode: 'liveness', from: 2001, to: 2084 },
  { drillMode: 'liveness', from: 700_001, to: 700_084 },
];

const SHARES = 4;

/**
 * The share of a round, a quarter of all days; the next three rounds have the others.
 *
 * @param round a whole number, 0 or more
 */
export function drillShare(round: number): readonly DrillSeeds[] {
  return DRILL_SEEDS.map(({ drillMode, from, to }) => {
    const days = (to - from + 1) / SHARES;
    const first = from + (round % SHARES) * days;
    return { drillMode, from: first, to: first + days - 1 };
  });
}
